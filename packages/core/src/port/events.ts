/** The platform's own event classes, typed as far as a port uses them: core has neither DOM nor Node types. */

import { bare } from '../bare.ts'

export interface EventLike {
  readonly type: string
  readonly target: unknown
  readonly timeStamp: number
}

/** A `message` or `messageerror` event, as far as every platform has it. */
export interface MessageEventLike extends EventLike {
  readonly data: any
  readonly ports: readonly any[]
  /** Empty, as on any port. */
  readonly origin: string
  readonly lastEventId: string
}

/** A listener for one type of event. Written as a method, so that it may ask for more than these types know of an event. */
export type EventHandler<E extends EventLike> = { handle(event: E): unknown }['handle']

/** A listener for any type of event. The program that adds it knows the type of its argument. */
export type Listener = ((event: never) => unknown) | { handleEvent(event: never): unknown }

export interface ListenerOptions {
  once?: boolean | undefined
  capture?: boolean | undefined
  passive?: boolean | undefined
  signal?: Signal | undefined
}

/** An `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export function isSignal(value: unknown): value is Signal {
  if (typeof value !== 'object' || value === null) return false
  const { addEventListener, removeEventListener } = value as Partial<Signal>
  return typeof addEventListener === 'function' && typeof removeEventListener === 'function'
}

interface EventTargetLike {
  addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void
  removeEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void
  dispatchEvent(event: EventLike): boolean
}

interface Platform {
  readonly EventTarget: new () => EventTargetLike
  readonly Event: new (type: string) => EventLike
  readonly AbortController: new () => { readonly signal: Signal; abort(): void }
  /** A program may have put anything in its place. */
  readonly MessageEvent: (new (type: string, init: { data: unknown }) => MessageEventLike) | undefined
  readonly performance: {
    now(): number
    measure(name: string, options: { start: number; end: number }): unknown
  }
}

const platform = globalThis as unknown as Platform

// As they are now: a test may put others in their place later, and events still come.
export const PlatformEventTarget: new () => EventTargetLike = platform.EventTarget
const EventAtLoad = platform.Event
let dispatched: Platform['Event'] | undefined

function eventClass(): Platform['Event'] {
  return (dispatched ??= isDispatched(EventAtLoad) ? EventAtLoad : eventOfPlatform())
}

function isDispatched(Event: Platform['Event']): boolean {
  try {
    return new PlatformEventTarget().dispatchEvent(new Event('test'))
  } catch {
    return false
  }
}

/** A program has replaced `Event`, and not what dispatches: the platform makes events of its own class. */
function eventOfPlatform(): Platform['Event'] {
  const controller = new platform.AbortController()
  let own = EventAtLoad
  const listener = (...events: unknown[]): void =>
    void (own = (events[0] as EventLike).constructor as Platform['Event'])
  controller.signal.addEventListener('abort', listener)
  controller.abort()
  return own
}

/** Not before somebody needs it: Node loads it with all of its web client, which takes longer than all of ours. */
export function messageEventClass(): Platform['MessageEvent'] {
  return platform.MessageEvent
}

/** In milliseconds, as in the time stamp of an event. */
export function currentTime(): number {
  return platform.performance.now()
}

/** An entry of the platform's timeline, from `start` to now. */
export function measureTime(name: string, start: number): void {
  const { performance } = platform
  performance.measure(name, { start, end: performance.now() })
}

/** A message that could not be read. */
export function messageErrorEvent(data: unknown): MessageEventLike {
  const MessageEvent = messageEventClass()
  // Or somebody has put a class in its place that no platform dispatches.
  const isPlatforms = MessageEvent?.prototype instanceof (eventClass() as never)
  const event = isPlatforms ? new MessageEvent('messageerror', { data }) : plainEvent('messageerror')
  // To the constructor, undefined means the default, which is null.
  if (!isPlatforms || data === undefined) Object.defineProperty(event, 'data', bare({ value: data }))
  return event as MessageEventLike
}

export function plainEvent(type: string): EventLike {
  return new (eventClass())(type)
}
