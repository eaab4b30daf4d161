/** A message or a record that nobody asks for now. It stays where it is, and the next one is looked at. */

import type { Decoder, Span } from '../codec/index.ts'
import type { Consumer } from '../ring/consumer.ts'
import type { RetainedRecord } from '../ring/retained-records.ts'
import type { Stashed } from './stash.ts'

/** A message or a record, in a ring or in memory of its own. */
export class Waiting {
  /** Bytes `[offset, end)` of the span. */
  readonly span: Span
  readonly offset: number
  readonly end: number
  /** A native message. */
  readonly stashed: Stashed | undefined
  readonly #consumer: Consumer | undefined
  readonly #retained: RetainedRecord | undefined
  readonly #position: number
  /** Set if its sender has handed over since. Only this decoder has the tables of that sender. */
  decoder: Decoder | undefined = undefined
  /** Its place among all that wait. */
  order = 0

  constructor(
    span: Span,
    offset: number,
    end: number,
    consumer?: Consumer,
    retained?: RetainedRecord,
    stashed: Stashed | undefined = undefined,
  ) {
    this.span = span
    this.offset = offset
    this.end = end
    this.stashed = stashed
    this.#consumer = consumer
    this.#retained = retained
    this.#position = retained === undefined ? 0 : retained.position
  }

  /** Gives its bytes back, once. */
  release(): void {
    const retained = this.#retained
    if (retained === undefined) return
    // After a first release the object may belong to another record.
    if (retained.isRetained && retained.position === this.#position) this.#consumer!.drop(retained)
    // Its ring may be one that nobody reads any more.
    this.#consumer!.publishRelease()
  }
}
