/** Messages as values: from the ring, from the native lane, and those that have waited. */

import { Decoder, type Span } from '../codec/index.ts'
import type { Consumer } from '../ring/consumer.ts'
import { Sized } from '../sized.ts'
import type { Parcels } from './parcels.ts'
import { bytesInStashed, decodeStashed, type Stashed } from './stash.ts'
import { type Unreadable, unreadableFor } from './unreadable.ts'
import type { Waiting } from './waiting.ts'

export const IDLE = 0
const READING = 1
/** A message was taken, and not all is done that it takes. */
export const TORN = 2

export abstract class MessageReader extends Sized {
  readonly #parcels: Parcels
  /** Made for the first message: messages that come as they are need none. */
  #made: Decoder | undefined = undefined
  protected state: typeof IDLE | typeof READING | typeof TORN = IDLE

  /** The ports transferred with the message last read, where the platform tells. */
  ports: readonly object[] | undefined

  constructor(parcels: Parcels) {
    super()
    this.#parcels = parcels
  }

  /** A message is being decoded: the `from` of a class must not ask for the next. */
  get isReading(): boolean {
    return this.state === READING
  }

  /**
   * False while a message is being read. False for good after one that was not read to its end: the tables of the two sides
   * may then differ.
   */
  get isIdle(): boolean {
    return this.state === IDLE
  }

  /** Begins a step that may fail after a message has been taken and before it has been read. */
  protected tear(): void {
    this.state = TORN
  }

  /** The step has not failed. */
  protected mend(): void {
    this.state = IDLE
  }

  /** Runs a step that must be done as a whole. After a step that has thrown, nothing is read any more. */
  protected whole<T>(step: () => T): T {
    if (!this.isIdle) return step()
    this.tear()
    const result = step()
    this.mend()
    return result
  }

  /** Throws `TypeError` while a message is being decoded. */
  requireIdle(): void {
    if (this.isReading) throw new TypeError('Cannot take a message within the from() of a class: one is being read')
  }

  /** The record last peeked; its bytes are given back. All of these give an `Unreadable` as `unreadableFor` does. */
  protected readPeeked(span: Span, consumer: Consumer): unknown {
    const { offset, length } = consumer
    this.ports = undefined
    this.state = READING
    let message: unknown
    // Not `finally`, which is a lot of code where this is put in place of its call.
    try {
      // The getter below, written out: each message passes here (docs/decisions/0017).
      message = (this.#made ??= new Decoder(this.#parcels.registry)).decode(span, offset, offset + length)
      this.state = TORN
    } catch (error) {
      this.state = TORN
      message = unreadableOr(error, consumer)
    }
    consumer.release()
    this.state = IDLE
    return message
  }

  get #decoder(): Decoder {
    return (this.#made ??= new Decoder(this.#parcels.registry))
  }

  /** Another sender goes on: begins a new decoder. Returns the decoder of the last sender. */
  protected beginTables(): Decoder {
    const last = this.#decoder
    this.#made = undefined
    return last
  }

  /** `expected`: the number that is expected after it. */
  protected readStashed(stashed: Stashed, expected: number, decoder: Decoder = this.#decoder): unknown {
    const { crossing, registry } = this.#parcels
    const opened = crossing === undefined ? stashed : crossing.withOpenPorts(stashed, registry)
    this.ports = opened.ports
    const message = this.#read(() => decodeStashed(opened, decoder, this.#parcels, expected))
    this.state = IDLE
    return message
  }

  protected readWaiting(waiting: Waiting, expected: number): unknown {
    const { stashed, span, offset, end, decoder = this.#decoder } = waiting
    if (stashed !== undefined) return this.readStashed(stashed, expected, decoder)
    this.ports = undefined
    let message: unknown
    try {
      message = this.#read(() => decoder.decode(span, offset, end))
    } finally {
      waiting.release()
    }
    this.state = IDLE
    return message
  }

  #read(decode: () => unknown): unknown {
    this.state = READING
    try {
      return decode()
    } catch (error) {
      return unreadableFor(error)
    } finally {
      this.state = TORN
    }
  }

  /** The bytes of a message in bytes `[offset, end)`, where they lie; undefined when it is something else. */
  protected bytesAt(span: Span, offset: number, end: number): Uint8Array | undefined {
    return this.#decoder.findBytes(span, offset, end)
  }

  protected bytesIn(stashed: Stashed, expected: number): Uint8Array | undefined {
    return bytesInStashed(stashed, this.#decoder, this.#parcels, expected)
  }
}

/** As `unreadableFor`; where that throws, the bytes are given back as well. */
function unreadableOr(error: unknown, consumer: Consumer): Unreadable {
  try {
    return unreadableFor(error)
  } catch (cause) {
    consumer.release()
    throw cause
  }
}
