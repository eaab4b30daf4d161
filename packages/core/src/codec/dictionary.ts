/**
 * Strings that come again: both sides of a direction keep some, by slot, and a slot says it in two bytes.
 *
 * The encoder alone decides which string goes to which slot and tells; the decoder follows. A string that came again since
 * the hand last passed its slot stays for one more round. Looking is not free, so each place in a shape has a credit:
 * texts that come again earn it, others use it up, and then the place is left alone for a long while, twice as long as the
 * last time if its texts have not come again in between.
 */

const TEXTS = 256
const PAUSE = 1 << 14
const PAUSE_MAX = 1 << 20
/** The credit that taking a slot costs. A slot pays off if four of five texts return before they are evicted. */
const EVICTION = 3
/** To begin with: the slots are free. */
const CREDIT_FIRST = 512
/**
 * After a pause: enough to fill all slots, taken by others, with the strings of one place and to see them come again. They
 * have come again where a place that had less has as much.
 */
const CREDIT_MAX = 320 * (1 + EVICTION)
/** Slots that one string may ask for room. */
const PASSED_MAX = 4

/** Lengths worth keeping: shorter strings cost as little themselves, longer ones rarely come again. */
export const TEXT_MIN = 9
export const TEXT_MAX = 128

/** The credit of so many places; below zero, how long a place is still left alone. Then for each how long the next time. */
export function createCredit(places: number): Int32Array {
  return new Int32Array(places * 2).fill(CREDIT_FIRST, 0, places).fill(PAUSE, places)
}

function leaveAlone(credit: Int32Array, place: number): void {
  const next = nextPause(credit, place)
  const pause = credit[next]!
  credit[place] = -pause
  credit[next] = Math.min(pause * 2, PAUSE_MAX)
}

function nextPause(credit: Int32Array, place: number): number {
  return place + credit.length / 2
}

/** The encoder's side. */
export class TextDictionary {
  readonly #slots: Map<string, number> = new Map()
  readonly #texts: (string | undefined)[]
  readonly #cameAgain: Uint8Array
  readonly #changed: number[] = []
  #hand = 0
  /** Not where each message is complete in itself. */
  readonly isUsed: boolean

  constructor(isUsed: boolean, slots: number = TEXTS) {
    this.isUsed = isUsed
    // Decoders make an unused one for every new shape.
    const length = isUsed ? slots : 0
    this.#cameAgain = new Uint8Array(length)
    // Without holes, where an array reads its prototype. In a fresh thread `Array.from` takes ten times as long.
    // oxlint-disable-next-line unicorn/no-new-array -- its length
    this.#texts = new Array<undefined>(length).fill(undefined)
  }

  start(): void {
    if (this.#changed.length > 0) this.#changed.length = 0
  }

  /** The last message is not sent: what it kept is not known. */
  undo(): void {
    if (this.#changed.length === 0) return
    for (const slot of this.#changed) this.#free(slot)
    this.#changed.length = 0
  }

  /** Whether looking for the text of this place is worth it. */
  isLikely(credit: Int32Array, place: number): boolean {
    if (credit[place]! >= 0) return this.isUsed
    if (++credit[place]! === 0) credit[place] = CREDIT_MAX
    return false
  }

  /** The slot of a text, or -1. */
  find(text: string, credit: Int32Array, place: number): number {
    const slot = this.#slots.get(text)
    if (slot !== undefined) {
      this.#cameAgain[slot] = 1
      if (credit[place]! < CREDIT_MAX && ++credit[place]! === CREDIT_MAX) credit[nextPause(credit, place)] = PAUSE
      return slot
    }
    this.#charge(credit, place, 1)
    return -1
  }

  /**
   * A free slot for a text that is about to be written, which `keep` then puts there; -1 when all that were asked have come
   * again lately.
   */
  claim(credit: Int32Array, place: number): number {
    for (let passed = 0; passed < PASSED_MAX; passed++) {
      const slot = this.#hand
      this.#hand = (slot + 1) % this.#cameAgain.length
      if (this.#cameAgain[slot] === 0) {
        if (this.#texts[slot] !== undefined) {
          this.#free(slot)
          this.#charge(credit, place, EVICTION)
        }
        // Before it has a text, so that `undo` knows of it, should the stack be full in between.
        this.#changed.push(slot)
        return slot
      }
      this.#cameAgain[slot] = 0
    }
    return -1
  }

  /**
   * Puts a text into a claimed slot. The text must own its characters: engines make a text that was cut out of a longer one
   * share the characters of that one, which would live as long as the slot.
   */
  keep(text: string, slot: number): void {
    this.#texts[slot] = text
    this.#slots.set(text, slot)
  }

  #charge(credit: Int32Array, place: number, points: number): void {
    const before = credit[place]!
    if (before >= points) credit[place] = before - points
    // One text may be charged for twice.
    else if (before >= 0) leaveAlone(credit, place)
  }

  #free(slot: number): void {
    const text = this.#texts[slot]
    if (text === undefined) return
    this.#slots.delete(text)
    this.#texts[slot] = undefined
  }
}
