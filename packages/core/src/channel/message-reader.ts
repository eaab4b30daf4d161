/** Messages as values: from the ring, from the native lane, and those that have waited. */

import { Decoder, type Span } from '../codec/index.ts'
import type { Consumer } from '../ring/consumer.ts'
import { Sized } from '../sized.ts'
import type { Parcels } from './parcels.ts'
import { bytesInStashed, decodeStashed, type Stashed } from './stash.ts'
import { unreadableFor } from './unreadable.ts'
import type { Waiting } from './waiting.ts'

export abstract class MessageReader extends Sized {
  readonly #parcels: Parcels
  readonly #decoder: Decoder

  /** The message last found. */
  value: unknown
  /** The ports transferred with it, where the platform tells. */
  ports: readonly object[] | undefined
  /** A message is being decoded: the `from` of a class must not ask for the next. */
  isReading = false

  constructor(parcels: Parcels) {
    super()
    this.#parcels = parcels
    this.#decoder = new Decoder(parcels.registry)
  }

  /** The message last found, for who keeps it. */
  taken(): { message: unknown } {
    const message = this.value
    this.value = undefined
    return { message }
  }

  /** Throws `TypeError` while a message is being decoded. */
  requireIdle(): void {
    if (this.isReading) throw new TypeError('Cannot take a message within the from() of a class: one is being read')
  }

  /** The record last peeked; its bytes are given back. */
  protected readPeeked(span: Span, consumer: Consumer): void {
    const { offset, length } = consumer
    this.ports = undefined
    this.isReading = true
    try {
      this.value = this.#decoder.decode(span, offset, offset + length)
    } catch (error) {
      this.value = unreadableFor(error)
    } finally {
      this.isReading = false
      consumer.release()
    }
  }

  /** `expected`: the number that is expected after it. */
  protected readStashed(stashed: Stashed, expected: number): void {
    this.ports = stashed.ports
    this.isReading = true
    try {
      this.value = decodeStashed(stashed, this.#decoder, this.#parcels, expected)
    } catch (error) {
      this.value = unreadableFor(error)
    } finally {
      this.isReading = false
    }
  }

  protected readWaiting(waiting: Waiting, expected: number): void {
    const { stashed, span, offset, end } = waiting
    if (stashed !== undefined) return this.readStashed(stashed, expected)
    this.ports = undefined
    this.isReading = true
    try {
      this.value = this.#decoder.decode(span, offset, end)
    } catch (error) {
      this.value = unreadableFor(error)
    } finally {
      this.isReading = false
      waiting.release()
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
