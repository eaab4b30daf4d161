/** A port with the listener methods of Node's `MessagePort`. Its listeners keep the process alive, as there. */

import type { InspectOptions } from 'node:util'
import {
  bare,
  type EventHandler,
  type EventLike,
  eventTypeOf,
  isListener,
  isHandshakeError,
  type Listener,
  type ListenerOptions,
  messageErrorEvent,
  type MessageEventLike,
  movesBy,
  openPassport,
  plainEvent,
  Port,
  type PortMaker,
  type PortMode,
  type PortParts,
  type PortStats,
  type Regions,
} from '@slipring/core'
import { currentTrace, tellOf } from './diagnostics.ts'
import { MessagePortLane } from './message-port-lane.ts'
import { EventEmitter, MessageChannel, type MessagePort, receiveNative } from './native.ts'
import { nodeHost } from './node-host.ts'
import type { NodeLane } from './node-lane.ts'
import { setTimeout } from './timers.ts'

type Inspect = (value: unknown, options: InspectOptions) => string

/** The events that a port has by itself; `emit` may send others. A listener of `on` gets the value of a message, not an event. */
export type PortEvent = 'message' | 'messageerror' | 'close' | 'drain' | (string & {})
/** A listener for `on`. It gets the value of a message, or the detail of another event. */
export type PortListener = (value: any) => void

/** The argument that a listener of `addEventListener` gets, by the type of event. */
export interface PortEventMap {
  message: MessageEventLike
  messageerror: MessageEventLike
  close: EventLike
  drain: EventLike
}

export interface NodePortParts extends Omit<PortParts, 'host' | 'moves' | 'trace'> {
  readonly lane: NodeLane
  /** Gives this port and its other end in this thread their shared memory, by `share`: once one of them is read, or moves. */
  readonly share?: (() => void) | undefined
}

export const portMaker: PortMaker = {
  open: (native, passport) => portOf(native as MessagePort, passport),
  carry: (message) => {
    const { port1, port2 } = new MessageChannel()
    port1.postMessage(message)
    port1.close()
    return port2
  },
  carried: (port) => {
    const carried = receiveNative(port as MessagePort) as { readonly message: unknown } | undefined
    ;(port as MessagePort).close()
    return carried?.message
  },
}
const moves = movesBy(portMaker)

/** One end of a channel. It has the methods of Node's `MessagePort`: those of an `EventEmitter` and of an `EventTarget`. */
export class NodePort extends Port {
  // Comlink closes an endpoint with this name. Ports that stand for a worker have another.
  static {
    Object.defineProperty(this, 'name', bare({ value: 'MessagePort' }))
    // The text for `util.inspect` and `console.log`.
    const show = function (this: NodePort, depth: number, options: InspectOptions, inspect: Inspect): string {
      return this.#shown(depth, options, inspect)
    }
    Object.defineProperty(this.prototype, Symbol.for('nodejs.util.inspect.custom'), bare({ value: show }))
  }
  readonly #lane: NodeLane
  #share: (() => void) | undefined
  /** Messages posted before it was shared. */
  #early = 0
  /** A pending `receive` holds the process, and nothing else does. */
  #isHeldByWaiting = false
  /** A promise of the port is awaited. */
  #isWaitedFor = false
  #maxListeners = EventEmitter.defaultMaxListeners
  #hasWarned = false

  /** The caller announces the port by `tellOf` when it is complete. */
  constructor(parts: NodePortParts) {
    super({ ...parts, host: nodeHost, moves, trace: currentTrace() })
    this.#lane = parts.lane
    this.#share = parts.share
  }

  /** Adds a listener. The first for `message` starts the port and keeps the process alive, as on a `MessagePort`. */
  on(event: PortEvent, listener: PortListener): this {
    return this.#add(event, listener, false)
  }

  /** Adds a listener for the next event only. */
  once(event: PortEvent, listener: PortListener): this {
    return this.#add(event, listener, true)
  }

  /** As `on`. */
  addListener(event: PortEvent, listener: PortListener): this {
    return this.on(event, listener)
  }

  /**
   * Removes a listener. A listener that `addEventListener` added for the capture phase needs that option here. When no listener for
   * `message` is left, messages wait, and the port no longer keeps the process alive.
   */
  off(event: PortEvent, listener: PortListener, options?: ListenerOptions | boolean): this {
    this.removeEventListener(event, listener, options)
    return this
  }

  /** As `off`. */
  removeListener(event: PortEvent, listener: PortListener, options?: ListenerOptions | boolean): this {
    return this.off(event, listener, options)
  }

  /** Removes every listener of that event, or of all events. */
  removeAllListeners(event?: PortEvent): this {
    for (const type of event === undefined ? this.heardTypes() : [String(event)]) this.listenersOf(type).removeAll()
    return this
  }

  /** How many listeners there are for an event. */
  listenerCount(event: PortEvent): number {
    return this.listenersOf(String(event)).count
  }

  /** The events that have listeners. */
  eventNames(): string[] {
    return this.heardTypes()
  }

  /** Calls the listeners of an event; nothing is sent. Returns false when there are none. */
  emit(event: PortEvent, value?: unknown): boolean {
    if (typeof event !== 'string') throw new TypeError(`Cannot emit ${String(event)}: the type of an event is a string`)
    const listeners = this.listenersOf(event)
    if (listeners.isEmpty) return false
    if (event === 'message') listeners.deliver(value, undefined)
    else this.dispatchWith(emittedEvent(event, value), value)
    return true
  }

  /** The value of `setMaxListeners`. Default: `EventEmitter.defaultMaxListeners`. */
  getMaxListeners(): number {
    return this.#maxListeners
  }

