/** Puts states into the slots of a region. */

import { isStackOverflow } from '../codec/stack-overflow.ts'
import { createSpan, type Span } from '../codec/span.ts'
import type { StateRegion } from '../memory/state-region.ts'
import { SLOT_HEADER_BYTES, SLOT_LENGTH, SLOT_TIME, SLOT_VERSION } from '../memory/state-slot.ts'
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
    this.#latest = { span: this.span, offset: -1, end: -1 }
    this.room = slotBytes - SLOT_HEADER_BYTES
    this.#nudges = nudgeBy(name)
    this.#pins = new PinWriter(region, this.#nudges.nudge)
  }

  get latest(): StateSink['latest'] {
    return this.#latest.offset === -1 ? undefined : this.#latest
  }

  claim(): number {
    return (this.#claimed = this.#pins.claim() + SLOT_HEADER_BYTES)
  }

  // A slot has all the room that there may be: memory that nobody has touched takes none.
  grow(): boolean {
    return false
  }

  publish(bytes: number, version: number, time: number): void {
    const { view } = this.span
    const at = this.#claimed - SLOT_HEADER_BYTES
    view.setFloat64(at + SLOT_TIME, time, true)
    view.setFloat64(at + SLOT_VERSION, version, true)
    view.setUint32(at + SLOT_LENGTH, bytes, true)
    this.#latest.offset = this.#claimed
    this.#latest.end = this.#claimed + bytes
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
