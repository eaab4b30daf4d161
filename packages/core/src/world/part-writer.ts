/**
 * One of the writers of a world. Each has slots of its own for its part, so nobody waits to write. A frame is a record: the slot
 * of every part. A writer that sees that all have ended their tick fills a record of its own and shows it by one
 * compare-exchange. So nobody is needed for it, and a writer that dies at any step holds up no other.
 */

import { compareExchange, load, store } from '../atomics.ts'
import { RingCorruptError } from '../errors.ts'
import {
  INFO_BYTES,
  INFO_COUNT,
  INFO_TIME,
  isNotBefore,
  LATEST,
  ownerOf,
  PART_OLD,
  PART_SLOT_MASK,
  partOf,
  pinOf,
  RECORD_BITS,
  recordOf,
  sparesFor,
  versionAfter,
} from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import type { Nudge, Sleeper } from '../signal/gate.ts'
import { isSettled } from './awaited.ts'
import { FramePin } from './frame-pin.ts'
import { CLOSED, closeWorld, freeWriterPlace, haveAllLeft, isWorldClosed, leaveWriterPlace, wakeAll } from './places.ts'

const NOTHING = 0
/** A part that was begun for no frame that is still to come. */
const NEVER = -1
/** Of a look: each ends with a frame of somebody, and none comes without this writer until its patience ends. */
const MOST_TRIES = 1000

export interface Means {
  readonly nudge: Nudge
  /** Milliseconds since 1970, on the clock of all threads. */
  readonly now: () => number
  /** The numbers of the frames. */
  readonly view: DataView
}

export class PartWriter implements Sleeper {
  readonly region: WorldRegion
  readonly writer: number
  /** The frame that this writer has looked at last. */
  readonly frame: FramePin
  readonly #means: Means
  readonly #words: Int32Array
  readonly #spares: number
  /** A bit for each slot. */
  readonly #slots: number
  /** A PART of each writer, as they were when somebody looked whether all are there. */
  readonly #parts: Int32Array
  /** Of the last tick that was ended. */
  #slot: number
  /** The frame for which it asked first, and last: a frame may come without it. */
  #firstTick: number
  #tick: number
  #begunFor: number
  /** It may be in no frame yet. Until it is, nothing is claimed: another slot may be about to come into a frame. */
  #isPending: boolean
  #claimed = NOTHING
  /** When it asked last. */
  askedAt: number

