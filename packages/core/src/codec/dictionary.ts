/**
 * Strings that come again: both sides of a channel keep some, by slot, and a slot says it in two bytes.
 *
 * The encoder alone decides which string goes to which slot and tells; the decoder follows. A string that came again since
 * the hand last passed its slot stays for one more round. Looking is not free, so each place in a shape has a credit:
 * texts that come again earn it, others use it up, and then the place is left alone for a long while.
 */

const SLOTS = 256
const CREDIT_MAX = 512
const PAUSE = 1 << 14
/** What it costs in credit to take another text's slot: a place pays where four of five come again before they are gone. */
const EVICTION = 3
/** Enough to fill all slots, taken by others, with the strings of one place and to see them come again. */
const CREDIT_AFTER_PAUSE = 320 * (1 + EVICTION)
/** Slots that one string may ask for room. */
const PASSED_MAX = 4

/** The credit of a place to begin with. */
export const CREDIT_FIRST = 512

/** Lengths worth keeping: shorter strings cost as little themselves, longer ones rarely come again. */
export const KEPT_MIN = 9
export const KEPT_MAX = 128

/** The encoder's side. */
export class KeptTexts {
  readonly #slots: Map<string, number> = new Map()
  readonly #texts: (string | undefined)[] = Array.from({ length: SLOTS })
  readonly #cameAgain: Uint8Array = new Uint8Array(SLOTS)
  readonly #changed: number[] = []
  readonly #isUsed: boolean
  #hand = 0

  /** Not used where each message is complete in itself. */
  constructor(isUsed: boolean) {
    this.#isUsed = isUsed
  }

  start(): void {
    if (this.#changed.length > 0) this.#changed.length = 0
  }

  /** The last message is not sent: what it kept is not known. */
  undo(): void {
    for (const slot of this.#changed) this.#free(slot)
    this.#changed.length = 0
  }

  /** Whether looking for the text of this place is worth it. */
  isLikely(credit: Int32Array, place: number): boolean {
    if (credit[place]! >= 0) return this.#isUsed
    if (++credit[place]! === 0) credit[place] = CREDIT_AFTER_PAUSE
    return false
  }

  /** The slot of a text, or -1. */
  find(text: string, credit: Int32Array, place: number): number {
    const slot = this.#slots.get(text)
    if (slot !== undefined) {
      this.#cameAgain[slot] = 1
      if (credit[place]! < CREDIT_MAX) credit[place]!++
      return slot
    }
    this.#charge(credit, place, 1)
    return -1
  }

  /** The slot that a text goes to, which is being written; -1 when all that were asked have come again lately. */
  keep(text: string, credit: Int32Array, place: number): number {
    for (let passed = 0; passed < PASSED_MAX; passed++) {
      const slot = this.#hand
      this.#hand = (slot + 1) % SLOTS
      if (this.#cameAgain[slot] === 0) {
        if (this.#texts[slot] !== undefined) {
          this.#free(slot)
          this.#charge(credit, place, EVICTION)
        }
        // First, so that `undo` knows of it, should the stack be full in between.
        this.#changed.push(slot)
        this.#texts[slot] = text
        this.#slots.set(text, slot)
        return slot
      }
      this.#cameAgain[slot] = 0
    }
    return -1
  }

  #charge(credit: Int32Array, place: number, points: number): void {
    const left = credit[place]! - points
    credit[place] = left < 0 ? -PAUSE : left
  }

  #free(slot: number): void {
    const text = this.#texts[slot]
    if (text === undefined) return
    this.#slots.delete(text)
    this.#texts[slot] = undefined
  }
}
