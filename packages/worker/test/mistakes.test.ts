/** Mistakes of newcomers, and what they are told. */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, connect, createChannel, type PortOptions, Worker } from '@slipring/worker'
import { afterEach, describe, expect, test } from 'vitest'
import { pair } from './open-ports.ts'

const workers: NativeWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()))
})

describe('a worker that does not import its parentPort from Slipring', () => {
  const program = fileURLToPath(new URL('forgotten-import.process.ts', import.meta.url))
  const run = (kind: string): { modes: string[]; stderr: string } => {
    const flags = ['--conditions=slipring-source']
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, program, kind], { encoding: 'utf8' })
    return { modes: JSON.parse(stdout), stderr }
  }

  test('is told of once, with what to do, and its port says native', () => {
    const { modes, stderr } = run('native-echo.worker.ts')
    expect(modes).toEqual(['shared', 'native', 'native'])
    expect(stderr.match(/SlipringWarning/g)).toHaveLength(1)
    expect(stderr).toContain("import { parentPort } from '@slipring/worker'")
  })

  test('with eval: is told what reaches it', () => {
    const { stderr } = run('with eval')
    expect(stderr.match(/SlipringWarning/g)).toHaveLength(1)
    expect(stderr).toContain('--require @slipring/worker/register')
  })

  test('is none that does', () => {
    expect(run('echo.worker.ts')).toEqual({ modes: ['shared', 'shared', 'shared'], stderr: '' })
  })
})

describe('an unknown option is a TypeError that names the nearest one', () => {
  const file = new URL('echo.worker.ts', import.meta.url)
  test.each<[string, () => unknown, string]>([
    ['createChannel', () => createChannel({ capasity: 4096 } as PortOptions), 'there is no option "capasity", did you mean "capacity"?'],
    ['createChannel', () => createChannel({ waitstrategy: 'spin' } as PortOptions), 'did you mean "waitStrategy"?'],
    ['createChannel', () => createChannel({ ringBytes: 4096 } as PortOptions), 'there is no option "ringBytes", use capacity, startPosition, delivery'],
    ['attach', () => attach(createChannel().offer, { maxCapcity: 4096 } as PortOptions), 'did you mean "maxCapacity"?'],
    ['Worker', () => new Worker(file, { highWatermark: 1 } as never), 'Cannot make a worker: there is no option "highWatermark", did you mean "highWaterMark"?'],
    ['Worker', () => new Worker(file, { parentport: {} } as never), 'did you mean "parentPort"?'],
    ['parentPort', () => new Worker(file, { parentPort: { delivry: 'task' } as never }), 'Cannot make a parentPort: there is no option "delivry", did you mean "delivery"?'],
    ['parentPort', () => new Worker(file, { parentPort: { capacity: 4096 } as never }), 'there is no option "capacity"'],
  ])('%s %#', (_, act, message) => {
    expect(act).toThrow(TypeError)
    expect(act).toThrow(message)
  }) // oxfmt-ignore

  test('connect', () => {
    const worker = new NativeWorker(new URL('native-echo.worker.ts', import.meta.url))
    workers.push(worker)
    expect(() => connect(worker, { capacty: 4096 } as PortOptions)).toThrow('did you mean "capacity"?')
  })

  test('a Worker ignores what is not near to an option of ours, as the native one does', () => {
    const options = { argv: [], name: 'named', stdout: false, trackUnmanagedFds: true, anything: 1, x: undefined }
    workers.push(new Worker(file, options))
  })
})

test('a capacity that is none is named and quoted', () => {
  expect(() => createChannel({ capacity: '1MB' as never })).toThrow(
    new RangeError(
      'Cannot use a capacity of "1MB": use bytes as a number, a power of two from 4096 to 1073741824, such as 2 ** 20',
    ),
  )
})

describe('a DataCloneError names the path to the value', () => {
  const users = [{}, {}, {}, { onClick: () => 1 }]
  const cyclic: Record<string, unknown> = { before: [1, 2] }
  cyclic['self'] = cyclic
  cyclic['late'] = { symbol: Symbol('s') }
  test.each<[unknown, string]>([
    [{ payload: { users } }, '() => 1 could not be cloned (at payload.users[3].onClick)'],
    [[[() => 1]], '() => 1 could not be cloned (at [0][0])'],
    [{ 'not-a-name': { a1: () => 1 } }, '() => 1 could not be cloned (at ["not-a-name"].a1)'],
    [{ map: new Map([['key', { f: () => 1 }]]) }, '() => 1 could not be cloned (at map.get("key").f)'],
    [{ set: new Set([Symbol('s')]) }, 'Symbol(s) could not be cloned (at set{Symbol(s)})'],
    [cyclic, 'Symbol(s) could not be cloned (at late.symbol)'],
    [{ weak: new WeakMap() }, '#<WeakMap> could not be cloned (at weak)'],
    [{ a: Object.assign([], { f: () => 1 }) }, '() => 1 could not be cloned (at a.f)'],
  ])('%o', (value, message) => {
    const [port] = pair()
    expect(() => port.postMessage(value)).toThrow(expect.objectContaining({ name: 'DataCloneError', message }))
  })

  test('there is none for the message itself, and for what a getter has made', () => {
    const [port] = pair()
    expect(() => port.postMessage(() => 1)).toThrow(
      expect.objectContaining({ message: '() => 1 could not be cloned.' }),
    )
    let calls = 0
    const value = {
      get made() {
        calls++
        return () => 1
      },
    }
    expect(() => port.postMessage(value)).toThrow(expect.objectContaining({ message: '() => 1 could not be cloned.' }))
    expect(calls).toBe(1)
  })

  test('there is none in a message that would take long to search, and no trap of a Proxy runs for it', () => {
    const [port] = pair()
    const message = '() => 1 could not be cloned.'
    const large = { list: Array.from({ length: 200_000 }, (_, index) => index), f: [() => 1] }
    expect(() => port.postMessage([...Array(200_000).fill(0), () => 1])).toThrow(expect.objectContaining({ message }))
    expect(() => port.postMessage(large)).toThrow('() => 1 could not be cloned (at f[0])')
    const proxy = new Proxy({}, { ownKeys: () => expect.unreachable() })
    expect(() => port.postMessage({ proxy })).toThrow('#<Object> could not be cloned (at proxy)')
  })

  test('also where the platform refuses it, before the worker listens', () => {
    const worker = new Worker(new URL('native-echo.worker.ts', import.meta.url))
    workers.push(worker)
    expect(() => worker.postMessage({ list: [{ f: () => 1 }] })).toThrow('() => 1 could not be cloned (at list[0].f)')
  })
})

test('the transfer list of a channel is one that a Worker takes', async () => {
  const { port, offer, transfer } = createChannel()
  const worker = new NativeWorker(new URL('attach.worker.ts', import.meta.url), {
    workerData: offer,
    transferList: transfer,
  })
  workers.push(worker)
  port.close()
})
