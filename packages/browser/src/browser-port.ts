/** A port with the browser's types of events. */

import { type EventHandler, openOffer, Port, type PortParts } from '@slipring/core'
import { browserHost } from './browser-host.ts'

/** The argument of a listener, by the type of event. */
export interface PortEventMap {
  message: MessageEvent
  messageerror: MessageEvent
  close: Event
  drain: Event
}

/** The browser's types of events, on members that a port has anyway. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- `Port` has all of them
export interface BrowserPort {
  get onmessage(): ((event: MessageEvent) => void) | null
  set onmessage(handler: ((event: MessageEvent) => void) | null)
  get onmessageerror(): ((event: MessageEvent) => void) | null
  set onmessageerror(handler: ((event: MessageEvent) => void) | null)
  get onclose(): ((event: Event) => void) | null
  set onclose(handler: ((event: Event) => void) | null)
  get ondrain(): ((event: Event) => void) | null
  set ondrain(handler: ((event: Event) => void) | null)
  addEventListener<Type extends keyof PortEventMap>(
    type: Type,
    listener: ((this: BrowserPort, event: PortEventMap[Type]) => unknown) | null,
    options?: AddEventListenerOptions | boolean,
  ): void
  addEventListener(
    type: string,
    listener: EventHandler<Event> | EventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void
}

/** One end of a channel, with the methods of a browser's `MessagePort`. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- as above
export class BrowserPort extends Port {
  constructor(parts: Omit<PortParts, 'host'>) {
    super({ ...parts, host: browserHost })
  }

  /** Goes over to the shared memory that the other side offers. Throws `HandshakeError`. */
  adoptOffer(offer: unknown): void {
    const regions = openOffer(offer)
    if (regions !== undefined) this.adopt(regions)
  }
}
