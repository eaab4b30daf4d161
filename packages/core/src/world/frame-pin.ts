/** The newest frame of a world, which stays as it is while this place pins it: its record, and a slot of each part. */

import { load, store } from '../atomics.ts'
import { RingCorruptError } from '../errors.ts'
import {
  INFO_BYTES,
  LATEST,
  PART_OLD,
  pinOf,
  RECORD_BITS,
  RECORD_MASK,
  recordOf,
  recordsFor,
} from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'

const NOTHING = 0
/** A try fails only if a frame came between two loads in a row; so many of them mean harm. */
const MOST_TRIES = 10_000

export class FramePin {
  readonly region: WorldRegion
  readonly place: number
  readonly #words: Int32Array
  readonly #pin: number
  readonly #records: number
  #corruption: RingCorruptError | undefined
  /** LATEST when the frame was taken. */
  latest: number = NOTHING
  /** Of the frame that is pinned, from 1; 0 while none is. */
  record: number = NOTHING

  /** The caller has the place. */
  constructor(region: WorldRegion, place: number) {
    this.region = region
    this.place = place
    this.#words = region.words
    this.#pin = pinOf(place)
    this.#records = recordsFor(region.writers, region.places)
  }

  /** Of the frame last taken: how many there had been, wrapping at 2^24. */
  get version(): number {
    return this.latest >>> RECORD_BITS
  }

  /** Where the numbers of the pinned frame are, in bytes of the region's data. */
  get infoOffset(): number {
    return (this.record - 1) * INFO_BYTES
  }

  /**
   * Goes to the newest frame and pins it; true when it is newer than the last. Nothing is pinned (`record` is 0) before the first
   * frame, and after the writers were faster in ten thousand tries. Throws `RingCorruptError`, from then on always, for a broken
   * writer.
   */
  take(): boolean {
    if (this.#corruption !== undefined) throw this.#corruption
    const words = this.#words
    const seen = this.latest
    // ORDER: W6; pairs with W3.
    let latest = load(words, LATEST)
    if (latest === seen && (this.record !== NOTHING || seen === NOTHING)) return false
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const record = latest & RECORD_MASK
      if (record === NOTHING || record > this.#records) throw this.#corrupt(latest)
      // ORDER: W7, before W8; pairs with W4 and W5.
      store(words, this.#pin, record)
      // ORDER: W8, acquires the frame: if it is still the latest, the pin was there before any writer saw a newer one; pairs
      // with W3. If not, this is W6 of the next try.
      latest = load(words, LATEST)
      if ((latest & RECORD_MASK) !== record) continue
      this.latest = latest
      this.record = record
      return latest !== seen
    }
    this.release()
    return false
  }

  /** The PART of a writer in the pinned frame. */
  part(writer: number): number {
    const { writers, places } = this.region
    // ORDER: acquired by W8 with the frame; it stays as it is while the frame is pinned.
    return load(this.#words, recordOf(this.record, writers, places) + writer)
  }

  /** Whether that part is not of this frame's tick: its writer was late or gone, or had begun it for an earlier frame. */
  isLate(writer: number): boolean {
    const part = this.part(writer)
    return part >>> RECORD_BITS !== this.version || (part & PART_OLD) !== 0
  }

  /** Whether there is a frame newer than the one taken last. */
  hasNewer(): boolean {
    // ORDER: W6, a look that takes nothing; it is the C2 of a sleeper, after C1. Pairs with W3.
    return load(this.#words, LATEST) !== this.latest
  }

  /** Gives the frame back to the writers. Not needed between two takes. */
  release(): void {
    this.record = NOTHING
    // ORDER: W9, after the last read; pairs with W4 and W5.
    store(this.#words, this.#pin, NOTHING)
  }

  #corrupt(latest: number): RingCorruptError {
    this.release()
    const rule = `not in a record from 1 to ${this.#records}`
    return (this.#corruption = new RingCorruptError('LATEST', latest, this.version, rule, 'World'))
  }
}
