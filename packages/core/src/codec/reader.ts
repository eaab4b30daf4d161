/**
 * The read cursor: where the next byte comes from, and what the decoder has to remember while it reads a message.
 *
 * The bytes may be hostile and may change while they are read (another thread owns them too). So every length is read
 * once into a local, checked against the end of the message, and only the local is used.
 */
import { DecodeError, type InstanceError } from '../errors.ts'
import { Sized } from '../sized.ts'
import { ConstructorTable, type ReaderGear } from './constructors.ts'
import type { Registry } from './registry.ts'
import { freshSpan, type Span } from './span.ts'
import { FLAG_ABSENT_SLOTS, FLAG_REFERENCES, MAX_DEPTH, REFERENCE } from './tags.ts'

const NOWHERE: Span = freshSpan(0)
/** A program may have this many kinds of objects: each comes once before it has a shape. */
const STRANGERS = 64
const FIRST_KEY_MAX = 128
const NO_PLATFORM_OBJECTS: readonly unknown[] = []

export class Reader extends Sized {
  bytes: Uint8Array = NOWHERE.bytes
  view: DataView = NOWHERE.view
  /** Index in `bytes` of the next byte to read. */
  position = 0
  /** Index in `bytes` past the last byte of the message. */
  end = 0
  /** Nothing came beside its bytes, nothing is left to be read or forgotten, and no objects are numbered. */
  isUsual = true
  /** Of the message, and what they say. */
  flags = 0
  /** Objects are numbered as they are made, because the message refers back to some. */
  isTracking = false
  /** Slots of shapes may be `ABSENT`. */
  mayHaveAbsentSlots = false
  /** A slot may be `ABSENT`, or code of the program may see an object before all its slots are read. */
  isCareful = false
  /** The objects that came beside the message. */
  platformObjects: readonly unknown[] = NO_PLATFORM_OBJECTS
  /** Objects whose contents follow the value. */
  readonly later: object[] = []
  /** Growth allowed to the resizable buffers of the message, in units. */
  growth = 0
  /** Of characters, in the patterns of the message. */
  properties = 0
  readonly gear: ReaderGear | undefined
  readonly shapes: ConstructorTable = new ConstructorTable()
  /** Classes of the program, if there are any. */
  readonly registry: Registry | undefined
  /** Why the message has no value, although its bytes are sound. */
  failure: InstanceError | undefined = undefined
  /** A message was begun and not let go of, because of a stack overflow. */
  #isOpen = false
  #base = 0
  /** Containers that are open. */
  depth = 0
  #presizable = 0
  #openInstances = 0
  /** The bytes from `stretchStart` on as text, whatever stands there. */
  stretch = ''
  stretchStart = 0
  /** Those from `wideStart` on as text of two bytes a character. */
  wide = ''
  wideStart = 0
  #objects: (object | undefined)[] = []
  /** Objects without a shape, each with another first key than the one before it. */
  #strangers = 0
  #firstKey = ''

  constructor(registry: Registry | undefined, gear?: ReaderGear) {
    super()
    this.gear = gear
    this.registry = registry
  }