  /** The caller has the place of this writer. It goes on with the last tick of the writer before, if there was one. */
  constructor(region: WorldRegion, writer: number, means: Means) {
    const { words, writers, places } = region
    this.region = region
    this.writer = writer
    this.frame = new FramePin(region, writer)
    this.#means = means
    this.#words = words
    this.#spares = sparesFor(places)
    this.#slots = ((2 << this.#spares) - 2) | 0
    this.#parts = new Int32Array(writers)
    // ORDER: our own word, since the place is taken.
    const part = load(words, partOf(writer, places))
    this.#slot = part & PART_SLOT_MASK
    if (this.#slot > this.#spares)
      throw new RingCorruptError('PART', part, 0, `not in a slot from 1 to ${this.#spares}`, 'World')
    this.#tick = this.#firstTick = part >>> RECORD_BITS
    this.#begunFor = (part & PART_OLD) === 0 ? this.#tick : NEVER
    this.#isPending = part !== NOTHING
    this.askedAt = means.now()
  }

  /** Offset of this part's last tick, in bytes of the region's data; -1 before the first. */
  get latestOffset(): number {
    return this.#slot === NOTHING ? -1 : this.#offsetOf(this.#slot)
  }

  /** Whether a tick may begin: the last one is in a frame. Then `frame` is the newest. */
  begin(isImpatient: boolean): boolean {
    if (!this.look(isImpatient)) return false
    this.frame.take()
    this.#begunFor = versionAfter(this.frame.latest)
    return true
  }

  /** After `begin`: offset of a slot of this part that is in no frame which anybody reads, in bytes of the region's data. */
  claim(): number {
    const words = this.#words
    const { writers, places } = this.region
    let taken = 1 << this.#slot
    for (let place = 0; place < places; place++) {
      // ORDER: W5, after the W8 in which this writer saw its slot shown: who pinned an older frame did so before; pairs with W7
      // and W9.
      const record = load(words, pinOf(place))
      // ORDER: W5.part. A record that is not pinned any more may be of any frame: then one slot more is left alone. A shift
      // looks at five bits only, which are those of the slot.
      if (this.#isRecord(record)) taken |= 1 << load(words, recordOf(record, writers, places) + this.writer)
    }
    const slot = 31 - Math.clz32(this.#slots & ~taken)
    if (slot < 1) throw new RingCorruptError('PIN', taken, this.frame.version, 'and leaves no slot', 'World')
    this.#claimed = slot
    return this.#offsetOf(slot)
  }

  /** The tick has ended: with the slot that was claimed, or with the one before. */
  end(): void {
    if (this.#claimed !== NOTHING) this.#slot = this.#claimed
    this.#claimed = NOTHING
    this.#tick = this.#firstTick = NEVER
    this.#isPending = this.#slot !== NOTHING
    this.look(false)
  }

  /** Whether the last tick is in a frame. Shows it if all other writers have ended theirs, or with `isImpatient` without them. */
  look(isImpatient: boolean): boolean {
    if (!this.#isPending) return true
    const { frame } = this
    let mayForce = isImpatient && this.region.goesOn
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      frame.take()
      if (frame.record === NOTHING && frame.latest !== NOTHING) return false
      if (this.#isShown()) {
        this.#isPending = false
        return true
      }
      const tick = versionAfter(frame.latest)
      if (tick !== this.#tick) this.#ask(tick)
      if (!this.#isComplete(tick, mayForce)) return false
      this.#show(tick)
      mayForce = false
    }
    return false
  }

  /** C2: whether there is a newer frame, or one that this writer can show, or an end. */
  hasNews(): boolean {
    if (this.frame.hasNewer() || isWorldClosed(this.#words)) return true
    return this.#isPending && this.#isComplete(versionAfter(this.frame.latest), false)
  }

  /** Ends no more ticks. From then on another may have the place. The world ends with the last writer. */
  close(): void {
    const { region } = this
    leaveWriterPlace(region, this.writer)
    this.#showOthers()
    freeWriterPlace(region, this.writer, CLOSED)
    if (haveAllLeft(region)) closeWorld(region)
    wakeAll(region, this.#means.nudge)
  }

  /** Shows what others have ended, if they waited for this writer alone: nobody may be left to do it. */
  #showOthers(): void {
    const { frame } = this
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      frame.take()
      if (frame.record === NOTHING && frame.latest !== NOTHING) return
      const tick = versionAfter(frame.latest)
      if (!this.#isComplete(tick, false) || !this.#parts.some((part) => part >>> RECORD_BITS === tick)) return
      this.#show(tick)
    }
  }

  #ask(tick: number): void {
    if (this.#firstTick === NEVER) this.#firstTick = tick
    this.#tick = tick
    const old = tick === this.#begunFor ? 0 : PART_OLD
    // ORDER: W1, publishes the part; pairs with W2. Of two who ask at once the later one sees both.
    store(this.#words, partOf(this.writer, this.region.places), (tick << RECORD_BITS) | old | this.#slot)
    this.askedAt = this.#means.now()
  }

  /** In the frame that is pinned, or in one before. */
  #isShown(): boolean {
    if (this.frame.record === NOTHING || this.#firstTick === NEVER) return false
    const part = this.frame.part(this.writer)
    return (part & PART_SLOT_MASK) === this.#slot && isNotBefore(part >>> RECORD_BITS, this.#firstTick)
  }

  /** Whether the frame `tick` waits for nobody. Keeps what each writer has for it. */
  #isComplete(tick: number, mayForce: boolean): boolean {
    const { writers } = this.region
    for (let writer = 0; writer < writers; writer++) {
      if (!this.#hasEnded(writer, tick) && !(mayForce && this.#parts[writer] !== NOTHING)) return false
    }
    return true
  }

  #hasEnded(writer: number, tick: number): boolean {
    const words = this.#words
    // ORDER: W2.owner, before W2: what a writer ended before it left is not missed. Pairs with W2.leave and freeWriterPlace.
    const owner = load(words, ownerOf(writer))
    // ORDER: W2, acquires the part; pairs with W1.
    const part = load(words, partOf(writer, this.region.places))
    this.#parts[writer] = part
    return isSettled(this.region.goesOn, owner, part, tick)
  }

  #show(tick: number): void {
    const words = this.#words
    const { writers, places } = this.region
    const { frame } = this
    const record = this.#freeRecord()
    const at = recordOf(record, writers, places)
    for (let writer = 0; writer < writers; writer++) {
      // ORDER: before W3, which publishes it; a W5.part of a stale pin may see it earlier, and leaves a slot alone in vain.
      store(words, at + writer, this.#parts[writer]!)
    }
    const { view, now, nudge } = this.#means
    const info = (record - 1) * INFO_BYTES
    view.setFloat64(info + INFO_TIME, now(), true)
    const before = frame.record === NOTHING ? 0 : view.getFloat64(frame.infoOffset + INFO_COUNT, true)
    view.setFloat64(info + INFO_COUNT, before + 1, true)
    // ORDER: W3, publishes the frame, if none came since W8: then no writer has begun another tick, and the parts are those of
    // one moment. Pairs with W6 and W8. It is the P1 of all gates.
    if (compareExchange(words, LATEST, frame.latest, (tick << RECORD_BITS) | record) !== frame.latest) return
    wakeAll(this.region, nudge)
  }

  /** One of this writer's own that nobody pins. The latest frame is pinned by this writer itself. */
  #freeRecord(): number {
    const words = this.#words
    const { places } = this.region
    const first = this.writer * this.#spares + 1
    for (let record = first; record < first + this.#spares; record++) {
      let isFree = true
      // ORDER: W4, after W8: who pinned an older frame did so before; pairs with W7 and W9.
      for (let place = 0; place < places; place++) if (load(words, pinOf(place)) === record) isFree = false
      if (isFree) return record
    }
    throw new RingCorruptError('PIN', first, this.frame.version, 'and leaves no record', 'World')
  }

  #isRecord(record: number): boolean {
    return record >= 1 && record <= this.#spares * this.region.writers
  }

  #offsetOf(slot: number): number {
    const { partOffsets, slotBytes } = this.region
    return partOffsets[this.writer]! + (slot - 1) * slotBytes[this.writer]!
  }
}
