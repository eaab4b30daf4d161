import { expect, test } from 'vitest'
import { LAST_NUMBER, WINDOW } from '../../src/pool/claims.ts'
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

test('a task whose number begins anew hears of its end, although a look from before has its place', () => {
  const signals = new TaskSignals(undefined, 1)
  void signals.of(LAST_NUMBER)
  // The numbers go on from 1, and this one has the same place.
  const number = LAST_NUMBER & (WINDOW - 1)
  const running = signals.of(number) as AbortSignal
  signals.end(number, 'no longer needed')
  expect(running.aborted).toBe(true)
  const late = signals.of(LAST_NUMBER) as AbortSignal
  expect([late.aborted, signals.isEnded(number)]).toEqual([false, true])
})
