/**
 * The listeners of one type of event, in one order: handler attribute, listeners of events, listeners of bare values. Called
 * directly, by the rules of the platform's `dispatchEvent`, because that costs more than all the rest of a message.
 */

import { defineOwn } from '../codec/own-property.ts'
import { type EventLike, isSignal, type Listener, type ListenerOptions, type Signal } from './events.ts'
import { PortMessageEvent } from './port-message-event.ts'

/**
 * Calls `callback` and reads nothing of it: a Proxy, such as one of Comlink, would be asked for its `call`. `Reflect.apply` takes
 * an array, and was twice as slow where engines do not inline it.
 */
const call = Function.prototype.call.bind(Function.prototype.call) as (
  callback: Function,
  target: object,
  argument?: unknown,
) => unknown

interface Registered {
  callback: Listener
  readonly isCapture: boolean
  readonly isOnce: boolean
  /** Wants the value itself, not an event. */
  readonly isBare: boolean
  isRemoved: boolean
  /** Takes away what its signal was given. */
  forgetSignal: (() => void) | undefined
}

export interface ListenersParts {
  readonly target: object
  readonly reportError: (error: unknown) => void
  /** The return value of a listener, where the platform looks at it. */
  readonly onResult?: ((result: unknown) => void) | undefined
  /** One that listened for one message gets it; whether others listen on. */
  readonly onOnce?: ((areOthers: boolean) => void) | undefined
  /** The first has come, or the last has gone. */
  readonly onHeard: (isHeard: boolean) => void
}

export class Listeners {
  readonly #target: object
  readonly #reportError: (error: unknown) => void
  readonly #onResult: ((result: unknown) => void) | undefined
  readonly #onOnce: ((areOthers: boolean) => void) | undefined
  readonly #onHeard: (isHeard: boolean) => void
  /** Copied on change, so that a delivery under way sees the list it began with. */
  #list: readonly Registered[] = []
  #handler: Registered | undefined

  constructor({ target, reportError, onResult, onOnce, onHeard }: ListenersParts) {
    this.#target = target
    this.#reportError = reportError
    this.#onResult = onResult
    this.#onOnce = onOnce
    this.#onHeard = onHeard
  }

  get isEmpty(): boolean {
    return this.#list.length === 0
  }

  get count(): number {
    return this.#list.length
  }

