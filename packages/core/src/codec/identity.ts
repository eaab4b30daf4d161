/**
 * Which objects a message already contains.
 *
 * Objects are numbered in the order in which their encoding begins. Few objects: a scan of a small array costs less than
 * hashing. Many: all of them in a Set, which takes one look-up where a Map with their numbers takes two; the numbers are
 * worked out once one is needed. As long as they are those of an earlier message, met in the same order, the answers are
 * the same too. The decoder numbers objects too, but only in messages that say they refer back.
 */

import { type Trail, Trails } from './trails.ts'

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
  /** An earlier message: beyond those scanned, this one has met the same objects so far. */
  #trail: Trail | undefined = undefined
  #steps = 0

  /** The message has begun with `root`, which is only noted when there is something in it that may refer to it. */
  begin(root: object): void {
    if (this.#count === 0) this.identify(root)
  }

  /** Number of `value` when the message already contains it; else -1, and it is from now on in the message. */
  identify(value: object): number {
    const count = this.#count
    // Apart: engines put what is short in place of its calls.
    if (count >= SCANNED) return this.#identifyFurther(value, count)
    const scanned = this.#scanned
    for (let index = 0; index < count; index++) {
      if (scanned[index] === value) return this.#refer(index)
    }
    scanned[count] = value
    this.#count = count + 1
    return -1
  }

  #identifyFurther(value: object, count: number): number {
    const trail = this.#trail
    const steps = this.#steps
    if (trail === undefined || steps >= trail.met.length || trail.met[steps] !== value)
      return this.#identifyHashed(value, count)
    this.#steps = steps + 1
    const number = trail.numbers === undefined ? -1 : trail.numbers[steps]!
    return number < 0 ? this.#add(count) : this.#refer(number)
  }

  /** Forgets the objects of the message. Only a trail remembers them, weakly. */
  forget(): void {
    const count = this.#count
    const scanned = count < SCANNED ? count : SCANNED
    if (count >= SCANNED) this.#forgetHashed(count)
    for (let index = 0; index < scanned; index++) this.#scanned[index] = undefined
    this.#count = 0
    this.isReferring = false
  }

  #forgetHashed(count: number): void {
    this.#trails.end(count, this.#trail !== undefined)
    this.#leaveTrail()
    // An empty one takes as long to clear.
    if (this.#hashed.size === 0) return
    this.#hashed.clear()
    this.#numbers.clear()
    this.#unnumbered = undefined
  }

  #identifyHashed(value: object, count: number): number {
    const hashed = this.#hashed
    if (hashed.size === 0) {
      if (this.#trail === undefined) {
        this.#trail = this.#trails.find(value, this.#scanned)
        if (this.#trail !== undefined) return this.identify(value)
      }
      this.#hash()
    }
    hashed.add(value)
    const number = hashed.size === count ? this.#refer(this.#numberOf(value)) : this.#add(count)
    this.#trails.draft?.add(value, number)
    return number
  }

  #add(count: number): number {
    this.#count = count + 1
    return -1
  }

  #refer(index: number): number {
    this.isReferring = true
    return index
  }

  #leaveTrail(): void {
    this.#trail = undefined
    this.#steps = 0
  }

  /** All objects so far: from here on they are looked up. */
  #hash(): void {
    const hashed = this.#hashed
    const trail = this.#trail
    for (const scanned of this.#scanned) hashed.add(scanned!)
    if (trail === undefined) return
    const steps = this.#steps
    for (let step = 0; step < steps; step++) hashed.add(trail.met[step]!)
    this.#trails.lose(trail, steps, this.#scanned)
    this.#leaveTrail()
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
