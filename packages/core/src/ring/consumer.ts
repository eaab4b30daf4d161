/** The only reader of a ring: peek, read in place, release. */

import { compareExchange, load, store } from '../atomics.ts'
import { HandshakeError, RingCorruptError } from '../errors.ts'
import {
  CONSUMER_GATE,
  CONSUMER_OWNER,
  CONSUMER_POSITION,
  CONSUMER_STATE,
  PRODUCER_GATE,
  PRODUCER_POSITION,
  PRODUCER_STATE,
  RECORD_ALIGNMENT,
  RECORD_HEADER_BYTES,
  RECORD_LENGTH_BITS,
  RECORD_LENGTH_MASK,
  RECORD_PADDING,
  STATE_CLOSED,
  STATE_CORRUPT,
  STATE_OPEN,
  STATE_TORN,
  WANTED_POSITION,
} from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { noNudge, type Nudge, parkSync, RUN, type Sleeper, wake } from '../signal/gate.ts'
import { Sized } from '../sized.ts'
import { type RetainedRecord, RetainedRecords } from './retained-records.ts'
import { corruptPosition, recordBytes } from './record.ts'

/** After a payload of this many bytes it pays to prefetch the next one, and no more of it than this. */
const AHEAD_MIN = 192
const AHEAD_MAX = 2048
const CACHE_LINE_BYTES = 64

/** The reading end of a ring. A record that was peeked stays where it is until it is released. */
export class Consumer extends Sized implements Sleeper {
  readonly region: Region
  readonly #words: Int32Array
  readonly #data: Int32Array
  readonly #capacity: number
  readonly #mask: number
  readonly #nudge: Nudge
  /** Bytes are given back in portions of this size: each store takes the cache line from the producer. */
  readonly releasePortion: number
  /** Ring bytes read so far, which nobody else writes. */
  position: number
  readonly #retained = new RetainedRecords()
  #releasedPosition: number
  #knownProducerPosition: number
  #recordBytes = 0
  /** Means nothing: what is read ahead must be for something, or compilers leave it out. */
  ahead = 0
  #corruption: RingCorruptError | undefined
  /** Nothing is looked for beyond what is known. */
  #isFrozen = false

  /** Of the record last peeked: where its payload starts in the data area, and what its header says. */
  offset = 0
  length = 0
  kind = 0
  sequence = 0

  /** Takes the consumer's place for good. Throws `HandshakeError` when somebody already has it. */
  constructor(region: Region, owner = 1, nudge: Nudge = noNudge, releasePortion: number = region.capacity >> 3) {
    super()
    this.region = region
    this.#words = region.words
    this.#data = region.data
    this.#capacity = region.capacity
    this.#mask = region.capacity - 1
    this.#nudge = nudge
    this.releasePortion = releasePortion
    // ORDER: one winner; also tells a sender that somebody will read the ring (Sender).
    const other = compareExchange(region.words, CONSUMER_OWNER, 0, owner)
    if (other !== 0)
      throw new HandshakeError(
        `Cannot consume this ring: it has a consumer already, owner ${other}. Make one for each reader`,
        owner,
        other,
      )
    // ORDER: our own word; nobody else writes it once the place is taken.
    this.position = load(region.words, CONSUMER_POSITION)
    this.#releasedPosition = this.position
    this.#knownProducerPosition = this.position
  }

