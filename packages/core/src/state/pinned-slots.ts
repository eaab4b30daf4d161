/**
 * The latest value for several readers, who read it where it lies: a reader pins the slot it reads, and the writer takes
 * one that is neither pinned nor the latest. With two slots more than readers there always is one.
 */

import { load, store } from '../atomics.ts'
import { ClosedError, RingCorruptError } from '../errors.ts'
import { LATEST, SLOT_BITS, SLOT_MASK, pinOf, readerGateOf, slotsFor } from '../memory/state-layout.ts'
import type { StateRegion } from '../memory/state-region.ts'
import { noNudge, type Nudge, parkSync, type Sleeper, wakeBlindly } from '../signal/gate.ts'
import { freeReaderPlace, type Reservation, takeReaderPlace, takeWriterPlace } from './places.ts'
import { closeState, isWriterClosed, throwEnded, throwNotClaimed, wakeReaders } from './writer-state.ts'

const NOTHING = 0
/**
 * A try fails only if a value came between two loads in a row. A writer that does nothing but publish the smallest values
 * makes some hundreds fail in a row at most; a millisecond of it means harm.
 */
const MOST_TRIES = 10_000

/** The writer of pinned slots: `claim` a slot, fill it, `publish` it. Never waits. */
export class PinWriter {
  readonly region: StateRegion
  readonly #words: Int32Array
  readonly #readers: number
  readonly #slotBytes: number
  readonly #nudge: Nudge
  /** A bit for each slot. */
  readonly #slots: number
  /** Private, and never re-loaded. */
  #latest: number
  #claimed = NOTHING
  #isClosed = false

  /**
   * Takes the writer's place for good. `nudge` wakes event loops without `Atomics.waitAsync`. Throws `HandshakeError` when
   * the state has a writer already.
   */
  constructor(region: StateRegion, nudge: Nudge = noNudge) {
    const { words, readers, slotBytes } = region
    this.region = region
    this.#nudge = nudge
    this.#words = words
    this.#readers = readers
    this.#slotBytes = slotBytes
    this.#slots = ((2 << slotsFor(readers)) - 2) | 0
    takeWriterPlace(region)
    // ORDER: our own word; nobody else writes it once the place is taken.
    this.#latest = load(words, LATEST)
  }

  /** Counts the values; wraps at 2^27. */
  get version(): number {
    return this.#latest >>> SLOT_BITS
  }

  /** Offset of the value that was published last, in bytes of the region's data; -1 before the first. */
  get latestOffset(): number {
    const slot = this.#latest & SLOT_MASK
    return slot === NOTHING ? -1 : (slot - 1) * this.#slotBytes
  }

