/** The only writer of a ring: claim, fill, commit, publish. */

import { compareExchange, load, now, store } from '../atomics.ts'
import { ClosedError, HandshakeError, requireTimeout } from '../errors.ts'
import {
  CONSUMER_GATE,
  CONSUMER_POSITION,
  CONSUMER_STATE,
  PRODUCER_GATE,
  PRODUCER_OWNER,
  PRODUCER_POSITION,
  PRODUCER_STATE,
  RECORD_ALIGNMENT,
  RECORD_HEADER_BYTES,
  RECORD_LENGTH_BITS,
  RECORD_PADDING,
  STATE_CLOSED,
  STATE_OPEN,
  WANTED_POSITION,
} from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { noNudge, type Nudge, parkSync, RUN, type Sleeper, wake } from '../signal/gate.ts'
import { corruptPosition, recordBytes } from './record.ts'

/** `tryClaim` found no room. */
export const FULL = -1
/** `tryClaim` found the consumer gone: nobody would read the record. */
export const CLOSED = -2

/** The writing end of a ring. */
export class Producer implements Sleeper {
  readonly region: Region
  readonly #words: Int32Array
  readonly #data: Int32Array
  readonly #capacity: number
  readonly #mask: number
  readonly #nudge: Nudge
  /** Bytes ever committed. Private, and never re-loaded. */
  #position: number
  #publishedPosition: number
  /** Consumer position as last loaded: loading it for every record would fetch its cache line every time. */
  #knownConsumerPosition: number
  #neededBytes = 0
  #hasClosed = false
  readonly #maxRecord: number
  /** Of the last `claim`: past the last byte that the payload may take. */
  claimEnd = 0

  /** Takes the producer's place for good. Throws `HandshakeError` when somebody already has it. */
  constructor(region: Region, owner = 1, nudge: Nudge = noNudge) {
    this.region = region
    this.#words = region.words
    this.#data = region.data
    this.#capacity = region.capacity
    this.#mask = region.capacity - 1
    this.#maxRecord = region.maxPayload + RECORD_HEADER_BYTES
    this.#nudge = nudge
    // ORDER: one winner; nothing else is published by it.
    const other = compareExchange(region.words, PRODUCER_OWNER, 0, owner)
    if (other !== 0)
      throw new HandshakeError(
        `Cannot produce into this ring: it has a producer already, owner ${other}. Make one for each sender`,
        owner,
        other,
      )
    region.isProducedHere = true
    // ORDER: our own word; nobody else writes it once the place is taken.
    this.#position = load(region.words, PRODUCER_POSITION)
    this.#publishedPosition = this.#position
    this.#knownConsumerPosition = this.#position
    this.#refreshConsumerPosition()
  }

