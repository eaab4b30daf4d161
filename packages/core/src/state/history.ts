/** The earlier states that a writer can go back to, and a reader can look at. */

import { copyBytes } from '../codec/copy.ts'
import { createSpan, freshSpan, type Span } from '../codec/span.ts'
import { RingCorruptError } from '../errors.ts'
import { stampFor } from '../memory/history-layout.ts'
import type { HistoryRegion } from '../memory/state-region.ts'
import { SLOT_COUNT, SLOT_HEADER_BYTES, SLOT_LENGTH, SLOT_TIME, SLOT_VERSION } from '../memory/state-slot.ts'
import { HistoryHold, HistoryWriter, stampsOf } from './history-slots.ts'
import { type Held, nothingHeld, type ReadHistory } from './source.ts'

/** For the writer. */
export interface WrittenHistory {
  /** The oldest one first. */
  readonly versions: readonly number[]
  /** Keeps a copy of these bytes. Those with this number or a higher one are no more. */
  keep(source: Span, offset: number, end: number, version: number, time: number, count: number): void
  /** It stays as it is until the next `keep`. */
  find(version: number): Held | undefined
  retireAfter(version: number): void
}

export class SharedWrittenHistory implements WrittenHistory {
  readonly #slots: HistoryWriter
  readonly #slotBytes: number
  readonly #span: Span
  readonly #found: Held

  constructor(region: HistoryRegion) {
    const { data, slotBytes } = region
    this.#slots = new HistoryWriter(region)
    this.#slotBytes = slotBytes
    this.#span = createSpan(data.buffer, data.byteOffset, data.byteLength)
    this.#found = nothingHeld(this.#span)
  }

  get versions(): readonly number[] {
    return this.#slots.versions
  }

  keep(source: Span, offset: number, end: number, version: number, time: number, count: number): void {
    const slot = this.#slots.claim(version)
    const at = slot * this.#slotBytes
    const { bytes, view } = this.#span
    copyBytes(source.bytes, offset, end, bytes, at + SLOT_HEADER_BYTES)
    view.setFloat64(at + SLOT_TIME, time, true)
    view.setFloat64(at + SLOT_VERSION, version, true)
    view.setUint32(at + SLOT_LENGTH, end - offset, true)
    view.setFloat64(at + SLOT_COUNT, count, true)
    this.#slots.show(slot, version)
  }

  find(version: number): Held | undefined {
    const slot = this.#slots.slotOf(version)
    if (slot === -1) return undefined
    readSlot(this.#found, slot, this.#slotBytes)
    return this.#found
  }

  retireAfter(version: number): void {
    this.#slots.retireAfter(version)
  }
}

export class SharedReadHistory implements ReadHistory {
  readonly #region: HistoryRegion
  readonly #holds: readonly HistoryHold[]
  readonly #held: readonly Held[]

  /** `reader`: the first of the two readers of the region that a `StateReader` is. */
  constructor(region: HistoryRegion, reader: number) {
    const { data } = region
    const span = createSpan(data.buffer, data.byteOffset, data.byteLength)
    this.#region = region
    this.#holds = [0, 1, 2, 3].map((hold) => new HistoryHold(region, reader + (hold >> 1), hold & 1))
    this.#held = this.#holds.map(() => nothingHeld(span))
  }

  versionsAround(newest: number): readonly number[] {
    // A stamp has the low 32 bits.
    const versions = stampsOf(this.#region).map((stamp) => newest + ((stamp - stampFor(newest)) | 0))
    return versions.toSorted((a, b) => a - b)
  }

  before(version: number): number {
    return version - 1
  }

  hold(number: number, version: number): Held | undefined {
    const slot = version >= 1 && Number.isSafeInteger(version) ? this.#holds[number]!.take(version) : -1
    const held = this.#held[number]!
    held.slot = -1
    if (slot === -1) return undefined
    readSlot(held, slot, this.#region.slotBytes)
    if (held.version === version) return held
    // Another one with the same stamp.
    this.release(number)
    return undefined
  }

  release(number: number): void {
    this.#held[number]!.slot = -1
    this.#holds[number]!.release()
  }
}

function readSlot(held: Held, slot: number, slotBytes: number): void {
  const { view } = held.span
  const at = slot * slotBytes
  const bytes = view.getUint32(at + SLOT_LENGTH, true)
  const version = view.getFloat64(at + SLOT_VERSION, true)
  if (bytes > slotBytes - SLOT_HEADER_BYTES)
    throw new RingCorruptError('LENGTH', bytes, version, `not 0 to ${slotBytes - SLOT_HEADER_BYTES}`, 'History')
  held.slot = slot
  held.offset = at + SLOT_HEADER_BYTES
  held.end = held.offset + bytes
  held.version = version
  held.time = view.getFloat64(at + SLOT_TIME, true)
  held.count = view.getFloat64(at + SLOT_COUNT, true)
}

/** Without shared memory each side keeps its own: the writer what it has published, a reader what has come. */
export class OwnHistory implements WrittenHistory, ReadHistory {
  readonly #most: number
  readonly #kept: Held[] = []

  constructor(most: number) {
    this.#most = most
  }

  get versions(): readonly number[] {
    return this.#kept.map(({ version }) => version)
  }

  versionsAround(): readonly number[] {
    return this.versions
  }

  before(version: number): number {
    return this.#kept.findLast((one) => one.version < version)?.version ?? 0
  }

  keep(source: Span, offset: number, end: number, version: number, time: number, count: number): void {
    this.retireAfter(version - 1)
    const kept = this.#kept
    while (kept.length > 0 && kept[0]!.version <= version - this.#most) kept.shift()
    const span = freshSpan(end - offset)
    copyBytes(source.bytes, offset, end, span.bytes, 0)
    kept.push({ slot: 0, span, offset: 0, end: end - offset, version, time, count })
  }

  find(version: number): Held | undefined {
    return this.#kept.find((one) => one.version === version)
  }

  hold(_: number, version: number): Held | undefined {
    return this.find(version)
  }

  retireAfter(version: number): void {
    const kept = this.#kept
    while (kept.length > 0 && kept.at(-1)!.version > version) kept.pop()
  }

  release(): void {}
}
