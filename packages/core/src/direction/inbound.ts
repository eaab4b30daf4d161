/** The typed channels of one direction, as its receiving half knows them: each was opened by a record of the sender. */

import { freshSpan, type Span, spanOver } from '../codec/index.ts'
import { RingCorruptError } from '../errors.ts'
import type { Consumer } from '../ring/consumer.ts'
import type { RetainedRecord } from '../ring/retained-records.ts'
import { Fifo } from './fifo.ts'
import { readOpening, type Opening } from './opening.ts'
import { channelNumberIn, OPENINGS } from './typed-record.ts'
import { TYPED_NUMBER_BYTES } from '../memory/layout.ts'
import type { Stashed } from './stash.ts'
import { Waiting } from './waiting.ts'

/** How often a sender may open the same typed channel again: two or three times it does. */
const MOST_REPEATS = 16
const NO_SPAN: Span = freshSpan(0)

/** Takes the records of a typed channel. */
export interface RecordSink {
  /** Records are thrown away. */
  readonly isNobody?: boolean
  /** Whether a caller or a listener waits for a record now. */
  isWanted(): boolean
  /**
   * Returns true when a view that it has shown is still open. The view ends with `endView` or with the next record. After an
   * exception, too, a view may be open. Throws only `DecodeError`, for bytes that are no record of it.
   */
  take(span: Span, offset: number, end: number): boolean
  endView(): void
}

/** One typed channel. */
export class Inbound {
  readonly opening: Opening
  /** How often it was opened again. */
  repeats = 0
  readonly line: Fifo<Waiting> = new Fifo()
  /** Undefined while it is not open on this side. */
  sink: RecordSink | undefined

  constructor(opening: Opening) {
    this.opening = opening
  }

  get isWanted(): boolean {
    return this.sink !== undefined && this.sink.isWanted()
  }
}

/** Says which messages and records the next look may take. All others wait. */
export class Asker {
  /** Whether it takes messages of the port itself. */
  readonly takesMessages: boolean
  readonly #takesRecords: boolean
  readonly #channel: Inbound | undefined

  /** `records`: true for every typed channel that wants some, one of them for that one in any case, or false for none. */
  constructor(takesMessages: boolean, records: boolean | Inbound) {
    this.takesMessages = takesMessages
    this.#takesRecords = records === true
    this.#channel = typeof records === 'boolean' ? undefined : records
  }

  takesFrom(inbound: Inbound): boolean {
    return inbound === this.#channel || (this.#takesRecords && inbound.isWanted)
  }
}

/** Messages, and records that are wanted. */
export const ANYTHING: Asker = new Asker(true, true)
export const MESSAGES: Asker = new Asker(true, false)
export const RECORDS: Asker = new Asker(false, true)

export class InboundChannels {
  readonly #channels: Inbound[] = []
  readonly #byNumber = new Map<number, Inbound>()
  readonly #byName = new Map<string | number, Inbound>()
  readonly #onOpened: (inbound: Inbound) => void
  /** Messages of the port itself that wait. */
  readonly messages: Fifo<Waiting> = new Fifo()
  #added = 0
  /** Messages and records that wait. */
  count = 0
  /** Its view is still open, though its listener has returned: nobody's code has run since. */
  #lingering: Inbound | undefined
  readonly #onState: (opening: Opening, memory: unknown) => void

  /** `onOpened` is told of one that the other side has opened, `onState` of a state, each time that it is said. */
  constructor(onOpened: (inbound: Inbound) => void, onState: (opening: Opening, memory: unknown) => void = () => {}) {
    this.#onOpened = onOpened
    this.#onState = onState
  }

  named(name: string | number): Inbound | undefined {
    return this.#byName.get(name)
  }

  /**
   * The typed channel of a record whose payload is bytes `[offset, offset + length)`, or undefined for an opening, which is done.
   * `memory` came with it. Throws `RingCorruptError` and `DecodeError`.
   */
  channelOf(span: Span, offset: number, length: number, memory?: unknown): Inbound | undefined {
    const number = channelNumberIn(span.bytes, offset, length)
    if (number === OPENINGS) {
      this.#open(readOpening(span, offset, offset + length - TYPED_NUMBER_BYTES), memory)
      return undefined
    }
    const inbound = this.#byNumber.get(number)
    if (inbound !== undefined) return inbound
    throw new RingCorruptError('channel', number, offset, `none of the ${this.#channels.length} that were opened`)
  }

  /** Somebody waits for the record whose payload is bytes `[offset, offset + length)`. */
  isLookedFor(bytes: Uint8Array, offset: number, length: number): boolean {
    const inbound = this.#byNumber.get(channelNumberIn(bytes, offset, length))
    return inbound !== undefined && inbound.isWanted && inbound.sink?.isNobody !== true
  }

  addRecord(
    { line }: Inbound,
    span: Span,
    offset: number,
    length: number,
    consumer?: Consumer,
    retained?: RetainedRecord,
  ): void {
    this.#add(line, new Waiting(span, offset, offset + length - TYPED_NUMBER_BYTES, consumer, retained))
  }

