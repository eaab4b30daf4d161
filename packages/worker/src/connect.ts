/** A port to a worker that somebody else made, such as a pool. */

import {
  MessagePort,
  parentPort as nativeParentPort,
  receiveMessageOnPort,
  type Worker as NativeWorker,
} from 'node:worker_threads'
import {
  type ChannelOptions,
  isConnection,
  type PortOptions,
  postConnection,
  requirePortOptions,
  requireWorker,
  sleep,
} from '@slipring/core'
import { attach, createChannel } from './channel.ts'
import { isNode } from './is-node.ts'
import { nodeHost } from './node-host.ts'
import type { NodePort } from './node-port.ts'
import { hasOffer, parentPort } from './parent-port.ts'
import { afterMicrotasks } from './timers.ts'
import { Worker } from './worker.ts'

/** The `threadId` of a worker that has ended, where the platform changes it. */
const NO_THREAD = -1

/**
 * A port to `worker`, usable at once. A `Worker` of ours has one already: that is it, with the options that it was given.
 * The port to one that has ended ends, as `peer-died`. Throws `TypeError` for a `codec` that it was not given, and for what
 * is no worker.
 */
export function connect(worker: NativeWorker, options: ChannelOptions & PortOptions = {}): NodePort {
  if (worker instanceof Worker) {
    const port = worker.slipringPort
    if (options.codec !== undefined) port.useCodec(options.codec)
    return port
  }
  requireWorker(worker)
  const channel = createChannel(options)
  postConnection(worker, channel)
  // Nothing was transferred then: the other end is still here, and who waits would wait for ever.
  if (worker.threadId === NO_THREAD) for (const native of channel.transfer) native.close()
  return channel.port
}

/**
 * In the worker: the other end of `connect`. Other messages go to the native `parentPort`'s listeners as always; those that
 * came while it had none are dispatched before the event loop goes on: listen for them in the same task (in Bun and Deno they
 * are lost). Under a
 * `Worker` of ours it is the `parentPort`, whose options that one has set, and takes the `codec` of these; rejects with
 * `TypeError` when that is too late. Rejects at once for options that cannot be, and takes no connection then.
 */
export function accept(options: PortOptions = {}): Promise<NodePort> {
  const native = requireParentPort()
  if (hasOffer) return new Promise((resolve) => resolve(offeredPort(options)))
  return new Promise((resolve, reject) => {
    // Before the wait: whoever cannot take the connection that comes would lose it.
    requirePortOptions(options, nodeHost.canBlock)
    if (accepting.push({ options, resolve, reject }) === 1) native.on('message', acceptNext)
  })
}

interface Accepting {
  readonly options: PortOptions
  readonly resolve: (port: NodePort) => void
  readonly reject: (error: unknown) => void
}

/** Who waits for a connection: each gets one, in the order of their calls. */
const accepting: Accepting[] = []

/** Messages of others that came while only we listened, which natively would have waited. */
let early: unknown[] = []

function acceptNext(message: unknown): void {
  if (!isConnection(message)) return keepEarly(message)
  const { options, resolve, reject } = accepting.shift()!
  if (accepting.length === 0) {
    nativeParentPort!.off('message', acceptNext)
    if (early.length !== 0) dispatchSoon(nativeParentPort!, early)
    early = []
  }
  try {
    resolve(attach(message.slipringConnect, options))
  } catch (error) {
    reject(error)
  }
}

// Who listens by now comes after us, or it would have had them itself: it gets those that came before this one first. Bun
// and Deno do not count all who listen.
function keepEarly(message: unknown): void {
  if (isNode && nativeParentPort!.listenerCount('message') === 1) return void early.push(message)
  const before = early
  early = []
  for (const one of before) nativeParentPort!.emit('message', one)
}

/**
 * As `accept`, blocking the thread until the offer is there. Native messages that came before it are dispatched to the
 * native `parentPort`'s listeners before the event loop goes on: listen for them in the same task. Throws `TypeError` in
 * Deno, whose `parentPort` cannot be polled.
 */
export function acceptSync(options: PortOptions = {}): NodePort {
  const native = requireParentPort()
  if (hasOffer) return offeredPort(options)
  if (!(native instanceof MessagePort))
    throw new TypeError('Cannot block for a connection: only an event loop reads the parentPort of Deno, use accept()')
  requirePortOptions(options, nodeHost.canBlock)
  const before: unknown[] = []
  for (;;) {
    const received = receiveMessageOnPort(native) as { message: unknown } | undefined
    // Nothing shared exists yet that could wake us, so look every millisecond. Once per connection.
    if (received === undefined) sleep(1)
    else if (isConnection(received.message)) {
      if (before.length !== 0) dispatchSoon(native, before)
      return attach(received.message.slipringConnect, options)
    } else before.push(received.message)
  }
}

// Not in a task: the loop may bring later messages before it. But after whatever this task's promises lead to.
function dispatchSoon(native: MessagePort, messages: readonly unknown[]): void {
  // Bun makes an event of what it is given.
  const emit = (message: unknown): boolean => native.emit('message', isNode ? message : { data: message })
  afterMicrotasks(() => messages.forEach(emit))
}

function offeredPort({ codec }: PortOptions): NodePort {
  if (codec !== undefined) parentPort!.useCodec(codec)
  return parentPort!
}

function requireParentPort(): MessagePort {
  if (nativeParentPort === null) throw new TypeError('Cannot accept a connection on the main thread: it has no parent')
  return nativeParentPort
}
