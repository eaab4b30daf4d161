/** The platform's own event classes, typed as far as a port uses them: core has neither DOM nor Node types. */

export interface EventLike {
  readonly type: string
}

export interface MessageEventLike extends EventLike {
  readonly data: unknown
  readonly ports: readonly object[]
}

export type Listener = ((event: never) => void) | { handleEvent(event: never): void }

export interface ListenerOptions {
  once?: boolean
  capture?: boolean
  passive?: boolean
  signal?: object
}

interface EventTargetLike {
  addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void
  removeEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void
  dispatchEvent(event: EventLike): boolean
}

interface Platform {
  readonly EventTarget: new () => EventTargetLike
  readonly Event: new (type: string) => EventLike
  readonly MessageEvent: new (type: string, init: { data: unknown; ports: readonly object[] }) => MessageEventLike
}

const platform = globalThis as unknown as Platform

export const PlatformEventTarget: new () => EventTargetLike = platform.EventTarget

const NO_PORTS: readonly object[] = Object.freeze([])

export function messageEvent(
  type: 'message' | 'messageerror',
  data: unknown,
  ports: readonly object[] = NO_PORTS,
): MessageEventLike {
  const event = new platform.MessageEvent(type, { data, ports })
  // To the constructor, undefined means the default, which is null.
  if (data === undefined) Object.defineProperty(event, 'data', { value: undefined })
  return event
}

export function closeEvent(): EventLike {
  return new platform.Event('close')
}
