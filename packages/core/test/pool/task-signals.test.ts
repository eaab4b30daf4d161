import { expect, test } from 'vitest'
import { WINDOW } from '../../src/pool/claims.ts'
import { TaskSignals } from '../../src/pool/task-signals.ts'

test('a function that looks at its signal after its task is over takes no event from the task in its place', () => {
  const signals = new TaskSignals(undefined, 1)
  const told: unknown[] = []
  const running = signals.of(3 + WINDOW) as AbortSignal
  running.addEventListener('abort', () => told.push(running.reason))
  const late = signals.of(3) as AbortSignal
  signals.end(3 + WINDOW, 'no longer needed')
  expect(told).toEqual(['no longer needed'])
  expect(late.aborted).toBe(false)
})
