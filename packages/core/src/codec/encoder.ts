/** The encoder of one direction: whole messages, into memory it is given. */
import { copyBytes } from './copy.ts'
import { requireReached } from './kinds/view.ts'
import { PlatformObjects } from './platform-objects.ts'
import { Writer } from './writer.ts'
import type { Registry } from './registry.ts'
import { ShapeTable } from './shapes.ts'
import { writeAnnounced, writeValue } from './write.ts'
import { FLAG_ABSENT_SLOTS, FLAG_REFERENCES, FLAG_RESET_SHAPES } from './tags.ts'
import { writerGear } from './second-gear/gear.ts'
import type { Span } from './span.ts'

/** Writes the messages of one direction, and learns from each for the next: its decoder has to read all of them, in order. */
export class Encoder {
  readonly #out: Writer
  /** Whether the last message has some. */
  readonly beside: Pick<PlatformObjects, 'areSent'>
  #spilledBytes = 0
  /** A message was begun and is not cleared away. It is still being written, or the stack overflowed even while clearing. */
  #isOpen = false

  /** Alone: each message is complete in itself, and platform objects are refused with a `DataCloneError`. */
  constructor(isAlone = false, registry?: Registry) {
    const platformObjects = new PlatformObjects(!isAlone)
    this.beside = platformObjects
    this.#out = new Writer(platformObjects, new ShapeTable(isAlone ? 1 : 2, writerGear), registry)
  }

  /**
   * Encodes `value` once into bytes `[offset, limit)` of `span` and returns the end offset.
   *
   * Returns -1 when that was too small; the complete encoding is then in `spilled()`, and the bytes of the span mean
   * nothing. Objects in `transfer` become `platformObjects`, not bytes. Not to be called by a getter that this encoder runs.
   *
   * @throws DataCloneError for what structured clone refuses, RangeError for too deep a value, and whatever a getter or the
   *   `to` of a class throws; the encoder is then as if nothing had been asked.
   */
  encode(value: unknown, span: Span, offset: number, limit: number, transfer?: readonly object[]): number {
    const out = this.#out
    const { platformObjects, shapes } = out
    if (this.#isOpen) this.#abandon()
    // Written here, as what every message passes must be few functions.
    out.bytes = span.bytes
    out.view = span.view
    out.position = out.base = offset
    out.limit = limit
    out.depth = 0
    out.copiedBytes = 0
    out.isUsual = true
    if (out.isSpareLarge) out.forgetSpare()
    const flags = shapes.hasChanged && shapes.start() ? FLAG_RESET_SHAPES : 0
    let end: number
    this.#isOpen = true
    // Not before it is open: after a stack overflow, nothing else would forget them.
    if (transfer !== undefined || platformObjects.areSent) platformObjects.start(transfer)
    // Rare cases are apart, and nothing is a `finally` (docs/decisions/0017).
    try {
      if (out.position === out.limit) out.ensure(1)
      out.bytes[out.position++] = flags
      writeValue(out, value)
      end = out.isUsual ? out.position : this.#finish(flags, span, offset, limit)
    } catch (error) {
      this.#abandon()
      throw error
    }
    if (flags !== 0) shapes.finish()
    if (transfer !== undefined) platformObjects.finish()
    out.finish()
    this.#isOpen = false
    return end
  }

  #finish(reset: number, span: Span, offset: number, limit: number): number {
    const out = this.#out
    let flags = reset
    if (out.later.length !== 0) writeRest(out)
    if (out.reached !== undefined) requireReached(out.reached)
    if (out.identities.isReferring) flags |= FLAG_REFERENCES
    if (out.hasAbsentSlots) flags |= FLAG_ABSENT_SLOTS
    if (flags !== reset) out.patchByte(0, flags)
    return out.hasSpilled ? this.#placeSpilled(out.position, span, offset, limit) : out.position
  }

  /** Bytes of the last message that are long texts or memory. */
  get copiedBytes(): number {
    return this.#out.copiedBytes
  }

  /** The last message, when it did not fit: private memory, valid until the next `encode`, `forgetSpilled` or `rollback`. */
  spilled(): Uint8Array {
    return this.#out.spare(this.#spilledBytes)
  }

  /** An idle encoder keeps no memory of a large message. */
  forgetSpilled(): void {
    this.#out.forgetSpare()
  }

  /** The objects of the last message that must travel beside its bytes, in order of first appearance; none after `rollback`. */
  get platformObjects(): readonly unknown[] {
    return this.#out.platformObjects.list()
  }

  // Room is claimed by what a value may take at most, so a message that moved away may fit after all.
  #placeSpilled(byteLength: number, span: Span, offset: number, limit: number): number {
    this.#spilledBytes = byteLength
    if (byteLength > limit - offset) return -1
    copyBytes(this.spilled(), 0, byteLength, span.bytes, offset)
    return offset + byteLength
  }

  // Each step may be taken twice: after a stack overflow, the next message begins with all of them.
  #abandon(): void {
    const out = this.#out
    out.isUsual = false
    this.rollback()
    out.platformObjects.finish()
    out.finish()
    this.#isOpen = false
  }

  /** The last message was not sent: the next one must not build on it. */
  rollback(): void {
    this.#out.shapes.undo()
    this.#out.platformObjects.forget()
    this.#out.forgetSpare()
  }
}

// Writes the values that were too deep for the stack, each on an empty stack. Each may add more of them.
function writeRest(out: Writer): void {
  for (let index = 0; index < out.later.length; index++) {
    out.depth = 1
    writeAnnounced(out, out.later[index]!)
  }
}