  addMessage(span: Span, offset: number, length: number, consumer: Consumer, retained: RetainedRecord): void {
    this.#add(this.messages, new Waiting(span, offset, offset + length, consumer, retained))
  }

  addStashed(stashed: Stashed): void {
    this.#add(this.messages, new Waiting(NO_SPAN, 0, 0, undefined, undefined, stashed))
  }

  /** It comes before all that wait. */
  putBack(stashed: Stashed): void {
    const waiting = new Waiting(NO_SPAN, 0, 0, undefined, undefined, stashed)
    waiting.order = -1
    this.messages.putBack(waiting)
    this.count++
  }

  /**
   * Adds a record of its own memory; gives its typed channel, or undefined for an opening, which is done. Throws as `channelOf`,
   * but drops a record without one if openings `mayBeLost`.
   */
  addBytes(bytes: Uint8Array, mayBeLost: boolean, memory: unknown): Inbound | undefined {
    if (mayBeLost && this.#isOfUnknown(bytes)) return undefined
    const span = spanOver(bytes)
    const inbound = this.channelOf(span, 0, bytes.length, memory)
    if (inbound !== undefined) this.addRecord(inbound, span, 0, bytes.length)
    return inbound
  }

  // A browser drops what comes before anybody listens.
  #isOfUnknown(bytes: Uint8Array): boolean {
    const number = channelNumberIn(bytes, 0, bytes.length)
    return number !== OPENINGS && !this.#byNumber.has(number)
  }

  /** The line whose first is the oldest of what the asker takes. */
  lineFor(asker: Asker): Inbound | Fifo<Waiting> | undefined {
    if (this.count === 0) return undefined
    const { messages } = this
    let found: Inbound | Fifo<Waiting> | undefined =
      asker.takesMessages && messages.first !== undefined ? messages : undefined
    let order = found === undefined ? Infinity : messages.first!.order
    for (const inbound of this.#channels) {
      const { first } = inbound.line
      if (first === undefined || first.order > order || !asker.takesFrom(inbound)) continue
      found = inbound
      order = first.order
    }
    return found
  }

  shift(line: Fifo<Waiting>): Waiting {
    this.count--
    return line.shift()!
  }

  /** Gives a typed channel the oldest of its records that wait. Throws `DecodeError`. */
  deliverFirst(inbound: Inbound): void {
    const waiting = this.shift(inbound.line)
    const sink = inbound.sink!
    let isOpen = true
    try {
      isOpen = sink.take(waiting.span, waiting.offset, waiting.end)
    } finally {
      if (isOpen) sink.endView()
      waiting.release()
    }
  }

  /**
   * Gives a typed channel a record in a ring, whose bytes are then given back. Its view lingers: the next record of the channel
   * takes it over as it is, and `endLingering` comes before other code can run. Throws `DecodeError`.
   */
  deliver(inbound: Inbound, span: Span, consumer: Consumer, retained: RetainedRecord): void {
    const lingering = this.#lingering
    if (lingering !== inbound) this.endLingering()
    // Not while its listener runs, which may ask for other records.
    this.#lingering = undefined
    const { offset, length } = retained
    let isOpen = true
    try {
      isOpen = inbound.sink!.take(span, offset, offset + length - TYPED_NUMBER_BYTES)
    } finally {
      if (isOpen) this.#lingering = inbound
      consumer.drop(retained)
    }
  }

  /** The port has ended: nobody gets messages any more, nor the records of a port that was closed on this side. */
  forget(areRecordsForgotten: boolean): void {
    const lines = areRecordsForgotten ? this.#channels.map(({ line }) => line) : []
    for (const line of [this.messages, ...lines]) {
      this.count -= line.length
      line.clear()
    }
  }

  /** Ends the view of the last record delivered. */
  endLingering(): void {
    const lingering = this.#lingering
    this.#lingering = undefined
    lingering?.sink!.endView()
  }

  #add(line: Fifo<Waiting>, waiting: Waiting): void {
    waiting.order = this.#added++
    line.add(waiting)
    this.count++
  }

  #open(opening: Opening, memory: unknown): void {
    const { name, number, fingerprint } = opening
    if (opening.state !== undefined) {
      // As below.
      this.endLingering()
      return this.#onState(opening, memory)
    }
    const known = this.#byNumber.get(number)
    // A sender says it again in case it was lost.
    if (known !== undefined && known.opening.name === name && known.opening.fingerprint === fingerprint) {
      if (++known.repeats <= MOST_REPEATS) return
      throw new RingCorruptError('opening', number, 0, `said again more than ${MOST_REPEATS} times`)
    }
    // `#onOpened` may run code of the program, which must not see the open view.
    this.endLingering()
    if (known !== undefined) throw new RingCorruptError('opening', number, 0, 'a second channel of that number')
    if (this.#byName.has(name))
      throw new RingCorruptError('opening', number, 0, `a second channel of the name ${JSON.stringify(name)}`)
    const inbound = new Inbound(opening)
    this.#channels.push(inbound)
    this.#byNumber.set(number, inbound)
    this.#byName.set(name, inbound)
    this.#onOpened(inbound)
  }
}
