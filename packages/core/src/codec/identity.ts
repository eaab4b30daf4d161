/**
 * Which objects a message already contains.
 *
 * Objects are numbered in the order in which their encoding begins. Few objects: a scan of a small array costs less than
 * hashing. Many: all of them in a Set, which takes one look-up where a Map with their numbers takes two; the numbers are
 * worked out once one is needed. As long as they are those of an earlier message, one after the other, they are known to
 * differ without either. The decoder numbers objects too, but only in messages that say they refer back.
 */

import { Trails } from './trails.ts'

const SCANNED = 12

export class Identities {
  /** The message refers back to one of its objects. */
  isReferring = false
  readonly #scanned: (object | undefined)[] = Array.from({ length: SCANNED })
  readonly #hashed: Set<object> = new Set()
  readonly #numbers: Map<object, number> = new Map()
  #unnumbered: Iterator<object> | undefined = undefined
  #count = 0
  readonly #trails = new Trails()
  /** What an earlier message contained: beyond those scanned, this one has had the same so far. */
  #trail: readonly object[] | undefined = undefined

  /** Number of `value` when the message already contains it; else -1, and it is from now on in the message. */
  identify(value: object): number {
    const count = this.#count
    if (count >= SCANNED) {
      const trail = this.#trail
      if (trail === undefined || count >= trail.length || trail[count] !== value)
        return this.#identifyHashed(value, count)
      this.#count = count + 1
      return -1
    }
    const scanned = this.#scanned
    for (let index = 0; index < count; index++) {
      if (scanned[index] === value) return this.#refer(index)
    }
    scanned[count] = value
    this.#count = count + 1
    return -1
  }

  /** Forgets the objects of the message. Only a trail remembers them, weakly. */
  forget(): void {
    const count = this.#count
    const scanned = count < SCANNED ? count : SCANNED
    if (count >= SCANNED) this.#forgetHashed()
    for (let index = 0; index < scanned; index++) this.#scanned[index] = undefined
    this.#count = 0
    this.isReferring = false
  }

  #forgetHashed(): void {
    const hashed = this.#hashed
    if (this.#trail === undefined) {
      if (!this.isReferring) this.#trails.remember(hashed)
      hashed.clear()
      this.#numbers.clear()
      this.#unnumbered = undefined
    }
    this.#trail = undefined
    this.#trails.leave()
  }

  #identifyHashed(value: object, count: number): number {
    const hashed = this.#hashed
    if (hashed.size === 0) {
      if (count === SCANNED) {
        this.#trail = this.#trails.find(value, this.#scanned)
        if (this.#trail !== undefined) {
          this.#count = count + 1
          return -1
        }
      }
      this.#hash(count)
    }
    hashed.add(value)
    if (hashed.size === count) return this.#refer(this.#numberOf(value))
    this.#count = count + 1
    return -1
  }

  /** All objects so far: from here on they are looked up. */
  #hash(count: number): void {
    const hashed = this.#hashed
    const trail = this.#trail
    for (const scanned of this.#scanned) hashed.add(scanned!)
    if (trail === undefined) return
    for (let index = SCANNED; index < count; index++) hashed.add(trail[index]!)
    this.#trail = undefined
    this.#trails.lose()
  }

  #refer(index: number): number {
    this.isReferring = true
    return index
  }

  // A Set is in the order of insertion, and its iterator goes on with what was added since.
  #numberOf(value: object): number {
    const numbers = this.#numbers
    this.#unnumbered ??= this.#hashed.values()
    for (let number = numbers.get(value); ; number = numbers.get(value)) {
      if (number !== undefined) return number
      numbers.set(this.#unnumbered.next().value as object, numbers.size)
    }
  }
}