  /** Sets how many listeners one event may have before Node warns, once. 0: any number. */
  setMaxListeners(count: number): void {
    if (typeof count !== 'number' || !(count >= 0))
      throw new RangeError(`Cannot set the most listeners to ${String(count)}: use a number from 0`)
    this.#maxListeners = count
  }

  override addEventListener<Type extends keyof PortEventMap>(
    type: Type,
    listener: EventHandler<PortEventMap[Type]> | null,
    options?: ListenerOptions | boolean,
  ): void
  override addEventListener(
    type: string,
    listener: ((event: any) => unknown) | { handleEvent(event: any): unknown } | null,
    options?: ListenerOptions | boolean,
  ): void
  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    super.addEventListener(type, listener, options)
    this.#warnOfMany(String(type))
  }

  /** Closes the port, as `Port.close`. A callback is called at the event `close`, as natively, though Node does not document it. */
  override close(callback?: PortListener): void {
    if (typeof callback === 'function') this.once('close', callback)
    super.close()
  }

  /** Lets the port keep the process alive. */
  ref(): void {
    this.#isHeldByWaiting = false
    this.#lane.ref()
  }

  /** Lets the process end although the port is open. */
  unref(): void {
    this.#isHeldByWaiting = false
    this.#lane.unref()
  }

  /** Whether the port keeps the process alive now. */
  hasRef(): boolean {
    return this.#lane.hasRef()
  }

  /** The other side has ended: its messages are delivered now, then the port closes. Returns false to be called again in a task. */
  abandonBy(isOrderly: boolean): boolean {
    return this.abandon(isOrderly ? 'peer-closed' : 'peer-died')
  }

  /** Shows `active` and `refed`, as of a native port, and properties that only our ports have. */
  #shown(depth: number, options: InspectOptions, inspect: Inspect): string {
    const { name } = this.constructor
    if (depth < 0) return `[${name}]`
    const state = {
      active: !this.isOver,
      refed: this.hasRef(),
      mode: this.mode,
      bufferedAmount: this.bufferedAmount,
      listeners: this.eventNames(),
    }
    return `${name} ${inspect(state, options)}`
  }

  protected override onHeard(isHeard: boolean): void {
    this.holdFor(isHeard)
    super.onHeard(isHeard)
  }

  /** The first listener starts the port and keeps the process alive. Without listeners messages wait, and the process may end. */
  protected holdFor(isHeard: boolean): void {
    if (isHeard) {
      this.start()
      this.ref()
    } else {
      // The hold on the process for listeners goes on for a program that waits.
      if (this.#isWaitedFor && this.hasRef()) this.#isHeldByWaiting = true
      else this.unref()
      this.stop()
    }
  }

  /** If listeners of the native port hold the process: they begin to, or stop. Pending waits still hold it. */
  protected handOver(isHeard: boolean): void {
    if (!isHeard && this.#isWaitedFor) this.#lane.ref()
    this.#isHeldByWaiting = !isHeard && this.#isWaitedFor
  }

  /** Adopts the memory of a channel whose ends both were made in this thread. */
  share(regions: Regions): void {
    this.#early = super.stats().messagesSent
    this.#share = undefined
    this.adopt(regions)
  }

  protected override beginReceiving(): void {
    this.#share?.()
  }

  override stats(): PortStats {
    const stats = super.stats()
    return { ...stats, spills: stats.spills + (this.#share === undefined ? this.#early : stats.messagesSent) }
  }

  override get mode(): PortMode {
    return this.#share === undefined ? super.mode : 'shared'
  }

  protected override hold(isHeld: boolean): void {
    this.#isWaitedFor = isHeld
    if (isHeld && !this.#lane.hasRef()) {
      this.#lane.ref()
      this.#isHeldByWaiting = true
    } else if (!isHeld && this.#isHeldByWaiting) {
      this.#lane.unref()
      this.#isHeldByWaiting = false
    }
  }

  protected override nextTurn(callback: () => void): void {
    if (this.hasRef()) super.nextTurn(callback)
    // An immediate would hold the process for as long as messages pour in. If something else holds it, this runs as well.
    else setTimeout(callback, 0).unref()
  }

  #add(event: PortEvent, listener: PortListener, isOnce: boolean): this {
    if (!isListener(listener)) return this
    const type = eventTypeOf(event)
    this.listenersOf(type).add(listener, { once: isOnce }, true)
    this.#warnOfMany(type)
    return this
  }

  #warnOfMany(type: string): void {
    const { count } = this.listenersOf(type)
    if (this.#hasWarned || this.#maxListeners === 0 || count <= this.#maxListeners) return
    this.#hasWarned = true
    const message = `A port has ${count} listeners for ${type}, perhaps a leak: setMaxListeners() allows more`
    process.emitWarning(message, 'MaxListenersExceededWarning')
  }
}

/** Our port for a native one from another thread. The native one itself, if its passport is unknown here. */
function portOf(native: MessagePort, passport: unknown): object {
  let opened: ReturnType<typeof openPassport>
  try {
    opened = openPassport(passport)
  } catch (error) {
    // A passport of another version: the port is native, as for a thread without Slipring.
    if (!isHandshakeError(error)) throw error
  }
  if (opened === undefined) return native
  const port = new NodePort({ ...opened, lane: new MessagePortLane(native, true), options: {}, native })
  tellOf(port)
  return port
}

/** The event for a value that the program emits, as Node makes it. */
function emittedEvent(type: string, value: unknown): EventLike {
  if (type === 'messageerror') return messageErrorEvent(value ?? null)
  return Object.assign(plainEvent(type), { detail: value ?? null })
}