  /**
   * Offset of a slot that nobody reads, in bytes of the region's data. Fill it before `publish`. It holds bytes of an earlier
   * value, or zeros.
   */
  claim(): number {
    if (this.#isClosed) throwEnded('claim')
    const words = this.#words
    const readers = this.#readers
    let taken = 1 << this.#latest
    // ORDER: H5, after our own last H6: who pinned that slot and saw H6 has left the one before; pairs with H2 and H4.
    // A shift looks at five bits only, so an impossible pin holds one slot at most, as a possible one does.
    for (let reader = 0; reader < readers; reader++) taken |= 1 << load(words, pinOf(reader))
    const slot = 31 - Math.clz32(this.#slots & ~taken)
    this.#claimed = slot
    return (slot - 1) * this.#slotBytes
  }

  /**
   * Shows the claimed slot and wakes every parked reader. Throws `Error` when nothing is claimed.
   */
  publish(): void {
    const words = this.#words
    const slot = this.#claimed
    if (slot === NOTHING) throwNotClaimed(this.#isClosed)
    const latest = ((this.#latest | SLOT_MASK) + 1) | slot
    // ORDER: H6, publishes the value; pairs with H1 and H3. It is the P1 of the readers' gates.
    store(words, LATEST, latest)
    this.#latest = latest
    this.#claimed = NOTHING
    wakeReaders(words, this.#readers, this.#nudge)
  }

  /** Wakes every reader that may sleep: after `publish` was stopped somewhere, as by a stack overflow. */
  wakeBlindly(): void {
    for (let reader = 0; reader < this.#readers; reader++) wakeBlindly(this.#words, readerGateOf(reader))
    this.#nudge()
  }

  /** Says that no value comes after the last: `claim` and `publish` throw `ClosedError` from then on. */
  close(): void {
    this.#isClosed = true
    this.#claimed = NOTHING
    closeState(this.region, this.#nudge)
  }
}

/** A reader of pinned slots: `take` pins the newest value, at `offset`, until the next take or `release`. */
export class PinReader implements Sleeper {
  readonly region: StateRegion
  /** Its number. */
  readonly reader: number
  readonly #words: Int32Array
  readonly #pin: number
  readonly #gate: number
  readonly #slotBytes: number
  readonly #slotCount: number
  /** LATEST when the last value was taken. */
  #seen = NOTHING
  #corruption: RingCorruptError | undefined
  /** After `close` pin and gate belong to the next reader with this number. */
  #isClosed = false
  /** Where the value last taken is, in bytes of the region's data; -1 while nothing is pinned. Stable until it changes. */
  offset = -1

  /**
   * Takes the place of reader number `reader`, from 0, which may be reserved. Throws `HandshakeError` when somebody already
   * has it.
   */
  constructor(region: StateRegion, reader: number, reservation?: Reservation) {
    this.region = region
    this.#words = region.words
    this.reader = reader
    this.#pin = pinOf(reader)
    this.#gate = readerGateOf(reader)
    this.#slotBytes = region.slotBytes
    this.#slotCount = slotsFor(region.readers)
    takeReaderPlace(region, reader, reservation)
  }

  /** Of the value last taken: how many there had been, wrapping at 2^27. */
  get version(): number {
    return this.#seen >>> SLOT_BITS
  }

  /**
   * Goes to the newest value and pins it; true when it is newer than the last. After `release` the last one is pinned
   * once more. Nothing is pinned (`offset` is -1) before the first value, and after the writer was faster in ten
   * thousand tries. Throws `RingCorruptError`, from then on always, for a broken writer, and `ClosedError` after `close`.
   */
  take(): boolean {
    if (this.#isClosed) throwClosed('take a value')
    if (this.#corruption !== undefined) throw this.#corruption
    const words = this.#words
    const seen = this.#seen
    // ORDER: H1; pairs with H6.
    let latest = load(words, LATEST)
    if (latest === seen && (this.offset !== -1 || seen === NOTHING)) return false
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const slot = latest & SLOT_MASK
      if (slot === NOTHING || slot > this.#slotCount) throw this.#corrupt(latest)
      // ORDER: H2, before H3; pairs with H5.
      store(words, this.#pin, slot)
      // ORDER: H3, acquires the value: if it is still the latest, the pin was there before the writer's next H5; pairs
      // with H6. If not, this is H1 of the next try.
      latest = load(words, LATEST)
      if ((latest & SLOT_MASK) !== slot) continue
      this.#seen = latest
      this.offset = (slot - 1) * this.#slotBytes
      return latest !== seen
    }
    this.release()
    return false
  }

  /** Gives the pinned slot back to the writer. Not needed between two takes; nothing after `close`. */
  release(): void {
    if (this.#isClosed) return
    this.offset = -1
    // ORDER: H4, after the last read; pairs with H5.
    store(this.#words, this.#pin, NOTHING)
  }

  /** Gives the slot and the place back: another reader may have its number now. Nothing the second time. */
  close(): void {
    if (this.#isClosed) return
    this.offset = -1
    freeReaderPlace(this.region, this.reader)
    this.#isClosed = true
  }

  /** Whether there is a value newer than the one taken last. */
  hasNewer(): boolean {
    // ORDER: H1, a look that takes nothing; it is the C2 of a sleeper, after C1. Pairs with H6.
    return load(this.#words, LATEST) !== this.#seen
  }

  /** C2: whether there is a newer value, or an end, that parking would miss. */
  hasNews(): boolean {
    return this.hasNewer() || isWriterClosed(this.#words)
  }

  /** Closed or gone. The last value is still to be taken: `take` once more after this says true. */
  isWriterClosed(): boolean {
    return isWriterClosed(this.#words)
  }

  /**
   * Parks until there may be a newer value or the end: `take` tells. False when `timeoutMs` passed first. Throws
   * `ClosedError` after `close`.
   */
  parkUntilNews(timeoutMs: number = Infinity): boolean {
    if (this.#isClosed) throwClosed('park')
    return parkSync(this.#words, this.#gate, this, timeoutMs) || this.hasNews()
  }

  #corrupt(latest: number): RingCorruptError {
    this.release()
    const rule = `not in a slot from 1 to ${this.#slotCount}`
    return (this.#corruption = new RingCorruptError('LATEST', latest, this.version, rule, 'State'))
  }
}

function throwClosed(doing: string): never {
  throw new ClosedError(`Cannot ${doing}: this reader is closed, make another`, 'closed')
}
