/**
 * When a ring that has grown is no longer needed: little has been buffered for long, as far as the sender looked. A larger
 * ring keeps its memory, and is slower than a small one, all of which is in a cache.
 */

/** Looks in a row that must have found little, to begin with. */
const LOOKS = 64
/** Of the first ring: how much may be buffered, and how much is sent between two looks. */
const PART = 4

export class Calm {
  /** Bytes sent at which to look again: never, once the first size is back and no older ring is left. */
  lookAt: number = Infinity
  /** Of the first ring, in bytes. */
  readonly capacity: number
  readonly #part: number
  #needed: number
  #looks = 0

  constructor(capacity: number, looks: number = LOOKS) {
    this.capacity = capacity
    this.#part = capacity / PART
    this.#needed = looks
  }

  /** Counts from here on, `bytes` sent so far: the ring has grown, had to be as large for a message, or was left. */
  begin(bytes: number): void {
    this.#looks = 0
    this.lookAt = bytes + this.#part
  }

  /** A look in the larger ring: whether a ring of the first size would have been enough, as far as was looked. */
  isEnough(bytes: number, buffered: number): boolean {
    this.#looks = buffered <= this.#part ? this.#looks + 1 : 0
    this.lookAt = bytes + this.#part
    return this.#looks >= this.#needed
  }

  /** The first size is back. Should it grow again, twice as many looks are needed. */
  end(bytes: number): void {
    this.#needed *= 2
    this.begin(bytes)
  }
}
