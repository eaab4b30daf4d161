/**
 * Messages and records that a receiver has read past, because nobody takes them now. A schema brings the code for records of
 * typed channels and for openings (docs/decisions/0014). Until then records wait here, unread.
 */

import { freshSpan, type Span, spanOver } from '../codec/index.ts'
import { RingCorruptError } from '../errors.ts'
import { TYPED_NUMBER_BYTES } from '../memory/layout.ts'
import type { Consumer } from '../ring/consumer.ts'
import type { Asker } from './asker.ts'
import { Fifo } from './fifo.ts'
import type { Stashed } from './stash.ts'
import { EMPTY, MESSAGE, type Status } from './status.ts'
import { channelNumberIn, MAX_CHANNELS, OPENINGS } from './typed-record.ts'
import { Waiting } from './waiting.ts'

const NO_SPAN: Span = freshSpan(0)
/** A side opens each of its typed channels and states two or three times, in case the first was lost. */
const MOST_OPENINGS = 8 * MAX_CHANNELS

/** The functions of a receiver by which records are taken from it. */
export interface RecordSource {
  readonly consumer: Consumer
  readonly span: Span
  /** Number of the next message to deliver. */
  readonly expected: number
  /** The record last peeked has been taken. */
  countRecord(consumer: Consumer): Consumer
}

/** Takes the records of typed channels, and openings. */
export interface RecordLines {
  /** Looks for the oldest of what waits that the asker takes: MESSAGE or EMPTY, or RECORD, which is then the record found. */
  find(asker: Asker): Status
  /** Reads the peeked record. True: the asker takes it, and it is the record found. Throws `RingCorruptError` and `DecodeError`. */
  addPeeked(source: RecordSource, asker: Asker): boolean
  /** The same for a record in memory of its own. If the opening of its channel `mayBeLost`, the record may be dropped. */
  addBytes(bytes: Uint8Array, mayBeLost: boolean, memory: unknown, asker?: Asker): boolean
  /** The same for a record that was kept unread. */
  addKept(kept: Kept): void
  /** Somebody waits for the record whose payload is bytes `[offset, offset + length)`. */
  isLookedFor(bytes: Uint8Array, offset: number, length: number): boolean
  /** This side has closed the port: nobody gets its records any more. */
  forget(): void
}

/** A record that nobody can read yet. */
export interface Kept {
  readonly waiting: Waiting
  readonly mayBeLost: boolean
  /** The memory that came with it. */
  readonly memory: unknown
}

/** Some code of this thread can open typed channels. */
let canOpen = false

export function noteOpener(): void {
  canOpen = true
}

export class Aside {
  /** Messages of the port itself that wait. */
  readonly messages: Fifo<Waiting> = new Fifo()
  /** Messages, and records in lines, that wait. */
  count = 0
  /** Undefined before anybody has brought it. */
  lines: RecordLines | undefined
  readonly #onUnreadable: () => void
  #kept: Kept[] = []
  #openings = 0
  #hasTold = false
  #added = 0

  /** `onUnreadable` is told of the first record of a typed channel if no code of this thread can open one. */
  constructor(onUnreadable: () => void = () => {}) {
    this.#onUnreadable = onUnreadable
  }

  /** Records that came before are read now. Throws `RingCorruptError` and `DecodeError`. */
  bring(lines: RecordLines): void {
    this.lines = lines
    for (const kept of this.#kept.splice(0)) lines.addKept(kept)
  }

  /** The first of all that wait that the asker takes; the caller knows that some do. */
  find(asker: Asker): Status {
    if (this.lines !== undefined) return this.lines.find(asker)
    return asker.takesMessages ? MESSAGE : EMPTY
  }

  /** Whether anything waits that the asker takes. */
  has(asker: Asker): boolean {
    return this.count !== 0 && this.find(asker) !== EMPTY
  }

  add(line: Fifo<Waiting>, waiting: Waiting): void {
    waiting.order = this.#added++
    line.add(waiting)
    this.count++
  }

  /** The message that was peeked. */
  addMessage({ span }: RecordSource, consumer: Consumer): void {
    const { offset, length } = consumer
    this.add(this.messages, new Waiting(span, offset, offset + length, consumer, consumer.retain()))
  }

  addStashed(stashed: Stashed): void {
    this.add(this.messages, new Waiting(NO_SPAN, 0, 0, undefined, undefined, stashed))
  }

  /** It comes before all that wait. */
  putBack(stashed: Stashed): void {
    const waiting = new Waiting(NO_SPAN, 0, 0, undefined, undefined, stashed)
    waiting.order = -1
    this.messages.putBack(waiting)
    this.count++
  }

  shift(line: Fifo<Waiting> = this.messages): Waiting {
    this.count--
    return line.shift()!
  }

  /** The record that was peeked. True: the asker takes it. Throws `RingCorruptError` and `DecodeError`. */
  addPeeked(source: RecordSource, asker: Asker): boolean {
    if (this.lines !== undefined) return this.lines.addPeeked(source, asker)
    const consumer = source.countRecord(source.consumer)
    const { offset, length } = consumer
    const { span } = source
    const end = offset + length - TYPED_NUMBER_BYTES
    if (channelNumberIn(span.bytes, offset, length) === OPENINGS) {
      // It may be read late or never. In place it would keep the room of all later records.
      this.#keepBytes(span.bytes.slice(offset, offset + length), false, undefined)
      consumer.release()
    } else this.#keep(new Waiting(span, offset, end, consumer, consumer.retain()), false, undefined)
    return false
  }

  /** The same for a record in memory of its own. */
  addBytes(bytes: Uint8Array, mayBeLost: boolean, memory: unknown, asker?: Asker): boolean {
    if (this.lines !== undefined) return this.lines.addBytes(bytes, mayBeLost, memory, asker)
    this.#keepBytes(bytes, mayBeLost, memory)
    return false
  }

  /** The port has ended: nobody gets messages any more, nor the records of a port that was closed on this side. */
  forget(areRecordsForgotten: boolean): void {
    this.count -= this.messages.length
    this.messages.clear()
    if (!areRecordsForgotten) return
    this.#kept = []
    this.lines?.forget()
  }

  #keepBytes(bytes: Uint8Array, mayBeLost: boolean, memory: unknown): void {
    const waiting = new Waiting(spanOver(bytes), 0, bytes.length - TYPED_NUMBER_BYTES)
    if (channelNumberIn(bytes, 0, bytes.length) !== OPENINGS) return this.#keep(waiting, mayBeLost, memory)
    if (++this.#openings > MOST_OPENINGS)
      throw new RingCorruptError('opening', this.#openings, 0, `more than ${MOST_OPENINGS} of them`)
    this.#kept.push({ waiting, mayBeLost, memory })
  }

  #keep(waiting: Waiting, mayBeLost: boolean, memory: unknown): void {
    this.#kept.push({ waiting, mayBeLost, memory })
    if (!canOpen && !this.#hasTold) this.#onUnreadable()
    this.#hasTold = true
  }
}
