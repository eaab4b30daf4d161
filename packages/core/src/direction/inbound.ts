/** The typed channels of one direction, as its receiving half knows them: each was opened by a record of the sender. */

import { type Span, spanOver } from '../codec/index.ts'
import { RingCorruptError } from '../errors.ts'
import { RECORD_TYPED, TYPED_NUMBER_BYTES } from '../memory/layout.ts'
import type { Consumer } from '../ring/consumer.ts'
import type { RetainedRecord } from '../ring/retained-records.ts'
import type { Aside, Kept, RecordLines, RecordSource } from './aside.ts'
import { type Asker, RECORDS } from './asker.ts'
import { Fifo } from './fifo.ts'
import { readOpening, type Opening } from './opening.ts'
import { EMPTY, MESSAGE, RECORD, type Status } from './status.ts'
import { channelNumberIn, OPENINGS } from './typed-record.ts'
import { Waiting } from './waiting.ts'

/** How often a sender may open the same typed channel again: two or three times it does. */
const MOST_REPEATS = 16

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

/** Whether it takes a record of that channel now. */
function takes({ records }: Asker, inbound: Inbound): boolean {
  return inbound === records || (records === true && inbound.isWanted)
}

export class InboundChannels implements RecordLines {
  readonly #aside: Aside
  readonly #channels: Inbound[] = []
  readonly #byNumber = new Map<number, Inbound>()
  readonly #byName = new Map<string | number, Inbound>()
  readonly #onOpened: (inbound: Inbound) => void
  readonly #onState: (opening: Opening, memory: unknown) => void
  /** Typed channel of the record found. That is the peeked record if there is `#retained`, else the first that waits. */
  #found: Inbound | undefined
  #retained: RetainedRecord | undefined
  /** Its listener has returned, and its view is still open, as no other code has run since. */
  #lingering: Inbound | undefined

  /** `onOpened` and `onState` are told of a typed channel or a state that the other side opens, each time that it says so. */
  constructor(
    aside: Aside,
    onOpened: (inbound: Inbound) => void,
    onState: (opening: Opening, memory: unknown) => void = () => {},
  ) {
    this.#aside = aside
    this.#onOpened = onOpened
    this.#onState = onState
  }

  named(name: string | number): Inbound | undefined {
    return this.#byName.get(name)
  }

  find(asker: Asker): Status {
    const found = this.lineFor(asker)
    if (found === undefined) return EMPTY
    if (!(found instanceof Inbound)) return MESSAGE
    this.#found = found
    this.#retained = undefined
    return RECORD
  }

  addPeeked(source: RecordSource, asker: Asker): boolean {
    const consumer = source.countRecord(source.consumer)
    const { offset, length } = consumer
    const { span } = source
    const inbound = this.#channelOf(span, offset, length)
    if (inbound === undefined) consumer.release()
    else if (takes(asker, inbound)) {
      this.#found = inbound
      this.#retained = consumer.retain()
      return true
    } else
      this.#add(inbound, new Waiting(span, offset, offset + length - TYPED_NUMBER_BYTES, consumer, consumer.retain()))
    return false
  }

  addBytes(bytes: Uint8Array, mayBeLost: boolean, memory: unknown, asker?: Asker): boolean {
    const waiting = new Waiting(spanOver(bytes), 0, bytes.length - TYPED_NUMBER_BYTES)
    const inbound = this.#addOwn({ waiting, mayBeLost, memory })
    return asker !== undefined && inbound !== undefined && takes(asker, inbound) && this.find(asker) === RECORD
  }

  addKept(kept: Kept): void {
    this.#addOwn(kept)
  }

  isLookedFor(bytes: Uint8Array, offset: number, length: number): boolean {
    const inbound = this.#byNumber.get(channelNumberIn(bytes, offset, length))
    return inbound !== undefined && inbound.isWanted && inbound.sink?.isNobody !== true
  }

  /** The line whose first is the oldest of what the asker takes. */
  lineFor(asker: Asker): Inbound | Fifo<Waiting> | undefined {
    if (this.#aside.count === 0) return undefined
    const { messages } = this.#aside
    let found: Inbound | Fifo<Waiting> | undefined =
      asker.takesMessages && messages.first !== undefined ? messages : undefined
    let order = found === undefined ? Infinity : messages.first!.order
    for (const inbound of this.#channels) {
      const { first } = inbound.line
      if (first === undefined || first.order > order || !takes(asker, inbound)) continue
      found = inbound
      order = first.order
    }
    return found
  }

  /** Whether the very next thing is a record that is wanted; it is then found. */
  isNext(source: RecordSource): boolean {
    const { consumer } = source
    if (this.#aside.count !== 0 || !consumer.peek()) return false
    if (consumer.kind !== RECORD_TYPED || consumer.sequence !== source.expected) return false
    return this.addPeeked(source, RECORDS)
  }

  /** Gives the record that was found to its typed channel, whose view then lingers. Throws `DecodeError`, as that does. */
  deliverFound(source: RecordSource): void {
    const [found, retained] = [this.#found!, this.#retained]
    if (retained === undefined) return this.deliverFirst(found)
    const { consumer } = source
    this.#deliver(found, source.span, consumer, retained)
    // Its listener has read on into another ring: nobody else gives back what is left in this one.
    if (consumer !== source.consumer) consumer.publishRelease()
  }

  /** Gives a typed channel the oldest of its records that wait. Throws `DecodeError`. */
  deliverFirst(inbound: Inbound): void {
    const waiting = this.#aside.shift(inbound.line)
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
  #deliver(inbound: Inbound, span: Span, consumer: Consumer, retained: RetainedRecord): void {
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

  forget(): void {
    for (const { line } of this.#channels) {
      this.#aside.count -= line.length
      line.clear()
    }
  }

  /** Ends the view of the last record delivered. */
  endLingering(): void {
    const lingering = this.#lingering
    this.#lingering = undefined
    lingering?.sink!.endView()
  }

  #addOwn({ waiting, mayBeLost, memory }: Kept): Inbound | undefined {
    const { span, offset, end } = waiting
    const length = end - offset + TYPED_NUMBER_BYTES
    // A browser drops what comes before anybody listens.
    if (mayBeLost && this.#isOfUnknown(span, offset, length)) return undefined
    const inbound = this.#channelOf(span, offset, length, memory)
    if (inbound !== undefined) this.#add(inbound, waiting)
    return inbound
  }

  #isOfUnknown({ bytes }: Span, offset: number, length: number): boolean {
    const number = channelNumberIn(bytes, offset, length)
    return number !== OPENINGS && !this.#byNumber.has(number)
  }

  /**
   * The typed channel of a record whose payload is bytes `[offset, offset + length)`, or undefined for an opening, which is done.
   * `memory` came with it. Throws `RingCorruptError` and `DecodeError`.
   */
  #channelOf(span: Span, offset: number, length: number, memory?: unknown): Inbound | undefined {
    const number = channelNumberIn(span.bytes, offset, length)
    if (number === OPENINGS) {
      this.#open(readOpening(span, offset, offset + length - TYPED_NUMBER_BYTES), memory)
      return undefined
    }
    const inbound = this.#byNumber.get(number)
    if (inbound !== undefined) return inbound
    throw new RingCorruptError('channel', number, offset, `none of the ${this.#channels.length} that were opened`)
  }

  #add({ line }: Inbound, waiting: Waiting): void {
    this.#aside.add(line, waiting)
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
