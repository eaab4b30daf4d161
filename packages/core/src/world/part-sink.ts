/** Puts the ticks of one writer into the slots of its part. */

import { createSpan, type Span } from '../codec/span.ts'
import { isStackOverflow } from '../codec/stack-overflow.ts'
import { ClosedError, RingCorruptError } from '../errors.ts'
import { SLOT_HEADER_BYTES, SLOT_LENGTH, SLOT_TIME, SLOT_VERSION } from '../memory/state-slot.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import { sharedNow } from '../state/clock.ts'
import { nudgeBy } from '../state/nudge.ts'
import type { StateSink } from '../state/sink.ts'
import { PartWriter } from './part-writer.ts'
import { wakeAllBlindly } from './places.ts'

const SETTLED = Promise.resolve()

export class PartSink implements StateSink {
  readonly mode = 'shared'
  readonly span: Span
  readonly room: number
  readonly part: PartWriter
  readonly #region: WorldRegion
  readonly #nudges: ReturnType<typeof nudgeBy>
  readonly #latest: { span: Span; offset: number; end: number }
  readonly #wakeBlindly = (): void => wakeAllBlindly(this.#region)
  #claimed = -1
  #isClosed = false

  /** The caller has the place of this writer. */
  constructor(region: WorldRegion, writer: number, name: string) {
    const { buffer, data, slotBytes } = region
    this.#region = region
    this.span = createSpan(buffer, data.byteOffset, data.byteLength)
    this.#latest = { span: this.span, offset: 0, end: 0 }
    this.room = slotBytes[writer]! - SLOT_HEADER_BYTES
    this.#nudges = nudgeBy(name)
    this.part = new PartWriter(region, writer, { nudge: this.#nudges.nudge, now: sharedNow, view: this.span.view })
  }

  // Also of the writer before, which may have died: the next one goes on from there.
  get latest(): StateSink['latest'] {
    const slot = this.part.latestOffset
    if (slot === -1) return undefined
    const latest = this.#latest
    const bytes = this.span.view.getUint32(slot + SLOT_LENGTH, true)
    if (bytes > this.room) throw new RingCorruptError('LENGTH', bytes, 0, `not 0 to ${this.room}`, 'World')
    latest.offset = slot + SLOT_HEADER_BYTES
    latest.end = latest.offset + bytes
    return latest
  }

  get version(): number {
    const slot = this.part.latestOffset
    return slot === -1 ? 0 : this.span.view.getFloat64(slot + SLOT_VERSION, true)
  }

  claim(): number {
    if (this.#isClosed) throwClosed()
    return (this.#claimed = this.part.claim() + SLOT_HEADER_BYTES)
  }

  // A slot has all the room that there may be: memory that nobody has touched takes none.
  grow(): boolean {
    return false
  }

  publish(bytes: number, version: number, time: number): void {
    // By the program, since `claim`: another writer may have the place.
    if (this.#isClosed) throwClosed()
    const { view } = this.span
    const at = this.#claimed - SLOT_HEADER_BYTES
    view.setFloat64(at + SLOT_TIME, time, true)
    view.setFloat64(at + SLOT_VERSION, version, true)
    view.setUint32(at + SLOT_LENGTH, bytes, true)
    this.end()
  }

  /** Ends a tick, also one that has changed nothing. */
  end(): void {
    try {
      this.part.end()
    } catch (error) {
      // From an empty stack (docs/decisions/0024).
      if (isStackOverflow(error)) void SETTLED.then(this.#wakeBlindly)
      throw error
    }
  }

  close(): void {
    this.#isClosed = true
    this.part.close()
    this.#nudges.close()
  }

  letGo(): void {
    this.#nudges.close()
  }
}

function throwClosed(): never {
  throw new ClosedError('Cannot end this tick: this writer is closed, join again', 'closed')
}
