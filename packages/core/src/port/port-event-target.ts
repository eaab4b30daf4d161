/// <reference lib="esnext.disposable" preserve="true" />
/** The `EventTarget` face of a port: listeners and handler attributes. */

import { sizeSoon } from '../sized.ts'
import {
  type EventHandler,
  type EventLike,
  type Listener,
  type ListenerOptions,
  type MessageEventLike,
  PlatformEventTarget,
} from './events.ts'
import { Listeners } from './listeners.ts'

/** The treatment of exceptions and results of listeners, by platform. */
export interface ListenerPolicy {
  readonly reportError: (error: unknown) => void
  readonly onResult?: ((result: unknown) => void) | undefined
  /** Of messages. */
  readonly onOnce?: ((areOthers: boolean) => void) | undefined
}

export abstract class PortEventTarget extends PlatformEventTarget {
  readonly #messageListeners: Listeners
  readonly #policy: ListenerPolicy
  /** Those for other types than `message`. */
  readonly #others = new Map<string, Listeners>()
  /** The argument of bare listeners for the event that is dispatched next. */
  #bare: { readonly event: EventLike; readonly value: unknown } | undefined
  readonly #forward = (event: EventLike & { readonly data?: unknown }): void => {
    const bare = this.#bare?.event === event ? this.#bare.value : event.type === 'messageerror' ? event.data : event
    this.listenersOf(event.type).dispatch(event, bare)
  }

  constructor(policy: ListenerPolicy) {
    super()
    sizeSoon(PlatformEventTarget, new.target)
    this.#policy = policy
    this.#messageListeners = new Listeners({ target: this, ...policy, onHeard: (isHeard) => this.onHeard(isHeard) })
  }

  protected get messageListeners(): Listeners {
    return this.#messageListeners
  }

  /** Begins delivery of messages. */
  abstract start(): void

  abstract close(): void

  /** As on a `MessagePort`, setting it starts the port. */
  get onmessage(): EventHandler<MessageEventLike> | null {
    return this.messageListeners.handler as EventHandler<MessageEventLike> | null
  }
  set onmessage(handler: EventHandler<MessageEventLike> | null) {
    const listener = handlerOf(handler)
    this.messageListeners.handler = listener
    // `undefined` is no handler and must not start the port: what comes then would be dropped.
    if (listener !== null) this.start()
  }

  /** A native message that the platform could not deserialize. A ring that cannot be read ends the port instead. */
  get onmessageerror(): EventHandler<MessageEventLike> | null {
    return this.listenersOf('messageerror').handler as EventHandler<MessageEventLike> | null
  }
  set onmessageerror(handler: EventHandler<MessageEventLike> | null) {
    this.listenersOf('messageerror').handler = handlerOf(handler)
  }

  /** The port has ended, from either side: `closed` tells why. */
  get onclose(): EventHandler<EventLike> | null {
    return this.listenersOf('close').handler as EventHandler<EventLike> | null
  }
  set onclose(handler: EventHandler<EventLike> | null) {
    this.listenersOf('close').handler = handlerOf(handler)
  }

  /** The other side has caught up: `bufferedAmount` has fallen to `highWaterMark`. */
  get ondrain(): EventHandler<EventLike> | null {
    return this.listenersOf('drain').handler as EventHandler<EventLike> | null
  }
  set ondrain(handler: EventHandler<EventLike> | null) {
    this.listenersOf('drain').handler = handlerOf(handler)
  }

  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    if (isListener(listener)) this.listenersOf(eventTypeOf(type)).add(listener, options, false)
  }

  override removeEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    if (listener !== null) this.listenersOf(eventTypeOf(type)).remove(listener, options)
  }

  override dispatchEvent(event: EventLike): boolean {
    super.addEventListener(event.type, this.#forward, { once: true })
    return super.dispatchEvent(event)
  }

  /** As `dispatchEvent`, but bare listeners get `value`. */
  protected dispatchWith(event: EventLike, value: unknown): void {
    this.#bare = { event, value }
    this.dispatchEvent(event)
    this.#bare = undefined
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** Reports an error of a listener that a platform keeps elsewhere. */
  protected reportThrown(error: unknown): void {
    this.#policy.reportError(error)
  }

  /** Kept while somebody listens: a program may make up ever new types. */
  protected listenersOf(type: string): Listeners {
    const heard = type === 'message' ? this.messageListeners : this.#others.get(type)
    if (heard !== undefined) return heard
    const onHeard = (isHeard: boolean): void => {
      if (isHeard && type === 'drain') this.onDrainHeard()
      if (isHeard) this.#others.set(type, listeners)
      else this.#others.delete(type)
    }
    const listeners = new Listeners({ target: this, ...this.#policy, onHeard })
    return listeners
  }

  protected hears(type: string): boolean {
    return this.#others.has(type)
  }

  /** The types somebody listens for. */
  protected heardTypes(): string[] {
    const others = [...this.#others].filter(([, listeners]) => !listeners.isEmpty).map(([type]) => type)
    return this.messageListeners.isEmpty ? others : ['message', ...others]
  }

  /** The first listener for messages has come, or the last has gone. */
  protected onHeard(_isHeard: boolean): void {}

  protected onDrainHeard(): void {}
}

/** As the platform: whatever is given, as a string. Throws `TypeError` for a symbol, which is none. */
export function eventTypeOf(type: unknown): string {
  if (typeof type === 'symbol')
    throw new TypeError(`Cannot use ${String(type)} as the type of an event: it is a string`)
  return String(type)
}

/** As the platform reads a handler attribute: what cannot be one is none. */
export function handlerOf(value: unknown): Listener | null {
  return typeof value === 'function' || (typeof value === 'object' && value !== null) ? (value as Listener) : null
}

/** As the platform: null and undefined are none, what could never be called is refused. */
export function isListener(value: unknown): value is Listener {
  if (value === null || value === undefined) return false
  if (typeof value === 'function' || typeof value === 'object') return true
  throw new TypeError(`Cannot listen with a ${typeof value}: use a function, or an object with handleEvent()`)
}
