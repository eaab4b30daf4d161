/** The `EventTarget` face of a port: listeners and handler attributes. */

import { type EventLike, type Listener, type ListenerOptions, PlatformEventTarget } from './events.ts'
import { MessageListeners } from './message-listeners.ts'

export abstract class PortEventTarget extends PlatformEventTarget {
  /** Those for `message`; others are left to the platform. */
  protected readonly messageListeners: MessageListeners
  readonly #handlers = new Map<string, Listener>()
  readonly #forward = (event: EventLike): void => this.messageListeners.dispatch(event)

  constructor(reportError: (error: unknown) => void) {
    super()
    this.messageListeners = new MessageListeners({
      target: this,
      reportError,
      onHeard: (isHeard) => this.onHeard(isHeard),
    })
  }

  /** Begins delivery of messages. */
  abstract start(): void

  abstract close(): void

  /** As on a `MessagePort`, setting it starts the port. */
  get onmessage(): Listener | null {
    return this.messageListeners.handler
  }
  set onmessage(handler: Listener | null) {
    this.messageListeners.handler = handlerOf(handler)
    if (handler !== null) this.start()
  }

  /** A native message that the platform could not deserialize. A ring that cannot be read ends the port instead. */
  get onmessageerror(): Listener | null {
    return this.#handlers.get('messageerror') ?? null
  }
  set onmessageerror(handler: Listener | null) {
    this.#setHandler('messageerror', handlerOf(handler))
  }

  /** The port has ended, from either side: `closed` tells why. */
  get onclose(): Listener | null {
    return this.#handlers.get('close') ?? null
  }
  set onclose(handler: Listener | null) {
    this.#setHandler('close', handlerOf(handler))
  }

  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    if (type !== 'message') super.addEventListener(type, listener, options)
    else if (listener !== null) this.messageListeners.add(listener, options, false)
  }

  override removeEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    if (type !== 'message') super.removeEventListener(type, listener, options)
    else if (listener !== null) this.messageListeners.remove(listener, options)
  }

  override dispatchEvent(event: EventLike): boolean {
    if (event.type === 'message') super.addEventListener('message', this.#forward, { once: true })
    return super.dispatchEvent(event)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** The first listener for messages has come, or the last has gone. */
  protected onHeard(_isHeard: boolean): void {}

  #setHandler(type: string, handler: Listener | null): void {
    const old = this.#handlers.get(type)
    if (old !== undefined) this.removeEventListener(type, old)
    this.#handlers.delete(type)
    if (handler === null) return
    this.#handlers.set(type, handler)
    this.addEventListener(type, handler)
  }
}

/** As the platform reads a handler attribute: what cannot be one is none. */
function handlerOf(value: unknown): Listener | null {
  return typeof value === 'function' || (typeof value === 'object' && value !== null) ? (value as Listener) : null
}