  start(span: Span, offset: number, end: number, platformObjects: readonly unknown[] | undefined): void {
    if (this.#isOpen) this.abandon()
    this.#isOpen = true
    this.bytes = span.bytes
    this.view = span.view
    this.position = this.#base = offset
    this.end = end
    this.isUsual = true
    if (platformObjects !== undefined) {
      this.isUsual = false
      this.platformObjects = platformObjects
    }
    this.#presizable = end - offset
  }

  setFlags(flags: number): void {
    this.flags = flags
    this.isTracking = (flags & FLAG_REFERENCES) !== 0
    this.mayHaveAbsentSlots = (flags & FLAG_ABSENT_SLOTS) !== 0
    if (this.isTracking) this.isUsual = false
    this.isCareful = this.mayHaveAbsentSlots || !this.mayMakeBare
  }

  /** The message cannot be read to its end. */
  abandon(): void {
    this.isUsual = false
    this.depth = 0
    this.#openInstances = 0
    this.finish()
  }

  /** Lets go of the memory read from and of the objects made. */
  finish(): void {
    this.bytes = NOWHERE.bytes
    this.view = NOWHERE.view
    this.stretch = ''
    if (!this.isUsual) this.#forgetRest()
    this.#isOpen = false
  }

  #forgetRest(): void {
    this.platformObjects = NO_PLATFORM_OBJECTS
    this.failure = undefined
    this.growth = 0
    this.properties = 0
    this.wide = ''
    if (this.#objects.length > 0) this.#objects = []
    if (this.later.length > 0) this.later.length = 0
  }

  /** Steps over the next `count` bytes and returns the index of the first one; all of them are inside the message. */
  take(count: number): number {
    const at = this.position
    if (count > this.end - at) this.refuseTruncated(count)
    this.position = at + count
    return at
  }

  /** Steps to `position`, which must not be past the end of the message. */
  advanceTo(position: number): void {
    if (position > this.end) this.refuseTruncated(position - this.end)
    this.position = position
  }

  byte(): number {
    const at = this.position
    if (at >= this.end) this.refuseTruncated(1)
    this.position = at + 1
    return this.bytes[at]!
  }

  float64(): number {
    return this.view.getFloat64(this.take(8), true)
  }

  /** Reads an integer from 0 to `2^53 - 1`. */
  varint(): number {
    const first = this.byte()
    return first <= 0x7f ? first : this.#longVarint(first)
  }

  /** Reads how many things follow, each of at least `bytesEach` bytes: more than the message can hold is refused. */
  count(bytesEach: number): number {
    const at = this.position
    let count = at < this.end ? this.bytes[at]! : 0x80
    if (count > 0x7f) count = this.varint()
    else this.position = at + 1
    if (count > (this.end - this.position) / bytesEach) this.#refuseCount(count)
    return count
  }

  /**
   * Whether an array may be made at its size. Each element takes a byte of the message, so that all honest arrays may; the
   * lengths that a hostile message claims, in all its levels together, cost no more.
   */
  mayPresize(length: number): boolean {
    if (length > this.#presizable) return false
    this.#presizable -= length
    return true
  }

  /** Whether an object may lack its prototype until all of it is there: no code of the program runs meanwhile that might see it. */
  get mayMakeBare(): boolean {
    return !this.isTracking || this.registry === undefined
  }

  /** An object without a shape comes, with this first key: whether many came before, each with another than the one before it. */
  isStranger(key: string): boolean {
    this.#strangers = key === this.#firstKey ? 0 : this.#strangers + 1
    // An idle decoder keeps nothing long.
    this.#firstKey = key.length <= FIRST_KEY_MAX ? key : ''
    return this.#strangers > STRANGERS
  }

  /** A container opens. It is counted, so that a deep message ends in our own error and not in a stack overflow. */
  enter(): void {
    if (++this.depth > MAX_DEPTH) this.refuseDepth()
  }

  leave(): void {
    this.depth--
  }

  enterInstance(): void {
    this.enter()
    this.#openInstances++
  }

  leaveInstance(): void {
    this.#openInstances--
    this.leave()
  }

  /** Makes an object whose contents follow the value. */
  trackEmpty(value: object): object {
    if (this.#openInstances > 0) this.refuse('contents of an instance that come later than it is made')
    this.isUsual = false
    this.later.push(value)
    return this.track(value)
  }

  /** Numbers an object that was just made. Before its contents are read: they may refer to it. */
  track<T extends object>(value: T): T {
    if (this.isTracking) this.#objects.push(value)
    return value
  }

  /** Takes the next number for an object that can be made only after others; -1 when nothing is numbered. */
  trackLater(): number {
    return this.isTracking ? this.#objects.push(undefined) - 1 : -1
  }

  trackNow<T extends object>(number: number, value: T): T {
    if (number >= 0) this.#objects[number] = value
    return value
  }

  reference(): object {
    const number = this.varint()
    if (!this.isTracking) this.refuse('a reference in a message that announced none', REFERENCE)
    const value = number < this.#objects.length ? this.#objects[number] : undefined
    return value ?? this.refuse(`reference to object ${number}, ${this.#objects.length} are known`, REFERENCE)
  }

  /** Bytes from the start of the message. */
  distance(): number {
    return this.position - this.#base
  }

  /** Stops with what is wrong, where in the message, and the tag if one is being read. */
  refuse(reason: string, tag = -1): never {
    throw new DecodeError(`Cannot decode at byte ${this.distance()}: ${reason}`, this.distance(), tag)
  }

  #longVarint(first: number): number {
    let value = first & 0x7f
    for (let scale = 0x80; scale <= Number.MAX_SAFE_INTEGER; scale *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (value > Number.MAX_SAFE_INTEGER) break
      if (byte <= 0x7f) return value
    }
    return this.refuse('an integer exceeds 2^53 - 1')
  }

  refuseDepth(): never {
    this.refuse(`values are nested deeper than ${MAX_DEPTH}`)
  }

  refuseTruncated(count: number): never {
    this.refuse(`${count} more bytes expected, ${this.end - this.position} left`)
  }

  #refuseCount(count: number): never {
    this.refuse(`${count} items expected, ${this.end - this.position} bytes left`)
  }
}
