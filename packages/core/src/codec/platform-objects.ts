/**
 * Platform objects, which bytes cannot carry: shared memory, ports, blobs, streams, everything in the transfer list. The bytes hold
 * their number; the objects themselves travel beside the message, by the platform's own postMessage.
 */
import { isUncloneable } from './brand.ts'
import { requireNoRemedy, throwUncloneable } from './uncloneable.ts'

const NONE: readonly never[] = Object.freeze([])
/** Transferred objects from which on a set finds one sooner than a list. */
const MANY = 16

export class PlatformObjects {
  readonly #areAllowed: boolean
  /** Some are in the message. */
  areSent = false
  #sent: object[] | undefined = undefined
  #transferred: readonly object[] = NONE
  #manyTransferred: ReadonlySet<object> | undefined

  /** Where they are not allowed, the first one is refused with a `DataCloneError`. */
  constructor(areAllowed: boolean) {
    this.#areAllowed = areAllowed
  }

  /** Starts a message. */
  start(transfer: readonly object[] | undefined): void {
    this.#sent = undefined
    this.areSent = false
    this.#transferred = transfer ?? NONE
    this.#manyTransferred = this.#transferred.length > MANY ? new Set(transfer) : undefined
  }

  finish(): void {
    this.#transferred = NONE
    this.#manyTransferred = undefined
  }

  /** The last message is on its way, or never will be: keeps none of them alive. */
  forget(): void {
    this.#sent = undefined
    this.areSent = false
  }

  /** Those of the message, in order of first appearance. */
  list(): readonly object[] {
    return this.#sent ?? NONE
  }

  isTransferred(value: object): boolean {
    return this.#transferred.length > 0 && (this.#manyTransferred?.has(value) ?? this.#transferred.includes(value))
  }

  /** Adds one and returns its number. */
  add(value: object): number {
    if (!this.isTransferred(value)) requireNoRemedy(value)
    // At once where that is sure: the platform would judge it after getters that it does not run then.
    if (!this.#areAllowed || (isUncloneable(value) && !this.isTransferred(value))) throwUncloneable(value)
    this.areSent = true
    this.#sent ??= []
    return this.#sent.push(value) - 1
  }
}
