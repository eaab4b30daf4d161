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

test('an exit that comes too early is told once, when all waits are done, to those that listened when it came', async () => {
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

test('a listener that was removed while an exit is held back stays removed', async () => {
  const { exit, worker, log } = lateExit()
  const gone = (): void => void log.push('gone')
  worker.on('exit', gone)
  exit.waitFor(() => {})
  exit.waitFor(() => {})
  exit.tell([0])
  worker.removeAllListeners()
  await Promise.resolve()
  worker.off('exit', gone)
  await task()
  await task()
  expect(log).toEqual(['exit 0'])
})

test('the code of an exit that is held back is known once that is told', async () => {
  const { exit, worker, log } = lateExit()
  expect(exit.told).toBe(undefined)
  exit.waitFor(() => {})
  exit.tell([3])
  worker.removeAllListeners()
  const told = exit.told!.then((code) => log.push(code))
  await task()
  await told
  expect(log).toEqual(['exit 3', 3])
  expect(exit.told).toBe(undefined)
})

test('a listener that was added twice is called twice also once the exit is told late', async () => {
  const { exit, worker, log } = lateExit()
  const twice = (): void => void log.push('twice')
  for (const event of ['error', 'exit']) {
    worker.on(event, twice)
    worker.on(event, twice)
  }
  exit.waitFor(() => void worker.emit('error', new Error('late')))
  exit.waitFor(() => {})
  exit.tell([0])
  worker.removeAllListeners()
  await task()
  await task()
  expect(log).toEqual(['twice', 'twice', 'exit 0', 'twice', 'twice'])
})

test('listeners that are still there are not added again', async () => {
  const { exit, worker, log } = lateExit()
  const twice = (): void => void log.push('twice')
  worker.on('exit', twice)
  worker.on('exit', twice)
  exit.waitFor(() => {})
  exit.tell([0])
  // A program has emitted `exit` itself.
  exit.tell([0])
  await task()
  expect(log).toEqual(['exit 0', 'twice', 'twice'])
})

test('the code of an exit is known also where a listener of it throws', async () => {
  const worker = new EventEmitter()
  const due: (() => void)[] = []
  const exit = new LateExit({
    worker,
    on: (event, listener) => worker.on(event, listener),
    emitExit: (values) => worker.emit('exit', ...values),
    removeAllListeners: () => worker.removeAllListeners(),
  })
  worker.on('exit', () => {
    throw new Error('mine')
  })
  exit.waitFor(
    () => {},
    (callback) => due.push(callback),
  )
  exit.tell([3])
  const told = exit.told!
  expect(due[0]).toThrow('mine')
  expect(await Promise.race([told, task('never')])).toBe(3)
})
