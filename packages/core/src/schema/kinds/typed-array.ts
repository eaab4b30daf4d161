/** Typed arrays as they are in memory: of any length (count in the head, contents in the tail), or of one length. */
import { ArrayKind, type ElementName } from '../arrays.ts'
import { addressOf, type Emitter, type Path, type Place, quote } from '../emitter.ts'
import { refuse, refuseLength, refuseTruncated } from '../misfit.ts'
import { claim, FIXED, type Input, type Layout, type Output, Type, VARIABLE } from '../type.ts'

const COUNT_BYTES = 4

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

  emitWrite(emitter: Emitter, value: string, place: Place, path: Path): void {
    const kind = emitter.bindNew('kind', this.#kind)
    emitter.refuseIf(`!${kind}.has(${value})`, this.name, value, path)
    const byteLength = emitter.local('n', `${value}.byteLength`)
    emitter.line(`if (${byteLength} > end - tail) return -1`)
    emitter.line(`view.setUint32(${addressOf(place)}, ${value}.length, true)`)
    emitter.line(`${kind}.store(${value}, bytes, tail)\ntail += ${byteLength}`)
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
    const start = claim(out, array.byteLength)
    out.view.setUint32(at, array.length, true)
    this.#kind.store(array, out.bytes, start)
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

/** So many bytes, in the head. */
export class FixedBytesType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly #kind: ArrayKind = new ArrayKind('u8')

  constructor(length: number) {
    super()
    if (!(Number.isInteger(length) && length >= 0 && length <= 2 ** 28)) {
      throw new RangeError(`Cannot make fixedBytes of ${length} bytes: 0 to ${2 ** 28} are possible`)
    }
    this.name = `fixedBytes(${length})`
    this.layout = { ...FIXED, bytes: length, align: 1 }
  }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string, place: Place, path: Path): void {
    const kind = emitter.bindNew('kind', this.#kind)
    emitter.refuseIf(`!${kind}.has(${value})`, this.name, value, path)
    // Also where values are not checked: a longer one would run over what follows.
    emitter.bind('refuseLength', refuseLength)
    const refusal = `refuseLength(${[quote(this.name), `${value}.length`, quote('bytes'), ...path].join(', ')})`
    emitter.line(`if (${value}.length !== ${this.layout.bytes}) ${refusal}`)
    emitter.line(`bytes.set(${value}, ${addressOf(place)})`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    const kind = emitter.bindNew('kind', this.#kind)
    return emitter.local('v', `${kind}.load(bytes, ${addressOf(place)}, ${this.layout.bytes})`)
  }

  override emitView(_: Emitter, place: Place): string {
    return `bytes.subarray(${addressOf(place)}, ${addressOf(place, this.layout.bytes)})`
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !this.#kind.has(value)) refuse(this.name, value)
    const array = value as Uint8Array
    if (array.length !== this.layout.bytes) refuseLength(this.name, array.length, 'bytes')
    out.bytes.set(array, at)
  }

  read(input: Input, at: number): unknown {
    return this.#kind.load(input.bytes, at, this.layout.bytes)
  }

  override view(input: Input, at: number): unknown {
    return input.bytes.subarray(at, at + this.layout.bytes)
  }
}
