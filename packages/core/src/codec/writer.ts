/** The write cursor: where the next byte goes, and what the encoder has to remember while it writes a message. */
import { Sized } from '../sized.ts'
import type { PlatformObjects } from './platform-objects.ts'
import { Identities } from './identity.ts'
import type { Registry } from './registry.ts'
import type { ShapeTable } from './shapes.ts'
import { freshSpan, type Span } from './span.ts'

const SPARE_BYTES = 1024
const LARGE_SPARE_BYTES = 1 << 19
const NOWHERE: Span = freshSpan(0)

export class Writer extends Sized {
  /** The memory written to. It changes when the message outgrows its place, so read it after each `reserve`. */
  bytes: Uint8Array = NOWHERE.bytes
  view: DataView = NOWHERE.view
  /** Index in `bytes` of the next free byte. */
  position = 0
  /** Index in `bytes` past the last byte that may be written; past it, `reserve` and `ensure` find more room. */
  limit = 0
  /** Containers that are open. */
  depth = 0
  /** Its first byte is right as it was written, it lies where it should, and nothing is left to be written, asked or forgotten. */
  isUsual = true
  /** Bytes that the platform's clone copies all at once: of long texts and of memory. */
  copiedBytes = 0
  /** A slot of a shape was `ABSENT`. */
  hasAbsentSlots = false
  /** The message outgrew its place: it is in `bytes` from 0 to `position`. */
  hasSpilled = false
  /** The element of an array that ended a run: it has been read, and must not be read again. */
  ender: unknown = undefined
  /** Objects too deep for the stack: their contents follow the value. */
  readonly later: object[] = []
  /** Instances whose contents are being written, from the outermost. */
  readonly openInstances: object[] = []
  /** Resizable buffers in the message, and how many bytes of each. */
  resizable: Map<object, number> | undefined = undefined
  /** Growth allowed to them, in units. */
  growth = 0
  /** Of characters, in the patterns of the message. */
  properties = 0
  /** Resizable buffers that are transferred, and how far the views over them reach. */
  reached: Map<ArrayBuffer, number> | undefined = undefined
  readonly identities: Identities = new Identities()
  readonly platformObjects: PlatformObjects
  readonly shapes: ShapeTable
  /** Classes of the program, if there are any. */
  readonly registry: Registry | undefined
  /** Index in `bytes` of the message's first byte. */
  base = 0
  #spare: Span = NOWHERE
  isSpareLarge = false

  constructor(platformObjects: PlatformObjects, shapes: ShapeTable, registry?: Registry) {
    super()
    this.platformObjects = platformObjects
    this.shapes = shapes
    this.registry = registry
  }

  /** Gives up private memory that was made for a large message. */
  forgetSpare(): void {
    if (this.isSpareLarge) this.#spare = NOWHERE
    this.isSpareLarge = false
  }

  /** Lets go of the memory written to and of the objects written, so that an idle encoder keeps nothing alive. */
  finish(): void {
    this.bytes = NOWHERE.bytes
    this.view = NOWHERE.view
    this.identities.forget()
    if (!this.isUsual) this.#forgetRest()
  }

  #forgetRest(): void {
    this.ender = undefined
    this.hasAbsentSlots = false
    this.hasSpilled = false
    this.later.length = 0
    this.openInstances.length = 0
    this.resizable = undefined
    this.growth = 0
    this.properties = 0
    this.reached = undefined
  }

  /** The first bytes of the memory that a message moves to when it outgrows its place. */
  spare(byteLength: number): Uint8Array {
    return this.#spare.bytes.subarray(0, byteLength)
  }

  /** Claims the next `count` bytes and returns the index of the first one. */
  reserve(count: number): number {
    if (count > this.limit - this.position) this.#spill(count)
    const at = this.position
    this.position = at + count
    return at
  }

  /** Makes sure that the next `count` bytes can be written, without claiming them. */
  ensure(count: number): void {
    if (count > this.limit - this.position) this.#spill(count)
  }

  /** Gives back everything from `at`, the index that the last `reserve` returned. */
  rewind(at: number): void {
    this.position = at
  }

  /** Bytes from the start of the message: valid across a spill, unlike an index. */
  distance(): number {
    return this.position - this.base
  }

  /** A copy of what was written from `distance` bytes after the start of the message. */
  copyFrom(distance: number): Uint8Array {
    const copy = new Uint8Array(this.distance() - distance)
    copy.set(this.bytes.subarray(this.base + distance, this.position))
    return copy
  }

  /** Sets the byte `distance` bytes after the start of the message. */
  patchByte(distance: number, value: number): void {
    this.bytes[this.base + distance] = value
  }

  byte(value: number): void {
    const at = this.reserve(1)
    this.bytes[at] = value
  }

  twoBytes(first: number, second: number): void {
    const at = this.reserve(2)
    this.bytes[at] = first
    this.bytes[at + 1] = second
  }

  float64(value: number): void {
    const at = this.reserve(8)
    this.view.setFloat64(at, value, true)
  }

  /** Writes an integer from 0 to `2^53 - 1`. */
  varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** Writes a tag and a varint after it. */
  tagged(tag: number, value: number): void {
    if (value <= 0x7f) return this.twoBytes(tag, value)
    this.byte(tag)
    this.varint(value)
  }

  // The encoder must never run twice (getters), so a message that outgrows its place moves to private memory and goes on.
  #spill(count: number): void {
    const used = this.position - this.base
    const needed = used + count
    const written = this.bytes.subarray(this.base, this.position)
    if (needed > this.#spare.bytes.length) {
      const byteLength = Math.max(needed, SPARE_BYTES, this.#spare.bytes.length * 2)
      this.#spare = freshSpan(byteLength)
      this.isSpareLarge = byteLength > LARGE_SPARE_BYTES
    }
    this.#spare.bytes.set(written)
    this.bytes = this.#spare.bytes
    this.view = this.#spare.view
    this.base = 0
    this.position = used
    this.limit = this.bytes.length
    this.hasSpilled = true
    this.isUsual = false
  }
}
