/** Writes where it has no business, at random: over the control block, record headers and payloads of rings. */

import {
  CONSUMER_GATE,
  CONSUMER_OWNER,
  CONSUMER_POSITION,
  CONSUMER_STATE,
  CONTROL_BYTES,
  CONTROL_WORDS,
  OUT_OF_BAND,
  OUT_OF_BAND_TAKEN,
  PRODUCER_GATE,
  PRODUCER_OWNER,
  PRODUCER_POSITION,
  PRODUCER_STATE,
  RECORD_LENGTH_BITS,
  UNWRAPPED,
  WANTED_POSITION,
} from '../../packages/core/src/memory/layout.ts'
import type { Plan } from './plan.ts'

type Random = () => number

const POSITIONS = [PRODUCER_POSITION, CONSUMER_POSITION, WANTED_POSITION]
const GATES = [CONSUMER_GATE, PRODUCER_GATE]
const STATES = [PRODUCER_STATE, CONSUMER_STATE]
const COUNTS = [OUT_OF_BAND, UNWRAPPED, OUT_OF_BAND_TAKEN]
const OWNERS = [PRODUCER_OWNER, CONSUMER_OWNER]
const USED = [...POSITIONS, ...GATES, ...STATES, ...COUNTS, ...OWNERS]

const SPINS = 400

export class Scribbler {
  readonly #rings: readonly SharedArrayBuffer[]
  readonly #random: Random
  readonly #target: Plan['target']

  /** `rings` may grow later. */
  constructor(rings: readonly SharedArrayBuffer[], random: Random, target: Plan['target']) {
    this.#rings = rings
    this.#random = random
    this.#target = target
  }

  /** One write; half of them are taken back a moment later, so that what was checked is not what is used. */
  scribble(): void {
    const random = this.#random
    const buffer = this.#rings[random() % this.#rings.length]!
    const target =
      this.#target === 'anything'
        ? random() % 4
        : ['control words', 'plausible words', 'record headers'].indexOf(this.#target)
    const words = new Int32Array(buffer)
    const at = target === 0 ? this.#anyWord() : target === 1 ? this.#pick(USED) : this.#placeInData(words, target === 2)
    const before = Atomics.load(words, at)
    Atomics.store(words, at, target === 0 ? this.#anyValue() : this.#likelyValue(words, at, target, before))
    if (random() % 2 === 0) return
    for (let spins = random() % SPINS; spins > 0; spins--) Atomics.load(words, at)
    Atomics.store(words, at, before)
  }

  #anyWord(): number {
    return this.#random() % 4 === 0 ? this.#random() % CONTROL_WORDS : this.#pick(USED)
  }

  #anyValue(): number {
    return this.#random() | 0
  }

  /** A word of the data area, most often where records are. */
  #placeInData(words: Int32Array, isHeader: boolean): number {
    const capacity = words.byteLength - CONTROL_BYTES
    const from = Atomics.load(words, CONSUMER_POSITION)
    const used = (Atomics.load(words, PRODUCER_POSITION) - from) | 0
    const range = this.#random() % 4 !== 0 && used > 0 && used <= capacity ? used : capacity
    const offset = (from + (this.#random() % range)) & (capacity - 1) & (isHeader ? -8 : -4)
    return (CONTROL_BYTES + offset) >> 2
  }

  #likelyValue(words: Int32Array, at: number, target: number, before: number): number {
    const random = this.#random
    if (target === 2) {
      const kind = random() % 4 === 0 ? random() % 16 : 1 + (random() % 2)
      const length = random() % 4 === 0 ? random() % (1 << RECORD_LENGTH_BITS) : random() % 2048
      return (kind << RECORD_LENGTH_BITS) | length
    }
    if (target !== 1) return before ^ (1 << (random() % 32)) ^ (random() % 3 === 0 ? 0xc0 << (8 * (random() % 4)) : 0)
    if (GATES.includes(at) || STATES.includes(at)) return random() % 4
    const step = POSITIONS.includes(at) ? 8 * this.#pick([1, 2, 3, 64, (words.byteLength - CONTROL_BYTES) >> 3]) : 1
    return random() % 2 === 0 ? (before + step) | 0 : (before - step) | 0
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random() % list.length]!
  }
}
