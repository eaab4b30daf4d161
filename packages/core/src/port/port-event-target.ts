/** The `EventTarget` face of a port: listeners and handler attributes. */

import { type Listener, type ListenerOptions, PlatformEventTarget } from './events.ts'

export abstract class PortEventTarget extends PlatformEventTarget {
  readonly #handlers = new Map<string, Listener | null>()

  /** Whether anybody ever listened for messages this way: without, no event is made. */
  protected hasMessageListeners = false

  /** Begins delivery of messages. */
  abstract start(): void

  abstract close(): void

  /** As on a `MessagePort`, setting it starts the port. */
  get onmessage(): Listener | null {
    return this.#handlers.get('message') ?? null
  }
  set onmessage(handler: Listener | null) {
    this.#setHandler('message', handler)
    if (handler !== null) this.start()
  }

  /** A native message that the platform could not deserialize. A ring that cannot be read ends the port instead. */
  get onmessageerror(): Listener | null {
    return this.#handlers.get('messageerror') ?? null
  }
  set onmessageerror(handler: Listener | null) {
    this.#setHandler('messageerror', handler)
  }

  /** The port has ended, from either side: `closed` tells why. */
  get onclose(): Listener | null {
    return this.#handlers.get('close') ?? null
  }
  set onclose(handler: Listener | null) {
    this.#setHandler('close', handler)
  }

  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    super.addEventListener(type, listener, options)
    if (type === 'message' && listener !== null) this.hasMessageListeners = true
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #setHandler(type: string, handler: Listener | null): void {
    const old = this.#handlers.get(type)
    if (old) this.removeEventListener(type, old)
    this.#handlers.set(type, handler)
    if (handler !== null) this.addEventListener(type, handler)
  }
}
