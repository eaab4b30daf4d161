/**
 * When a ring that has grown is no longer needed: little has been buffered for long, as far as the sender looked. A larger
 * ring keeps its memory, and is slower than a small one, all of which is in a cache.
 */

/** Looks in a row that must have found little, to begin with. */
const LOOKS = 64
/** Of the first ring: how much may be buffered, and how much is sent between two looks. */
const PART = 4

export class Calm {
  /** Bytes sent at which to look again: never, while the ring has its first size. */
  lookAt: number = Infinity
  readonly #part: number
  #needed: number
  #looks = 0

  /** `capacity`: of the first ring, in bytes. */
  constructor(capacity: number, looks: number = LOOKS) {
    this.#part = capacity / PART
    this.#needed = looks
  }

  /** The ring has grown, `bytes` sent so far. */
  begin(bytes: number): void {
    this.#looks = 0
    this.lookAt = bytes + this.#part
  }

  /** Looks: whether a ring of the first size would have been enough all the time. */
  isEnough(bytes: number, buffered: number): boolean {
    // So far beyond, and the last message was too large for it.
    const isLittle = buffered <= this.#part && bytes - this.lookAt <= this.#part
    this.#looks = isLittle ? this.#looks + 1 : 0
    this.lookAt = bytes + this.#part
    return this.#looks >= this.#needed
  }

  /** The first size is back. Should it grow again, that takes twice as long the next time. */
  end(): void {
    this.lookAt = Infinity
    this.#needed *= 2
  }
}
