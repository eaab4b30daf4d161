/** A port to a worker that other code made, such as a pool. */

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

/** How often to look for a listener, if no event tells of it. */
const UNHEARD_MS = 10

/** The `threadId` of a worker that has ended, on platforms that change it. */
const NO_THREAD = -1

/**
 * A port to `worker`, usable at once. For a `Worker` of Slipring it returns the port that the worker has already, with the options
 * that the worker was given. The port to a worker that has ended ends as `peer-died`.
 *
 * @throws TypeError for a value that is no worker, and for a `codec` that a `Worker` of Slipring was not given.
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
  // Nothing was transferred then: the other end is still here, and a wait would last for ever.
  if (worker.threadId === NO_THREAD) for (const native of channel.transfer) native.close()
  return channel.port
}

/**
 * Resolves in the worker with the other end of `connect`. Other messages go to the listeners of the native `parentPort` as always.
 * Messages that came while it had no listener wait for one, and come before later ones. In Bun and Deno these are lost.
 *
 * Under a `Worker` of Slipring it resolves with the `parentPort`. That `Worker` has set its options; only `codec` is taken from
 * here. Rejects with `TypeError` if it is too late for that. Rejects at once for options that are not valid, and takes no
 * connection then.
 */
export function accept(options: EndOptions = {}): Promise<NodePort> {
  const native = requireParentPort()
  if (hasOffer) return new Promise((resolve) => resolve(offeredPort(options)))
  return new Promise((resolve, reject) => {
    // Checked before the wait: with wrong options the connection that comes would be lost.
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

// As Node does with the event of a message, if anything listens for events.
function setReceived(ports: readonly object[] | undefined): void {
  if (RECEIVED_PORTS in nativePort) nativePort[RECEIVED_PORTS] = ports
}

function isHeard(): boolean {
  return nativeParentPort!.listenerCount('message') > (accepting.length === 0 ? 0 : 1)
}

/** Passes messages on while there is a listener. All promises of one message run before the next message. */
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
 * Calls back when the native port has another listener, before the port brings that listener anything. Node has no event for that.
 * It calls a function of each event target, which is looked up here. Without such a function we look now and then.
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
 * Accepts as `accept` does, but blocks the thread until the offer is there. Native messages that came before it wait for a
 * listener of the native `parentPort`, as with `accept`. In Bun the listener must be added in the same task.
 *
 * @throws TypeError in Deno, whose `parentPort` cannot be polled, and without `SharedArrayBuffer`.
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