  /** The handler attribute. A new handler takes the place of the old one in the order, as on the platform. */
  get handler(): Listener | null {
    return this.#handler?.callback ?? null
  }
  set handler(callback: Listener | null) {
    if (callback === null) {
      if (this.#handler !== undefined) this.#drop(this.#handler)
      this.#handler = undefined
    } else if (this.#handler !== undefined) {
      this.#handler.callback = callback
      // As on Node: the last has gone, and the first has come. A port that its program has let go of holds the process again.
      if (this.count === 1) this.#onHeard(true)
    } else {
      const added = registered(callback, false, false, false)
      this.#insert(added)
      this.#handler = added
    }
  }

  /** A listener that is there already is not added again. */
  add(callback: Listener, options: ListenerOptions | boolean | undefined, isBare: boolean): void {
    const { once, signal } = typeof options === 'object' ? (options ?? {}) : {}
    if (signal !== undefined && !isSignal(signal))
      throw new TypeError('Cannot listen with a signal that is no AbortSignal: use the signal of an AbortController')
    const isCapture = isCaptureIn(options)
    if (signal?.aborted === true || this.#find(callback, isCapture) !== undefined) return
    const added = registered(callback, isCapture, Boolean(once), isBare)
    this.#insert(added)
    if (signal !== undefined) this.#dropWhenAborted(added, signal)
  }

  remove(callback: Listener, options?: ListenerOptions | boolean): void {
    const found = this.#find(callback, isCaptureIn(options))
    if (found !== undefined) this.#drop(found)
  }

  removeAll(): void {
    for (const listener of this.#list) this.#drop(listener)
    this.#handler = undefined
  }

  /** One message, to all of them. Their exceptions are reported, and the other listeners still get it. */
  deliver(value: unknown, ports: readonly object[] | undefined): void {
    const list = this.#list
    let event: PortMessageEvent | undefined
    for (let index = 0; index < list.length; index++) {
      const listener = list[index]!
      if (listener.isRemoved) continue
      if (listener.isOnce) this.#dropOnce(listener)
      if (!listener.isBare) event ??= new PortMessageEvent(this.#target, value, ports)
      try {
        const result = this.#call(listener, listener.isBare ? value : event)
        if (result !== undefined) this.#onResult?.(result)
      } catch (error) {
        this.#reportError(error)
      }
      if (event !== undefined && PortMessageEvent.isStopped(event)) break
    }
    if (event !== undefined) PortMessageEvent.end(event)
  }

  /** An event of the platform, under way there; to be called by a listener of the platform. Bare listeners get `value`. */
  dispatch(event: EventLike & Partial<Stoppable>, value: unknown): void {
    let isStopped = false
    const stop = event.stopImmediatePropagation
    const stopHere = (): void => {
      isStopped = true
      if (stop !== undefined) call(stop, event)
    }
    // The platform does not tell.
    defineOwn(event, 'stopImmediatePropagation', stopHere, false)
    for (const listener of this.#list) {
      this.#callOne(listener, listener.isBare ? value : event)
      if (isStopped) break
    }
    delete event.stopImmediatePropagation
  }

  #dropOnce(listener: Registered): void {
    this.#drop(listener)
    this.noteOnce(!this.isEmpty)
  }

  /** A listener for one message has got it. Code behind a promise may add it again before the next message. */
  noteOnce(areOthers: boolean): void {
    this.#onOnce?.(areOthers)
  }

  #callOne(listener: Registered, argument: unknown): void {
    if (listener.isRemoved) return
    if (listener.isOnce) this.#drop(listener)
    try {
      const result = this.#call(listener, argument)
      if (result !== undefined) this.#onResult?.(result)
    } catch (error) {
      this.#reportError(error)
    }
  }

  #call(listener: Registered, argument: unknown): unknown {
    const { callback } = listener
    if (typeof callback === 'function') return call(callback, this.#target, argument)
    // As the platform: the attribute keeps an object, and reads as it, but only a listener's handleEvent is called.
    if (listener === this.#handler) return undefined
    // Without one nothing is called, and that is no error, as on Node and in Chromium.
    const { handleEvent } = callback
    return typeof handleEvent === 'function' ? call(handleEvent, callback, argument) : undefined
  }

  #find(callback: Listener, isCapture: boolean): Registered | undefined {
    return this.#list.find((one) => one !== this.#handler && one.callback === callback && one.isCapture === isCapture)
  }

  #insert(listener: Registered): void {
    if (!listener.isBare) PortMessageEvent.prepare()
    const list = this.#list
    const index = listener.isCapture ? list.findLastIndex((other) => other.isCapture) + 1 : list.length
    this.#list = list.toSpliced(index, 0, listener)
    if (list.length === 0) this.#onHeard(true)
  }

  // A signal may live as long as the program: it must hold neither port nor listener, as the platform's does not.
  #dropWhenAborted(listener: Registered, signal: Signal): void {
    const listeners = new WeakRef(this)
    const held = new WeakRef(listener)
    const abort = (): void => {
      const owner = listeners.deref()
      const dropped = held.deref()
      if (owner !== undefined && dropped !== undefined) owner.#drop(dropped)
    }
    listener.forgetSignal = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
  }

  #drop(listener: Registered): void {
    if (listener.isRemoved) return
    listener.isRemoved = true
    this.#list = this.#list.filter((other) => other !== listener)
    if (this.isEmpty) this.#onHeard(false)
    listener.forgetSignal?.()
  }
}

// As the platform: whatever is true enough.
function isCaptureIn(options: ListenerOptions | boolean | undefined): boolean {
  return Boolean(typeof options === 'object' ? options?.capture : options)
}

function registered(callback: Listener, isCapture: boolean, isOnce: boolean, isBare: boolean): Registered {
  return { callback, isCapture, isOnce, isBare, isRemoved: false, forgetSignal: undefined }
}

interface Stoppable {
  stopImmediatePropagation(): void
}
