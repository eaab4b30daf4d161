/**
 * The event of a message from a ring: a `MessageEvent` by its face and by `instanceof`, without the platform's part of
 * one. That part costs a microsecond or two to make, which is several times what the message itself costs; only
 * `dispatchEvent` asks for it, so an event of ours cannot be dispatched again elsewhere.
 */

import { bare } from '../bare.ts'
import { currentTime, messageEventClass } from './events.ts'

const NONE = 0
const AT_TARGET = 2
const NO_PORTS: readonly object[] = Object.freeze([])

/** Properties that every message has alike. */
const ALWAYS = {
  type: 'message',
  origin: '',
  lastEventId: '',
  source: null,
  bubbles: false,
  cancelable: false,
  composed: false,
  defaultPrevented: false,
  isTrusted: true,
}

let isMessageEvent = false

export class PortMessageEvent {
  readonly #target: object
  readonly #data: unknown
  readonly #ports: readonly object[] | undefined
  #isUnderWay = true
  #isStopped = false
  #isStoppedAtOnce = false
  #timeStamp = -1

  constructor(target: object, data: unknown, ports: readonly object[] | undefined) {
    this.#target = target
    this.#data = data
    this.#ports = ports
  }

  /** Before the first is made. */
  static prepare(): void {
    if (!isMessageEvent) becomeMessageEvent()
  }

  /** Whether a listener wants no other listener to see it. */
  static isStopped(event: PortMessageEvent): boolean {
    return event.#isStoppedAtOnce
  }

  /** Call when all listeners have had it. */
  static end(event: PortMessageEvent): void {
    event.#isUnderWay = false
  }

  get data(): unknown {
    return this.#data
  }
  get ports(): readonly object[] {
    return this.#ports === undefined ? NO_PORTS : Object.freeze(this.#ports)
  }
  get target(): object {
    return this.#target
  }
  get srcElement(): object {
    return this.#target
  }
  get currentTarget(): object | null {
    return this.#isUnderWay ? this.#target : null
  }
  get eventPhase(): number {
    return this.#isUnderWay ? AT_TARGET : NONE
  }
  composedPath(): object[] {
    return this.#isUnderWay ? [this.#target] : []
  }

  get returnValue(): boolean {
    return true
  }
  set returnValue(_: boolean) {}
  preventDefault(): void {}

  /** When somebody first asked: a reading of the clock for every message would be dear. */
  get timeStamp(): number {
    if (this.#timeStamp < 0) this.#timeStamp = currentTime()
    return this.#timeStamp
  }

  get cancelBubble(): boolean {
    return this.#isStopped
  }
  set cancelBubble(isStopped: boolean) {
    if (isStopped) this.#isStopped = true
  }
  stopPropagation(): void {
    this.#isStopped = true
  }
  stopImmediatePropagation(): void {
    this.#isStopped = true
    this.#isStoppedAtOnce = true
  }

  // Those of the platform refuse what is not an event of its own.
  initEvent(): void {}
  initMessageEvent(): void {}
}

for (const [name, value] of Object.entries(ALWAYS))
  Object.defineProperty(PortMessageEvent.prototype, name, bare({ get: () => value, configurable: true }))

// Node's own would throw.
Object.defineProperty(
  PortMessageEvent.prototype,
  Symbol.for('nodejs.util.inspect.custom'),
  bare({
    value(this: PortMessageEvent): object {
      return { type: ALWAYS.type, data: this.data, ports: this.ports, timeStamp: this.timeStamp }
    },
  }),
)

function becomeMessageEvent(): void {
  // Once only: Node aborts the process when it loads again what an error has kept it from loading.
  isMessageEvent = true
  const MessageEvent = messageEventClass()
  // Or somebody has put something else in its place, of which nothing can be an instance.
  const prototype: unknown = MessageEvent?.prototype
  if (typeof prototype !== 'object' || prototype === null) return
  // `new event.constructor(event.type, event)` makes one that can be dispatched.
  Object.defineProperty(PortMessageEvent.prototype, 'constructor', bare({ value: MessageEvent }))
  Object.setPrototypeOf(PortMessageEvent.prototype, prototype)
  showAll(prototype)
}

/** Shows the properties of the platform's own event, for programs that copy events. Getters of one platform would throw here. */
function showAll(prototype: object): void {
  const own = PortMessageEvent.prototype
  for (const name of Object.getOwnPropertyNames(own))
    if (name !== 'constructor') Object.defineProperty(own, name, bare({ enumerable: true }))
  for (let each = prototype; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each) as object) {
    for (const [name, { get, enumerable = false }] of Object.entries(Object.getOwnPropertyDescriptors(each))) {
      if (get !== undefined && !Object.hasOwn(own, name))
        Object.defineProperty(
          own,
          name,
          bare({
            get: /target$/i.test(name) ? targetOf : nothing,
            enumerable,
            configurable: true,
          }),
        )
    }
  }
}

function targetOf(this: PortMessageEvent): object {
  return this.target
}

function nothing(): null {
  return null
}
