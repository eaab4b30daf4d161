/**
 * Which objects a message already contains.
 *
 * Objects are numbered in the order in which their encoding begins. Few objects: a scan of a small array costs less than
 * hashing. Many: all of them in a Set, which takes one look-up where a Map with their numbers takes two; the numbers are
 * worked out once one is needed. The decoder numbers objects too, but only in messages that say they refer back.
 */

const SCANNED = 12

export class Identities {
  /** The message refers back to one of its objects. */
  isReferring = false
  readonly #scanned: (object | undefined)[] = Array.from({ length: SCANNED })
  readonly #hashed: Set<object> = new Set()
  readonly #numbers: Map<object, number> = new Map()
  #unnumbered: Iterator<object> | undefined = undefined
  #count = 0

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

  /** Forgets the objects of the message. */
  forget(): void {
    const count = this.#count
    if (count >= SCANNED) this.#forgetHashed()
    const scanned = this.#scanned
    for (let index = 0; index < count && index < SCANNED; index++) scanned[index] = undefined
    this.#count = 0
    this.isReferring = false
  }

  #forgetHashed(): void {
    // An empty one takes as long to clear.
    if (this.#hashed.size === 0) return
    this.#hashed.clear()
    this.#numbers.clear()
    this.#unnumbered = undefined
  }

  #identifyFurther(value: object, count: number): number {
    const hashed = this.#hashed
    if (hashed.size === 0) for (const scanned of this.#scanned) hashed.add(scanned!)
    hashed.add(value)
    if (hashed.size === count) return this.#refer(this.#numberOf(value))
    this.#count = count + 1
    return -1
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
