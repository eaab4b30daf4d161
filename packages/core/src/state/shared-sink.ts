/** Puts states into the slots of a region. */

import { isStackOverflow } from '../codec/stack-overflow.ts'
import { createSpan, type Span } from '../codec/span.ts'
import type { StateRegion } from '../memory/state-region.ts'
import { SLOT_COUNT, SLOT_HEADER_BYTES, SLOT_LENGTH, SLOT_TIME, SLOT_VERSION } from '../memory/state-slot.ts'
import { nudgeBy } from './nudge.ts'
import { PinWriter } from './pinned-slots.ts'
import type { StateSink } from './sink.ts'

const SETTLED = Promise.resolve()

export class SharedSink implements StateSink {
  readonly mode = 'shared'
  readonly span: Span
  readonly room: number
  readonly #pins: PinWriter
  readonly #nudges: ReturnType<typeof nudgeBy>
  readonly #latest: { span: Span; offset: number; end: number }
  readonly #wakeBlindly = (): void => this.#pins.wakeBlindly()
  #claimed = -1

  constructor(region: StateRegion, name: string) {
    const { buffer, data, slotBytes } = region
    this.span = createSpan(buffer, data.byteOffset, data.byteLength)
    this.#latest = { span: this.span, offset: 0, end: 0 }
    this.room = slotBytes - SLOT_HEADER_BYTES
    this.#nudges = nudgeBy(name)
    this.#pins = new PinWriter(region, this.#nudges.nudge)
  }

  // From the slot itself: a stack overflow may end `publish` before the readers can see a state, or after it.
  get latest(): StateSink['latest'] {
    const slot = this.#pins.latestOffset
    if (slot === -1) return undefined
    const latest = this.#latest
    latest.offset = slot + SLOT_HEADER_BYTES
    latest.end = latest.offset + this.span.view.getUint32(slot + SLOT_LENGTH, true)
    return latest
  }

  get version(): number {
    const slot = this.#pins.latestOffset
    return slot === -1 ? 0 : this.span.view.getFloat64(slot + SLOT_VERSION, true)
  }

  claim(): number {
    return (this.#claimed = this.#pins.claim() + SLOT_HEADER_BYTES)
  }

  // A slot has all the room that there may be: memory that nobody has touched takes none.
  grow(): boolean {
    return false
  }

  publish(bytes: number, version: number, time: number, count: number = 0): void {
    const { view } = this.span
    const at = this.#claimed - SLOT_HEADER_BYTES
    view.setFloat64(at + SLOT_TIME, time, true)
    view.setFloat64(at + SLOT_VERSION, version, true)
    view.setUint32(at + SLOT_LENGTH, bytes, true)
    if (count !== 0) view.setFloat64(at + SLOT_COUNT, count, true)
    try {
      this.#pins.publish()
    } catch (error) {
      // From an empty stack (docs/decisions/0024).
      if (isStackOverflow(error)) void SETTLED.then(this.#wakeBlindly)
      throw error
    }
  }

  close(): void {
    this.#pins.close()
    this.#nudges.close()
  }

  letGo(): void {
    this.#nudges.close()
  }
}
