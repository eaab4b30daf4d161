/**
 * The latest value for one reader, in one of three slots: the writer has one, the reader has one, and one is between
 * them. Each side gives its slot for the one between in one exchange, so nobody copies, waits or tries twice.
 */

import { exchange, load } from '../atomics.ts'
import { RingCorruptError } from '../errors.ts'
import { FRESH, LATEST, readerGateOf, TRIPLE_SLOT_MASK } from '../memory/state-layout.ts'
import type { StateRegion } from '../memory/state-region.ts'
import { noNudge, parkSync, type Sleeper, wake } from '../signal/gate.ts'
import { takeReaderPlace, takeWriterPlace } from './places.ts'
import { closeState, isWriterClosed, throwEnded, throwNotClaimed } from './writer-state.ts'

const WRITERS_FIRST_SLOT = 0
const READERS_FIRST_SLOT = 2
const READER = 0

/** The writer of a triple buffer: `claim` a slot, fill it, `publish` it. Never waits. */
export class TripleWriter {
  readonly region: StateRegion
  readonly #words: Int32Array
  readonly #slotBytes: number
  /** Private, and never re-loaded. */
  #slot = WRITERS_FIRST_SLOT
  #isClaimed = false
  /** A full stack may have come before the reader was woken for the last value. */
  #isWakeOwed = false
  #isClosed = false
  #published = 0
  #corruption: RingCorruptError | undefined
  /** Values that were replaced before the reader took them. */
  overwritten = 0

  /** Takes the writer's place for good. Throws `HandshakeError` when somebody already has it. */
  constructor(region: StateRegion) {
    this.region = region
    this.#words = region.words
    this.#slotBytes = region.slotBytes
    takeWriterPlace(region, 'triple')
  }

  /** Offset of the slot to fill, in bytes of the region's data. What is in it is of some earlier value, or zero. */
  claim(): number {
    if (this.#isClosed) throwEnded('claim')
    this.#isClaimed = true
    return this.#slot * this.#slotBytes
  }

  /**
   * Shows the claimed slot and wakes a parked reader. Throws `Error` when nothing is claimed: an older value would be shown.
   * Throws `RingCorruptError`, from then on always, for a broken peer; `close` still ends the state. What a full stack has
   * stopped is to be called again.
   */
  publish(): void {
    if (this.#isClaimed) this.#show()
    else if (!this.#isWakeOwed) throwNotClaimed(this.#isClosed)
    wake(this.#words, readerGateOf(READER), noNudge)
    this.#isWakeOwed = false
  }

  #show(): void {
    if (this.#corruption !== undefined) throw this.#corruption
    const words = this.#words
    const own = this.#slot
    // ORDER: L1, publishes the value and takes the slot between, which the reader no longer reads; pairs with L3.
    const was = exchange(words, LATEST, own | FRESH)
    const slot = was & TRIPLE_SLOT_MASK
    if (was >>> 0 > (READERS_FIRST_SLOT | FRESH) || slot > READERS_FIRST_SLOT || slot === own)
      throw (this.#corruption = corruptLatest(was, own, this.#published))
    if (was !== slot) this.overwritten++
    this.#slot = slot
    this.#published++
    this.#isClaimed = false
    this.#isWakeOwed = true
  }

  /** Says that no value comes after the last: `claim` and `publish` throw `ClosedError` from then on. */
  close(): void {
    this.#isClosed = true
    this.#isClaimed = false
    this.#isWakeOwed = false
    closeState(this.region)
  }
}

/** The one reader of a triple buffer: `take` goes to the newest value, which lies at `offset`. */
export class TripleReader implements Sleeper {
  readonly region: StateRegion
  readonly #words: Int32Array
  readonly #slotBytes: number
  /** Private, and never re-loaded. */
  #slot = READERS_FIRST_SLOT
  #taken = 0
  #corruption: RingCorruptError | undefined
  /** Where the value last taken is, in bytes of the region's data; -1 before the first. Stable until the next `take`. */
  offset = -1

  /** Takes the reader's place for good. Throws `HandshakeError` when somebody already has it. */
  constructor(region: StateRegion) {
    this.region = region
    this.#words = region.words
    this.#slotBytes = region.slotBytes
    takeReaderPlace(region, 'triple', READER)
  }

  /** Goes to the newest value; false when there is none newer. Throws `RingCorruptError`, from then on always. */
  take(): boolean {
    if (this.#corruption !== undefined) throw this.#corruption
    const words = this.#words
    // ORDER: L2, spares the exchange, and the cache line, while there is nothing new; pairs with L1.
    if ((load(words, LATEST) & FRESH) === 0) return false
    const own = this.#slot
    // ORDER: L3, acquires the value and leaves the slot we had, after its last read; pairs with L1.
    const was = exchange(words, LATEST, own)
    const slot = was ^ FRESH
    if (slot >>> 0 > READERS_FIRST_SLOT || slot === own) throw (this.#corruption = corruptLatest(was, own, this.#taken))
    this.#slot = slot
    this.#taken++
    this.offset = slot * this.#slotBytes
    return true
  }

  /** C2: whether there is a newer value, or an end, that parking would miss. */
  hasNews(): boolean {
    // ORDER: C2, after C1; pairs with L1, which is the P1 of this gate.
    return (load(this.#words, LATEST) & FRESH) !== 0 || this.isWriterClosed()
  }

  /** Closed or gone. The last value is still to be taken: `take` once more after this says true. */
  isWriterClosed(): boolean {
    return isWriterClosed(this.#words)
  }

  /** Parks until there may be a newer value or the end: `take` tells. False when `timeoutMs` passed first. */
  parkUntilNews(timeoutMs: number = Infinity): boolean {
    return parkSync(this.#words, readerGateOf(READER), this, timeoutMs) || this.hasNews()
  }
}

function corruptLatest(found: number, own: number, position: number): RingCorruptError {
  return new RingCorruptError('LATEST', found, position, `not a slot from 0 to 2 other than our own ${own}`, 'State')
}
