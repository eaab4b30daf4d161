/** A port to a worker that somebody else made, such as a pool. */

import {
  canShare,
  type EndOptions,
  isConnection,
  type PortOptions,
  postConnection,
  requireOptions,
  requirePortOptions,
  requireWorker,
  sleep,
} from '@slipring/core'
import { attach, createChannel } from './channel.ts'
import { isNode } from './is-node.ts'
import { RECEIVED_PORTS, type ReceivingPort } from './message-port-lane.ts'
import { MessagePort, nativeParentPort, type NativeWorker, receiveNative } from './native.ts'
import { nodeHost } from './node-host.ts'
import type { NodePort } from './node-port.ts'
import { hasOffer, parentPort } from './parent-port.ts'
import { afterMicrotasks, setTimeout } from './timers.ts'
import type { Worker } from './worker.ts'

/** How often to look for who listens, where nobody tells. */
const UNHEARD_MS = 10

/** The `threadId` of a worker that has ended, where the platform changes it. */
const NO_THREAD = -1

/**
 * A port to `worker`, usable at once. A `Worker` of ours has one already: that is it, with the options that it was given.
 * The port to one that has ended ends, as `peer-died`. Throws `TypeError` for a `codec` that it was not given, and for what
 * is no worker.
 */
export function connect(worker: NativeWorker, options: PortOptions = {}): NodePort {
  requireOptions('connect', options, '{ capacity: 2 ** 20 }')
  // Also of another copy of this package: it offers its ring, and nobody would take another.
  const { slipringPort: port } = (worker ?? {}) as Partial<Worker>
  if (port !== undefined) {
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
 * came while it had none wait for one, and come before all later ones (in Bun and Deno they are lost). Under a `Worker` of
 * ours it is the `parentPort`, whose options that one has set, and takes the `codec` of these; rejects with `TypeError` when
 * that is too late. Rejects at once for options that cannot be, and takes no connection then.
 */
export function accept(options: EndOptions = {}): Promise<NodePort> {
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

/** Calls that wait for a connection: each gets one, in their order. */
const accepting: Accepting[] = []

function acceptNext(message: unknown): void {
  if (isPassingOn) return
  if (!isConnection(message)) return keepEarly(message)
  const { options, resolve, reject } = accepting.shift()!
  if (accepting.length === 0) nativeParentPort!.off('message', acceptNext)
  if (early.length !== 0) passOnSoon([])
  try {
    resolve(attach(message.slipringConnect, options))
  } catch (error) {
    reject(error)
  }
}

interface EarlyMessage {
  readonly message: unknown
  readonly ports: readonly object[] | undefined
}

const nativePort = nativeParentPort as unknown as ReceivingPort
/** Messages of others that came while only we listened. Without us they would have waited in the native port. */
const early: EarlyMessage[] = []
let isPassingOn = false
let isPassingOnDue = false
let isListenerAwaited = false

// A listener that is here by now came after us, or it would have had the early messages itself. It gets those first, before
// this message. A listener that leaves with the first of them does not get this one. Bun and Deno do not count all listeners.
function keepEarly(message: unknown): void {
  if (!isNode) return
  while (passOn());
  if (early.length !== 0 || !isHeard()) passOnSoon([{ message, ports: nativePort[RECEIVED_PORTS] }])
}

/** Gives the first early message to the listeners. False when there is no message, or no listener. */
function passOn(): boolean {
  if (early.length === 0 || !isHeard()) return false
  const { message, ports } = early.shift()!
  const { [RECEIVED_PORTS]: received } = nativePort
  isPassingOn = true
  try {
    setReceived(ports)
    nativeParentPort!.emit('message', message)
  } finally {
    setReceived(received)
    isPassingOn = false
  }
  return true
}

// As Node does for the event that it makes of a message, where anybody listens for events.
function setReceived(ports: readonly object[] | undefined): void {
  if (RECEIVED_PORTS in nativePort) nativePort[RECEIVED_PORTS] = ports
}

function isHeard(): boolean {
  return nativeParentPort!.listenerCount('message') > (accepting.length === 0 ? 0 : 1)
}

/** One after the other, with what the promises of the one lead to before the next, as long as somebody listens. */
function passOnSoon(messages: readonly EarlyMessage[]): void {
  early.push(...messages)
  if (isPassingOnDue) return
  isPassingOnDue = true
  afterMicrotasks(() => {
    isPassingOnDue = false
    if (passOn()) passOnSoon([])
    else if (early.length !== 0 && !isListenerAwaited) whenHeard()
  })
}

/**
 * Goes on when the native port has another listener, before it brings that one anything. Node tells of it by no event, but by a
 * function of each target, which is looked up; where there is none, we look now and then.
 */
function whenHeard(): void {
  isListenerAwaited = true
  const goOn = (): void => {
    isListenerAwaited = false
    passOnSoon([])
  }
  const port = nativeParentPort as unknown as Record<symbol, ((...args: unknown[]) => unknown) | undefined>
  const key = symbolsOf(port).find(({ description }) => description === 'kNewListener')
  const told = key && port[key]
  // As natively, what waits for a listener holds no process.
  if (key === undefined || told === undefined) return void setTimeout(goOn, UNHEARD_MS).unref()
  port[key] = (...args) => {
    port[key] = told
    goOn()
    return told.apply(port, args)
  }
}

function symbolsOf(target: object | null): symbol[] {
  if (target === null) return []
  return [...Object.getOwnPropertySymbols(target), ...symbolsOf(Object.getPrototypeOf(target) as object | null)]
}

/**
 * As `accept`, blocking the thread until the offer is there. Native messages that came before it wait for a listener of the
 * native `parentPort`, as with `accept`; in Bun for one of the same task. Throws `TypeError` in Deno, whose `parentPort`
 * cannot be polled, and where there is no `SharedArrayBuffer`.
 */
export function acceptSync(options: EndOptions = {}): NodePort {
  const native = requireParentPort()
  if (hasOffer) return offeredPort(options)
  if (!(native instanceof MessagePort))
    throw new TypeError('Cannot block for a connection: only an event loop reads the parentPort of Deno, use accept()')
  if (!canShare())
    throw new TypeError('Cannot block for a connection: there is no SharedArrayBuffer here to sleep on, use accept()')
  requirePortOptions(options, nodeHost.canBlock)
  const before: unknown[] = []
  for (;;) {
    const received = receiveNative(native) as { message: unknown } | undefined
    // Nothing shared exists yet that could wake us, so look every millisecond. Once per connection.
    if (received === undefined) sleep(1)
    else if (isConnection(received.message)) {
      dispatchSoon(native, before)
      return attach(received.message.slipringConnect, options)
    } else before.push(received.message)
  }
}

// Not in a task: the loop may bring later messages before it. But after whatever this task's promises lead to.
function dispatchSoon(native: MessagePort, messages: readonly unknown[]): void {
  // A polled message tells no ports.
  if (isNode) return passOnSoon(messages.map((message) => ({ message, ports: undefined })))
  // Bun makes an event of what it is given.
  afterMicrotasks(() => messages.forEach((message) => native.emit('message', { data: message })))
}

function offeredPort({ codec }: EndOptions): NodePort {
  if (codec !== undefined) parentPort!.useCodec(codec)
  return parentPort!
}

function requireParentPort(): MessagePort {
  if (nativeParentPort === null) throw new TypeError('Cannot accept a connection on the main thread: it has no parent')
  return nativeParentPort
}
