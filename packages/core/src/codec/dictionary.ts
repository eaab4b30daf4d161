/**
 * Strings that come again: both sides of a channel keep the last one of each slot, and a slot says it in two bytes.
 *
 * The encoder alone decides which slot a string goes to and tells; the decoder follows. A string that came again since
 * it was kept stays once more before another takes its slot. Looking is not free, so each place in a shape has a credit:
 * texts that come again earn it, others use it up, and then the place is left alone for a while.
 */

const SLOTS = 256
const CREDIT_MAX = 64
const PAUSE = 1000

/** The credit of a place to begin with. */
export const CREDIT_FIRST = 16

/** Lengths worth keeping: shorter strings cost as little themselves, longer ones rarely come again. */
export const KEPT_MIN = 9
export const KEPT_MAX = 64

/** The encoder's side. */
export class KeptTexts {
  readonly #texts: (string | undefined)[] = Array.from({ length: SLOTS })
  readonly #cameAgain: Uint8Array = new Uint8Array(SLOTS)
  readonly #changed: number[] = []
  readonly #isUsed: boolean

  /** Not used where each message is complete in itself. */
  constructor(isUsed: boolean) {
    this.#isUsed = isUsed
  }

  start(): void {
    if (this.#changed.length > 0) this.#changed.length = 0
  }

  /** The last message is not sent: what it kept is not known. */
  undo(): void {
    for (const slot of this.#changed) this.#texts[slot] = undefined
    this.#changed.length = 0
  }

  /** Whether looking for the text of this place is worth it. */
  isLikely(credit: Int32Array, place: number): boolean {
    if (credit[place]! >= 0) return this.#isUsed
    credit[place]!++
    return false
  }

  has(slot: number, text: string, credit: Int32Array, place: number): boolean {
    if (this.#texts[slot] === text) {
      this.#cameAgain[slot] = 1
      if (credit[place]! < CREDIT_MAX) credit[place]!++
      return true
    }
    if (--credit[place]! < 0) credit[place] = -PAUSE
    return false
  }

  /** Keeps a text that is being written, unless the one in its place came again lately. */
  keep(slot: number, text: string): boolean {
    if (this.#cameAgain[slot] !== 0) {
      this.#cameAgain[slot] = 0
      return false
    }
    this.#texts[slot] = text
    this.#changed.push(slot)
    return true
  }
}

export function slotOf(text: string, length: number): number {
  const mixed = text.charCodeAt(0) + text.charCodeAt(length >> 1) * 31 + text.charCodeAt(length - 1) * 17 + length * 7
  return (mixed ^ (mixed >> 8)) & (SLOTS - 1)
}