  /**
   * Looks at the oldest record: true and `offset`, `length`, `kind`, `sequence` are set; false when the ring is empty.
   * The payload stays valid until `release`. Throws `RingCorruptError`, from then on always, when the producer breaks the
   * format: nothing outside the published bytes is ever read.
   */
  peek(): boolean {
    const position = this.position
    if (position === this.#knownProducerPosition && !this.#refreshProducerPosition()) return false
    const offset = position & this.#mask
    // Each header word is read once: a hostile producer may change it while we check.
    const first = this.#data[offset >> 2]!
    const length = first & RECORD_LENGTH_MASK
    const bytes = (length + RECORD_HEADER_BYTES + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT
    const isInside = bytes <= ((this.#knownProducerPosition - position) | 0) && offset + bytes <= this.#capacity
    const kind = first >>> RECORD_LENGTH_BITS
    if (!isInside || kind <= RECORD_PADDING || length > this.region.maxPayload)
      return this.#peekPast(kind, length, isInside)
    this.offset = offset + RECORD_HEADER_BYTES
    this.length = length
    this.kind = kind
    this.sequence = this.#data[(offset >> 2) + 1]! >>> 0
    this.#recordBytes = bytes
    return true
  }

  /** Goes past padding to the record after it. Anything else here is no record that can be. */
  #peekPast(kind: number, length: number, isInside: boolean): boolean {
    if (!isInside) throw this.#corrupt('length', length, 'past the published records or the end of the data area')
    if (kind < RECORD_PADDING) throw this.#corrupt('kind', kind, 'not a record')
    if (kind > RECORD_PADDING)
      throw this.#corrupt('length', length, `above the largest payload of ${this.region.maxPayload}`)
    const offset = this.position & this.#mask
    const bytes = recordBytes(length)
    // Every record fits at the start, so padding never begins there: none follows another.
    if (offset === 0 || offset + bytes !== this.#capacity)
      throw this.#corrupt('length', length, 'a padding record that does not fill the end of the data area')
    this.position = (this.position + bytes) | 0
    return this.peek()
  }

  /**
   * Gives the peeked record's bytes back, once, and not those of one that is retained. The producer learns of it in portions:
   * see `publishRelease`.
   */
  release(): void {
    this.position = (this.position + this.#recordBytes) | 0
    this.#recordBytes = 0
    if (this.length >= AHEAD_MIN) this.#readAhead()
    if (((this.position - this.#releasedPosition) | 0) >= this.releasePortion) this.publishRelease()
  }

  /**
   * Reads a word of each cache line of what comes next, if that is published, where it is likely as long as the record
   * before: the lines come from the other core while that record's listener runs (docs/decisions/0004).
   */
  #readAhead(): void {
    const data = this.#data
    const published = (this.#knownProducerPosition - this.position) | 0
    const start = this.position & this.#mask
    const end = start + Math.min(published, this.#capacity - start, this.length + CACHE_LINE_BYTES, AHEAD_MAX)
    let sum = 0
    for (let offset = start; offset < end; offset += CACHE_LINE_BYTES) sum ^= data[offset >> 2]!
    this.ahead = sum
  }

  /** Goes on after the peeked record, whose bytes, and so those of all after it, are not given back before `drop`. */
  retain(): RetainedRecord {
    const retained = this.#retained.add(this.offset, this.length, this.position)
    this.position = (this.position + this.#recordBytes) | 0
    this.#recordBytes = 0
    return retained
  }

  /** Gives the bytes of a retained record back, once. */
  drop(retained: RetainedRecord): void {
    this.#retained.drop(retained)
    if (((this.#retained.firstPosition(this.position) - this.#releasedPosition) | 0) >= this.releasePortion)
      this.publishRelease()
  }

  /** Tells the producer of all released bytes and wakes it if it waits for them. Always before parking. */
  publishRelease(): void {
    const words = this.#words
    const position = this.#retained.isEmpty ? this.position : this.#retained.firstPosition(this.position)
    if (this.#releasedPosition !== position) {
      // ORDER: P1 of the room protocol, after the last read of the released bytes; pairs with the producer's refresh.
      store(words, CONSUMER_POSITION, position)
      this.#releasedPosition = position
    }
    // ORDER: P2 of the room protocol, after P1; pairs with C1 in Producer.parkUntilRoom.
    if (load(words, PRODUCER_GATE) === RUN) return
    // Not what is released: a record may be retained until the next comes, for which less room than is wanted can be enough.
    // ORDER: pairs with the store before C1 in Producer.parkUntilRoom.
    if (((this.position - load(words, WANTED_POSITION)) | 0) >= 0) wake(words, PRODUCER_GATE, this.#nudge)
  }

  /** Reads nothing that is published after this call, until `thaw`. */
  freeze(): void {
    this.#refreshProducerPosition()
    this.#isFrozen = true
  }

  thaw(): void {
    this.#isFrozen = false
  }

  /** C2: whether there is a record, or an end, that parking would miss. */
  hasNews(): boolean {
    return this.#refreshProducerPosition() || this.isProducerClosed()
  }

  /** Closed or gone. Committed records are still to be read: look at the ring once more after this says true. */
  isProducerClosed(): boolean {
    // ORDER: pairs with E1 in Producer.close; the caller peeks again after it, so nothing committed is missed.
    return load(this.#words, PRODUCER_STATE) !== STATE_OPEN
  }

  /** Of a producer that has ended: whether for a stack overflow. */
  isProducerTorn(): boolean {
    // ORDER: for the reason of the end alone, after isProducerClosed.
    return load(this.#words, PRODUCER_STATE) === STATE_TORN
  }

  /**
   * Parks until there may be a record or the end: `peek` tells. Returns false if `timeoutMs` has passed first. A producer whose
   * thread dies ends nothing: a thread that hears of the death must call `closeForDeadProducer`.
   */
  parkUntilRecord(timeoutMs: number = Infinity): boolean {
    this.publishRelease()
    return parkSync(this.#words, CONSUMER_GATE, this, timeoutMs) || this.hasNews()
  }

  /** Ends the ring from this side: a producer that looks for room sees it. */
  close(): void {
    this.#end(this.#corruption === undefined ? STATE_CLOSED : STATE_CORRUPT)
  }

  #end(state: number): void {
    // ORDER: P1 of the room protocol for the end; pairs with Producer.hasNews.
    store(this.#words, CONSUMER_STATE, state)
    wake(this.#words, PRODUCER_GATE, this.#nudge)
  }

  #refreshProducerPosition(): boolean {
    if (this.#corruption !== undefined) throw this.#corruption
    if (this.#isFrozen) return this.position !== this.#knownProducerPosition
    // ORDER: acquires the records below it; pairs with P1 in Producer.publish.
    const position = load(this.#words, PRODUCER_POSITION)
    const used = (position - this.position) | 0
    if (used < 0 || used > this.#capacity || (position & 7) !== 0)
      throw this.#endCorrupt(corruptPosition('PRODUCER_POSITION', position, this.position, this.#capacity))
    this.#knownProducerPosition = position
    return used !== 0
  }

  #corrupt(field: string, value: number, rule: string): RingCorruptError {
    return this.#endCorrupt(new RingCorruptError(field, value, this.position, rule))
  }

  #endCorrupt(corruption: RingCorruptError): RingCorruptError {
    this.#corruption = corruption
    // From now on `peek` always takes the path through #refreshProducerPosition, which throws this error again.
    this.#knownProducerPosition = this.position
    this.#end(STATE_CORRUPT)
    return corruption
  }
}
