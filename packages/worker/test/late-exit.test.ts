import { EventEmitter } from 'node:events'
import { setImmediate as task } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LateExit } from '../src/late-exit.ts'

function lateExit(): { exit: LateExit; worker: EventEmitter; log: unknown[] } {
  const worker = new EventEmitter()
  const log: unknown[] = []
  const exit = new LateExit({
    worker,
    on: (event, listener) => worker.on(event, listener),
    emitExit: (values) => worker.emit('exit', ...values),
    removeAllListeners: () => worker.removeAllListeners(),
  })
  worker.once('exit', (code) => log.push(`exit ${code}`))
  worker.on('message', (message) => log.push(message))
  return { exit, worker, log }
}

test('an exit that nothing is waited for is told at once', () => {
  const { exit, log } = lateExit()
  expect(exit.tell([0])).toBe(true)
  expect(log).toEqual(['exit 0'])
})

test('one that comes too early is told once, when all that was waited for is done, to who listened when it came', async () => {
  const { exit, worker, log } = lateExit()
  exit.waitFor(() => {
    worker.emit('message', 'first')
    exit.waitFor(() => worker.emit('message', 'second'))
  })
  expect(exit.tell([7])).toBe(true)
  // As Node does once its `emit` returns.
  worker.removeAllListeners()
  await task()
  await task()
  expect(log).toEqual(['first', 'second', 'exit 7'])
  exit.waitFor(() => {})
  await task()
  expect(log).toEqual(['first', 'second', 'exit 7'])
  expect(worker.eventNames()).toEqual([])
})
