/** Views of the frames of a world: one object of the views of its parts, where they lie. */

import type { Span } from '../codec/span.ts'
import { RingCorruptError } from '../errors.ts'
import { PART_SLOT_MASK, sparesFor } from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import { SLOT_HEADER_BYTES, SLOT_LENGTH } from '../memory/state-slot.ts'
import type { Schema } from '../schema/schema.ts'
import type { Viewer } from '../schema/viewer.ts'
import type { FramePin } from './frame-pin.ts'

/** A frame that somebody looks at. */
export interface Shown<F> {
  readonly frame: F
  /** The slot of each part; 0: none. */
  readonly slots: Int32Array
}

const NO_SLOT = 0

export class FrameViews<F> {
  readonly #region: WorldRegion
  readonly #span: Span
  readonly #names: readonly string[]
  readonly #schemas: readonly Schema<unknown, unknown>[]
  /** One for each slot of each part, so that a view of a slot can keep the arrays that it has made. */
  readonly #viewers: readonly (Viewer<unknown> | undefined)[][]
  readonly #lateNames = new Map<number, readonly string[]>()

  constructor(region: WorldRegion, span: Span, names: readonly string[], schemas: readonly Schema<any, any>[]) {
    this.#region = region
    this.#span = span
    this.#names = names
    this.#schemas = schemas
    this.#viewers = names.map(() => [])
  }

  /** For a frame that is to come: its object is the same each time. */
  place(): Shown<F> {
    const frame = Object.fromEntries(this.#names.map((name) => [name, undefined]))
    return { frame: Object.seal(frame) as F, slots: new Int32Array(this.#names.length) }
  }

  /** Views of the frame that is pinned. */
  show({ frame, slots }: Shown<F>, pin: FramePin): void {
    for (let part = 0; part < slots.length; part++) slots[part] = this.#slotOf(pin, part)
    for (let part = 0; part < slots.length; part++)
      (frame as Record<string, unknown>)[this.#names[part]!] = this.#viewOf(part, slots[part]!)
  }

  /** Ends the views of a frame, but for those of parts that another one, which is still looked at, has as well. */
  leave({ slots }: Shown<F>, kept?: Shown<F>): void {
    for (let part = 0; part < slots.length; part++) {
      const slot = slots[part]!
      if (slot !== NO_SLOT && slot !== kept?.slots[part]) this.#viewers[part]![slot]?.release()
      slots[part] = NO_SLOT
    }
  }

  /** The writers whose part in the pinned frame is not of its tick. The same array each time for the same writers. */
  lateOf(pin: FramePin): readonly string[] {
    let bits = 0
    if (pin.record !== NO_SLOT)
      for (let part = 0; part < this.#names.length; part++) if (pin.isLate(part)) bits |= 1 << part
    let names = this.#lateNames.get(bits)
    if (names === undefined) {
      names = Object.freeze(this.#names.filter((_, part) => (bits & (1 << part)) !== 0))
      this.#lateNames.set(bits, names)
    }
    return names
  }

  #slotOf(pin: FramePin, part: number): number {
    const word = pin.part(part)
    const slot = word & PART_SLOT_MASK
    const most = sparesFor(this.#region.places)
    if (slot < 1 || slot > most)
      throw new RingCorruptError('PART', word, pin.version, `not in a slot from 1 to ${most}`, 'World')
    return slot
  }

  #viewOf(part: number, slot: number): unknown {
    const { slotBytes, partOffsets } = this.#region
    const at = partOffsets[part]! + (slot - 1) * slotBytes[part]!
    const room = slotBytes[part]! - SLOT_HEADER_BYTES
    const bytes = this.#span.view.getUint32(at + SLOT_LENGTH, true)
    if (bytes > room) throw new RingCorruptError('LENGTH', bytes, 0, `not 0 to ${room}`, 'World')
    const viewers = this.#viewers[part]!
    const viewer = (viewers[slot] ??= this.#schemas[part]!.viewer())
    return viewer.at(this.#span, at + SLOT_HEADER_BYTES, at + SLOT_HEADER_BYTES + bytes)
  }
}
