/** Mistakes that are told of in words that help. */

import { once } from 'node:events'
import { type MessagePort, MessageChannel as NativeChannel } from 'node:worker_threads'
import { channelOf } from '@slipring/core/channel'
import { u8 } from '@slipring/core/schema'
import {
  attach,
  connect,
  createChannel,
  receiveIntoOnPort,
  receiveIntoSync,
  receiveLeaseSync,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { expect, test } from 'vitest'
import { pair } from './open-ports.ts'

test('a port that is posted itself is refused with what to do instead', () => {
  const [port, other] = pair()
  const refusal = expect.objectContaining({
    name: 'DataCloneError',
    message: '#<MessagePort> could not be cloned: send an offer of createChannel() instead, and attach() to it there',
  })
  for (const post of [
    () => port.postMessage(other),
    () => port.postMessage({ deep: [other] }),
    () => port.postMessage(other, [other]),
    () => port.postMessage(port),
  ])
    expect(post).toThrow(refusal)
  port.postMessage('after')
  expect(receiveMessageOnPort(other)).toEqual({ message: 'after' })
})

test('so is one that is handed out before anybody listens, in a list, or with the data of a worker', () => {
  const { port } = createChannel()
  const code = 'require("node:worker_threads").parentPort.on("message", () => {})'
  const worker = new Worker(code, { eval: true })
  const native = { eval: true } as const
  const getters: string[] = []
  const withGetter = { get first() { return getters.push('first') }, port } // oxfmt-ignore
  for (const hand of [
    () => worker.postMessage(port),
    () => worker.postMessage({ port }),
    () => worker.postMessage([1, port]),
    () => worker.postMessage(null, [port] as never),
    () => worker.postMessage(null, { transfer: [port] as never }),
    () => port.postMessage(null, [port] as never),
    () => new Worker(code, { ...native, workerData: port }),
    () => new Worker(code, { ...native, workerData: { port } }),
    () => new Worker(code, { ...native, workerData: 1, transferList: [port] as never }),
    () => worker.postMessage(withGetter),
  ])
    expect(hand).toThrow(/#<MessagePort> could not be cloned: send an offer of createChannel/)
  expect(getters).toEqual(['first'])
  expect(() => worker.postMessage({ other: () => 1 })).toThrow(/\(\) => 1 could not be cloned/)
  return worker.terminate()
})

/** A value inside of a dozen objects. */
function deep(value: unknown): unknown {
  return Array.from({ length: 12 }).reduce((inner) => ({ inner }), value)
}

test('the stack of a DataCloneError begins at the caller of postMessage, however deep in the message the value is', () => {
  const [port] = pair()
  const thrown: Error[] = []
  function thePoster(value: unknown): void {
    try {
      port.postMessage(value)
    } catch (error) {
      thrown.push(error as Error)
    }
  }
  for (const value of [() => {}, deep(() => {}), deep(Symbol('s')), deep(Promise.resolve())]) thePoster(value)
  expect(thrown.map(({ name, stack }) => [name, stack!.includes('thePoster')])).toEqual(
    Array.from({ length: 4 }, () => ['DataCloneError', true]),
  )
})

test('the stack of an error begins at the getter that posted the value', () => {
  const [port] = pair()
  const [another] = pair()
  const value = {
    get theGetter(): unknown {
      return void another.postMessage({ deep: [() => {}] })
    },
  }
  expect(() => port.postMessage(value)).toThrow(
    expect.objectContaining({ name: 'DataCloneError', stack: expect.stringContaining('theGetter') }),
  )
})

test.each([new NativeChannel().port1, {}, null, undefined, 5])(
  'blocking needs a port of ours, and %s is none',
  (port) => {
    const refusal = /^Cannot receive: this is no port of Slipring/
    for (const ask of [
      () => receiveMessageSync(port as never, { timeout: 1 }),
      () => receiveIntoSync(port as never, new ArrayBuffer(8), { timeout: 1 }),
      () => receiveIntoOnPort(port as never, new ArrayBuffer(8)),
    ]) {
      expect(ask).toThrow(TypeError)
      expect(ask).toThrow(refusal)
    }
  },
)

test.each([
  [{}, 'an object'],
  [null, 'null'],
  [undefined, 'undefined'],
  [5, 'a number'],
])('connect(%j) is a TypeError that says so', (worker, given) => {
  expect(() => connect(worker as never)).toThrow(new TypeError(`Cannot connect to ${given}: use a Worker`))
})

test('connect() to what refuses the message leaves no port behind', async () => {
  const refusal = new Error('not today')
  const ends: Promise<unknown>[] = []
  const worker = {
    postMessage: (_: unknown, [other]: [MessagePort]) => {
      ends.push(once(other, 'close'))
      throw refusal
    },
  }
  expect(() => connect(worker as never)).toThrow(refusal)
  expect(await Promise.all(ends)).toHaveLength(1)
})

test.each([['x'], ['5'], [null], [{}]])('%j is no timeout', async (timeout) => {
  const [port, other] = pair()
  const options = { timeout: timeout as never }
  const refusal = /^Cannot (wait|block) for (".*"|null|\[object Object\]): timeout is a number of milliseconds$/
  await expect(other.receive(options)).rejects.toThrow(refusal)
  await expect(other.receiveInto(new ArrayBuffer(8), options)).rejects.toThrow(refusal)
  await expect(other.channel(channelOf(u8)).receive(options)).rejects.toThrow(refusal)
  for (const block of [
    () => receiveMessageSync(other, options),
    () => receiveIntoSync(other, new ArrayBuffer(8), options),
  ]) {
    expect(block).toThrow(TypeError)
    expect(block).toThrow(refusal)
  }
  port.postMessage('kept')
  expect(await other.receive({ timeout: undefined })).toBe('kept')
})

test.each([[[]], [null], [5], ['keep']])('%j is no codec', (codec) => {
  const refusal = /^Cannot use a codec that is (an array|null|a number|a string): use an object of classes and buffers$/
  const { port } = createChannel()
  for (const use of [() => createChannel({ codec: codec as never }), () => port.useCodec(codec as never)]) {
    expect(use).toThrow(TypeError)
    expect(use).toThrow(refusal)
  }
})

test('a signal that is none is refused, and takes no message', async () => {
  const [port, other] = pair()
  const channel = other.channel(channelOf(u8))
  const refusal = new TypeError(
    'Cannot wait with a signal that is no AbortSignal: use the signal of an AbortController',
  )
  for (const signal of [new AbortController(), {}, 5, 'abort']) {
    const options = { signal } as never
    await expect(other.receive(options)).rejects.toThrow(refusal)
    await expect(other.receiveInto(new ArrayBuffer(8), options)).rejects.toThrow(refusal)
    await expect(channel.receive(options)).rejects.toThrow(refusal)
  }
  port.postMessage('first')
  await expect(other.receive({ signal: new AbortController() } as never)).rejects.toThrow(refusal)
  expect(await other.receive({ signal: new AbortController().signal })).toBe('first')
  expect(await other.receive({ signal: undefined, timeout: 0 } as never).catch(String)).toMatch(/^TimeoutError/)
  other.close()
  expect(await other.closed).toEqual({ reason: 'closed' })
})

test.each([5, 'text', Symbol('options')] as never[])(
  'a Worker does not mind %o in place of options',
  async (options) => {
    const worker = new Worker(new URL('data:text/javascript,'), options)
    expect(await once(worker, 'exit')).toEqual([0])
  },
)

function noOptions(act: string): unknown {
  const message = expect.stringMatching(new RegExp(`^Cannot ${act} with .+: use options, such as \\{`))
  return expect.objectContaining({ name: 'TypeError', message })
}

test.each([5, 'text', null, Symbol('options')] as never[])(
  '%o in place of options is refused, and would not be for ever',
  async (options) => {
    const [port, other] = pair()
    const receiving = noOptions('receive')
    expect(() => receiveMessageSync(port, options)).toThrow(receiving)
    expect(() => receiveIntoSync(port, new Uint8Array(8), options)).toThrow(receiving)
    expect(() => receiveLeaseSync(port, options)).toThrow(receiving)
    await expect(port.receive(options)).rejects.toThrow(receiving)
    await expect(port.receiveInto(new Uint8Array(8), options)).rejects.toThrow(receiving)
    expect(() => port.channel(channelOf(u8), options)).toThrow(noOptions('open a channel'))
    expect(() => createChannel(options)).toThrow(noOptions('make a port'))
    const { offer, port: maker } = createChannel()
    expect(() => attach(offer, options)).toThrow(noOptions('make a port'))
    // The offer was not taken.
    const attached = attach(offer)
    maker.postMessage('still here')
    expect(receiveMessageSync(attached, { timeout: 5000 })).toEqual({ message: 'still here' })
    other.close()
    maker.close()
  },
)
