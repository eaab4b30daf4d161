/**
 * When a ring that has grown is no longer needed: little has been buffered for long, as far as the sender looked. A larger
 * ring keeps its memory, and is slower than a small one, all of which is in a cache.
 */

/** Looks in a row that must have found little, to begin with. */
const LOOKS = 64
/** At most one part in so many of the first ring may be buffered. As much is sent between two looks. */
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

  /** Counts anew. `bytes`: sent so far. The ring has grown, a message needed its size, or a ring was left. */
  begin(bytes: number): void {
    this.#looks = 0
    this.lookAt = bytes + this.#part
  }

  /** Notes a look at the larger ring. True after enough looks in a row that a ring of the first size would have been enough for. */
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
