import { expect, test, vi } from 'vitest'
import { OrderedQueue } from '@slipring/core/pool'
import { RemoteTask } from '../src/remote-task.ts'
import { Unsettled } from '../src/unsettled.ts'

test('a remote task that is cancelled while it waits is let go before its turn', () => {
  const unsettled = new Unsettled(2)
  const body = new Uint8Array()
  const tasks = Array.from({ length: 1000 }, (_, number) => new RemoteTask(number, 'default', body, { retries: 0 }))
  for (const task of tasks) unsettled.add(task)
  expect(unsettled.next()).toBe(tasks[0])
  for (const task of tasks.slice(1, -1)) {
    task.isSettled = true
    expect(unsettled.remove(task)).toBe(false)
  }
  expect(unsettled.waiting).toBe(1)
  const shift = vi.spyOn(OrderedQueue.prototype, 'shift')
  expect(unsettled.next()).toBe(tasks.at(-1))
  expect(shift.mock.calls.length).toBeLessThan(4)
  shift.mockRestore()
})