  /** Bytes committed and, as far as we know, not released. An upper bound. */
  get usedBytes(): number {
    return (this.#position - this.#knownConsumerPosition) | 0
  }

  /**
   * Reserves a record of up to `payloadBytes` and gives the offset of its payload in the data area, or `FULL` or
   * `CLOSED`. Nothing is visible before `commit` and `publish`; a claim that is not committed needs no undoing.
   * Throws `RangeError` for a record that can never fit, and for what is no length: it would need no room.
   */
  tryClaim(payloadBytes: number): number {
    requireLength(payloadBytes, this.region)
    const needed = recordBytes(payloadBytes)
    const offset = this.#position & this.#mask
    const contiguous = this.#capacity - offset
    const total = needed <= contiguous ? needed : contiguous + needed
    if (!this.#hasRoom(total)) return this.#isClosed() ? CLOSED : FULL
    if (needed <= contiguous) return offset + RECORD_HEADER_BYTES
    this.#data[offset >> 2] = (RECORD_PADDING << RECORD_LENGTH_BITS) | (contiguous - RECORD_HEADER_BYTES)
    this.#data[(offset >> 2) + 1] = 0
    this.#position = (this.#position + contiguous) | 0
    return RECORD_HEADER_BYTES
  }

  /**
   * Reserves what there is in one piece, for a writer that does not know its size. Gives the offset of the payload, which may
   * go on to `claimEnd`; the two are equal when there is no room.
   */
  claim(): number {
    const offset = this.#position & this.#mask
    const end = offset + this.#maxRecord
    const used = (this.#position - this.#knownConsumerPosition) | 0
    this.claimEnd = this.#capacity - used >= this.#maxRecord && end <= this.#capacity ? end : this.#claimShort(offset)
    return offset + RECORD_HEADER_BYTES
  }

  #claimShort(offset: number): number {
    const contiguous = this.#capacity - offset
    if (this.#hasRoom(this.#maxRecord) && contiguous >= this.#maxRecord) return offset + this.#maxRecord
    const run = Math.min(this.#capacity - this.usedBytes, contiguous, this.#maxRecord)
    return offset + Math.max(run, RECORD_HEADER_BYTES)
  }

  /** Turns the claim into a record of `payloadBytes` (at most what was claimed). Not yet visible. */
  commit(payloadBytes: number, kind: number, sequence: number): void {
    const word = (this.#position & this.#mask) >> 2
    this.#data[word] = (kind << RECORD_LENGTH_BITS) | payloadBytes
    this.#data[word + 1] = sequence
    this.#position = (this.#position + payloadBytes + RECORD_HEADER_BYTES + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT
  }

  /** Shows all committed records to the consumer and wakes it if it is parked. Throws `ClosedError` after `close`. */
  publish(): void {
    if (!this.tryPublish()) throwClosed()
  }

  /** The same, but after `close` it gives false, and shows nothing. */
  tryPublish(): boolean {
    if (this.#hasClosed) return false
    const words = this.#words
    // ORDER: P1, publishes headers and payloads above; pairs with Consumer.#refreshProducerPosition.
    store(words, PRODUCER_POSITION, this.#position)
    this.#publishedPosition = this.#position
    // ORDER: P2, after P1; pairs with C1 of the consumer's gate.
    if (load(words, CONSUMER_GATE) !== RUN) wake(words, CONSUMER_GATE, this.#nudge)
    return true
  }

  /**
   * Parks until `payloadBytes` can be claimed. Returns false if the consumer is gone or `timeoutMs` has passed first. Throws
   * `RangeError` as `tryClaim` does. A consumer whose thread dies ends nothing: a thread that hears of the death must call
   * `closeForDeadConsumer`.
   */
  parkUntilRoom(payloadBytes: number, timeoutMs: number = Infinity): boolean {
    this.publish()
    requireLength(payloadBytes, this.region)
    requireTimeout(timeoutMs, 'block')
    const needed = recordBytes(payloadBytes)
    const contiguous = this.#capacity - (this.#position & this.#mask)
    const total = needed <= contiguous ? needed : contiguous + needed
    this.#neededBytes = total
    const end = timeoutMs === Infinity ? Infinity : now() + timeoutMs
    while (!this.#hasRoom(total) && !this.#isClosed()) {
      // Some room beyond the need spares a wake-up per record; never past what is published, or nobody could reach it.
      const spare = Math.min(
        this.#capacity >> 2,
        (this.#publishedPosition - (this.#position + total - this.#capacity)) | 0,
      )
      // ORDER: C0, before C1 in parkSync; pairs with the load in Consumer.publishRelease.
      store(this.#words, WANTED_POSITION, (this.#position + total - this.#capacity + spare) | 0)
      const left = end === Infinity ? Infinity : end - now()
      if (left <= 0 || !parkSync(this.#words, PRODUCER_GATE, this, left)) return this.#hasRoom(total)
    }
    return !this.#isClosed()
  }

  /** C2 for a producer that waits for room. */
  hasNews(): boolean {
    return this.#hasRoom(this.#neededBytes) || this.#isClosed()
  }

  /** Ends the ring: the consumer drains what is committed and then sees the end. */
  close(): void {
    this.tryPublish()
    this.#hasClosed = true
    // ORDER: E1, after the last P1; pairs with Consumer.isProducerClosed, after which the position is loaded again.
    store(this.#words, PRODUCER_STATE, STATE_CLOSED)
    wake(this.#words, CONSUMER_GATE, this.#nudge)
  }

  #isClosed(): boolean {
    // ORDER: pairs with the store in Consumer.close and at corruption.
    return load(this.#words, CONSUMER_STATE) !== STATE_OPEN
  }

  #hasRoom(bytes: number): boolean {
    if (this.#capacity - ((this.#position - this.#knownConsumerPosition) | 0) >= bytes) return true
    this.#refreshConsumerPosition()
    return this.#capacity - ((this.#position - this.#knownConsumerPosition) | 0) >= bytes
  }

  #refreshConsumerPosition(): void {
    // ORDER: acquires the released bytes; pairs with the store in Consumer.publishRelease.
    const position = load(this.#words, CONSUMER_POSITION)
    if (this.#isImpossible(position))
      throw corruptPosition('CONSUMER_POSITION', position, this.#position, this.#capacity)
    this.#knownConsumerPosition = position
  }

  #isImpossible(position: number): boolean {
    const used = (this.#position - position) | 0
    return used < 0 || used > this.#capacity || (position & 7) !== 0
  }

  /** The consumer says of its reading what cannot be. */
  get isCorrupt(): boolean {
    // ORDER: judges the number alone, and nothing is read by it.
    return this.#isImpossible(load(this.#words, CONSUMER_POSITION))
  }
}

function requireLength(payloadBytes: number, region: Region): void {
  if (!(payloadBytes >= 0 && payloadBytes <= region.maxPayload)) throwNoLength(payloadBytes, region)
}

// Or the record would be lost without a word: the consumer may have seen the end already.
function throwClosed(): never {
  throw new ClosedError('Cannot publish: this producer has closed the ring', 'closed')
}

function throwNoLength(payloadBytes: number, { capacity, maxPayload }: Region): never {
  const rule =
    payloadBytes > maxPayload ? `largest record in a ${capacity}-byte ring is ${maxPayload}` : 'a record has 0 or more'
  throw new RangeError(`Cannot claim ${payloadBytes} bytes: ${rule}`)
}
