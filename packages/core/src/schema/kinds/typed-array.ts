/** Typed arrays as they are in memory: of any length (count in the head, contents in the tail), or of one length. */
import { ArrayKind, type ElementName } from '../arrays.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuse, refuseGone, refuseLength, refuseTruncated } from '../misfit.ts'
import type { Input, Output } from '../input-output.ts'
import { partField } from '../record-view.ts'
import { claim, FIXED, type Layout, Type, VARIABLE } from '../type.ts'

const COUNT_BYTES = 4
export const LARGEST_HEAD: number = 2 ** 28

export class TypedArrayType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly #kind: ArrayKind

  constructor(element: ElementName) {
    super()
    const kind = new ArrayKind(element)
    this.#kind = kind
    this.name = kind.className
    this.layout = { ...VARIABLE, bytes: COUNT_BYTES, align: COUNT_BYTES, tailAlign: kind.bytes, tailGrain: kind.bytes }
  }

  describe(): string {
    return `typedArray(${this.#kind.name})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const kind = emitter.bindNew('kind', this.#kind)
    emitter.checkNot(`!${kind}.has(${value})`)
    const byteLength = emitter.local('n', `${kind}.bytesIn(${value})`)
    emitter.checkNot(`${byteLength} === 0 && ${kind}.isGone(${value})`)
    emitter.line(`if (${byteLength} > end - tail) return -1`)
    emitter.line(`view.setUint32(${addressOf(place)}, ${byteLength} / ${this.#kind.bytes}, true)`)
    emitter.line(`${kind}.store(${value}, ${byteLength}, bytes, tail)\ntail += ${byteLength}`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    return this.#emitArray(emitter, place, 'load')
  }

  override emitView(emitter: Emitter, place: Place): string {
    return this.#emitArray(emitter, place, 'over')
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitter.line(`tail += ${this.#emitCount(emitter, place)} * ${this.#kind.bytes}`)
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !this.#kind.has(value)) refuse(this.name, value)
    const array = value as Uint8Array
    const byteLength = this.#kind.bytesIn(array)
    if (out.isChecked && byteLength === 0 && this.#kind.isGone(array)) refuseGone(this.name)
    const start = claim(out, byteLength)
    out.view.setUint32(at, byteLength / this.#kind.bytes, true)
    this.#kind.store(array, byteLength, out.bytes, start)
  }

  read(input: Input, at: number): unknown {
    const { start, length } = this.#take(input, at)
    return this.#kind.load(input.bytes, start, length)
  }

  override view(input: Input, at: number): unknown {
    const { start, length } = this.#take(input, at)
    return this.#kind.over(input.bytes, start, length)
  }

  override skip(input: Input, at: number): void {
    this.#take(input, at)
  }

  #emitArray(emitter: Emitter, place: Place, how: 'load' | 'over'): string {
    const count = this.#emitCount(emitter, place)
    const array = emitter.local('v', `${emitter.bindNew('kind', this.#kind)}.${how}(bytes, tail, ${count})`)
    emitter.line(`tail += ${count} * ${this.#kind.bytes}`)
    return array
  }

  #emitCount(emitter: Emitter, place: Place): string {
    emitter.bind('refuseTruncated', refuseTruncated)
    const count = emitter.local('n', `view.getUint32(${addressOf(place)}, true)`)
    const byteLength = `${count} * ${this.#kind.bytes}`
    emitter.line(`if (${byteLength} > end - tail) refuseTruncated(${byteLength}, tail, end)`)
    return count
  }

  #take(input: Input, at: number): { start: number; length: number } {
    const length = input.view.getUint32(at, true)
    const start = input.tail
    const byteLength = length * this.#kind.bytes
    if (byteLength > input.end - start) refuseTruncated(byteLength, start, input.end)
    input.tail = start + byteLength
    return { start, length }
  }
}

/** A fixed number of elements, in the head. */
export class FixedArrayType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly #kind: ArrayKind
  readonly #length: number

  constructor(element: ElementName, length: number) {
    super()
    const kind = new ArrayKind(element)
    const most = LARGEST_HEAD / kind.bytes
    this.name = element === 'u8' ? `fixedBytes(${length})` : `${kind.className} of ${length}`
    if (!(Number.isInteger(length) && length >= 0 && length <= most)) {
      throw new RangeError(`Cannot make ${this.name}: lengths from 0 to ${most} are possible`)
    }
    this.#kind = kind
    this.#length = length
    this.layout = { ...FIXED, bytes: length * kind.bytes, align: kind.bytes }
  }

  describe(): string {
    return `fixedArray(${this.#kind.name},${this.#length})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const kind = emitter.bindNew('kind', this.#kind)
    emitter.checkNot(`!${kind}.has(${value})`)
    // Also where values are not checked: a longer one would run over what follows.
    emitter.leaveIf(`${kind}.bytesIn(${value}) !== ${this.layout.bytes}`)
    if (this.#length === 0) emitter.checkNot(`${kind}.isGone(${value})`)
    emitter.line(`${kind}.store(${value}, ${this.layout.bytes}, bytes, ${addressOf(place)})`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    return this.#emitArray(emitter, place, 'load')
  }

  // The view keeps its array: a message that lies where the one before lay is read without making another.
  override emitView(emitter: Emitter, place: Place): string {
    const slot = emitter.nextSlot()
    const field = `this[${emitter.bind(`PART${slot}`, partField(slot))}]`
    const at = addressOf(place)
    const array = emitter.fresh('v')
    const made = `${emitter.bindNew('kind', this.#kind)}.over(bytes, ${at}, ${this.#length})`
    emitter.line(`let ${array} = ${field}
if (${array} === undefined || ${array}.byteOffset !== bytes.byteOffset + ${at} || ${array}.buffer !== bytes.buffer) {
${array} = ${field} = ${made}
}`)
    return array
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !this.#kind.has(value)) refuse(this.name, value)
    const array = value as Uint8Array
    const byteLength = this.#kind.bytesIn(array)
    if (out.isChecked && byteLength === 0 && this.#kind.isGone(array)) refuseGone(this.name)
    if (byteLength !== this.layout.bytes) refuseLength(this.name, byteLength / this.#kind.bytes, 'elements')
    this.#kind.store(array, this.layout.bytes, out.bytes, at)
  }

  read(input: Input, at: number): unknown {
    return this.#kind.load(input.bytes, at, this.#length)
  }

  override view(input: Input, at: number): unknown {
    return this.#kind.over(input.bytes, at, this.#length)
  }

  #emitArray(emitter: Emitter, place: Place, how: 'load' | 'over'): string {
    return emitter.local(
      'v',
      `${emitter.bindNew('kind', this.#kind)}.${how}(bytes, ${addressOf(place)}, ${this.#length})`,
    )
  }
}
