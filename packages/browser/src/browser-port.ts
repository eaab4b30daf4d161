/** A port with the browser's types of events. */

import { type EventHandler, type Listener, type ListenerOptions, openOffer, Port, type PortParts } from '@slipring/core'
import { browserHost } from './browser-host.ts'

/** The argument of a listener, by the type of event. */
export interface PortEventMap {
  message: MessageEvent
  messageerror: MessageEvent
  close: Event
  drain: Event
}

export type BrowserPortParts = Omit<PortParts, 'host'>

/** One end of a channel, with the methods of a browser's `MessagePort`. */
export class BrowserPort extends Port {
  constructor(parts: BrowserPortParts) {
    super({ ...parts, host: browserHost })
  }

  override get onmessage(): ((event: MessageEvent) => void) | null {
    return super.onmessage as ((event: MessageEvent) => void) | null
  }
  override set onmessage(handler: ((event: MessageEvent) => void) | null) {
    super.onmessage = handler
  }

  override get onmessageerror(): ((event: MessageEvent) => void) | null {
    return super.onmessageerror as ((event: MessageEvent) => void) | null
  }
  override set onmessageerror(handler: ((event: MessageEvent) => void) | null) {
    super.onmessageerror = handler
  }

  override get onclose(): ((event: Event) => void) | null {
    return super.onclose as ((event: Event) => void) | null
  }
  override set onclose(handler: ((event: Event) => void) | null) {
    super.onclose = handler
  }

  override get ondrain(): ((event: Event) => void) | null {
    return super.ondrain as ((event: Event) => void) | null
  }
  override set ondrain(handler: ((event: Event) => void) | null) {
    super.ondrain = handler
  }

  override addEventListener<Type extends keyof PortEventMap>(
    type: Type,
    listener: ((this: BrowserPort, event: PortEventMap[Type]) => unknown) | null,
    options?: AddEventListenerOptions | boolean,
  ): void
  override addEventListener(
    type: string,
    listener: EventHandler<Event> | EventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void
  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    super.addEventListener(type, listener, options)
  }

  /** Goes over to the shared memory that the other side offers. Throws `HandshakeError`. */
  adoptOffer(offer: unknown): void {
    const regions = openOffer(offer)
    if (regions !== undefined) this.adopt(regions)
  }
}
