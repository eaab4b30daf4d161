/** Values that may be missing: one bit tells. The place in the head stays. */
import { emitZeros, isBitSetAt, setBitAt } from '../bits.ts'
import { type Describer, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { bitTest, type Emitter, type Place, setBit } from '../emitter.ts'
import { orExpected } from '../misfit.ts'
import type { RecordView } from '../record-view.ts'

export class MaybeType extends Type {
  readonly name: string
  readonly layout: Layout
  override readonly isOptional: boolean
  readonly inner: Type
  /** The value that stands for a missing one. */
  readonly missing: 'undefined' | 'null'

  constructor(inner: Type, missing: 'undefined' | 'null') {
    super()
    this.inner = inner
    this.missing = missing
    this.isOptional = missing === 'undefined'
    this.name = `${inner.name} | ${missing}`
    this.layout = { ...inner.layout, bits: inner.layout.bits + 1, locals: inner.layout.locals + 1 }
  }

  describe(describer: Describer): string {
    return `${this.isOptional ? 'optional' : 'nullable'}(${describer.part(this.inner)})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.line(`if (${value} !== ${this.missing}) {\n${setBit(place)}`)
    this.inner.emitWrite(emitter, value, innerOf(place))
    emitter.line('} else {')
    emitZeros(emitter, place, this.layout.bytes)
    emitter.line('}')
  }

  emitRead(emitter: Emitter, place: Place): string {
    return this.#emitInner(emitter, place, () => this.inner.emitRead(emitter, innerOf(place)))
  }

  override emitView(emitter: Emitter, place: Place): string {
    return this.#emitInner(emitter, place, () => this.inner.emitView(emitter, innerOf(place)))
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    if (this.layout.isFixed) return
    emitter.line(`if (${bitTest(place)}) {`)
    this.inner.emitSkip(emitter, innerOf(place))
    emitter.line('}')
  }

  write(out: Output, value: unknown, at: number, bit: number): void {
    if (value === this.#missingValue()) return void out.bytes.fill(0, at, at + this.layout.bytes)
    setBitAt(out.bytes, bit)
    try {
      this.inner.write(out, value, at, bit + 1)
    } catch (error) {
      throw orExpected(error, this.missing)
    }
  }

  read(input: Input, at: number, bit: number): unknown {
    return isBitSetAt(input.bytes, bit) ? this.inner.read(input, at, bit + 1) : this.#missingValue()
  }

  override view(input: Input, at: number, bit: number, owner: RecordView, slot: number): unknown {
    return isBitSetAt(input.bytes, bit) ? this.inner.view(input, at, bit + 1, owner, slot) : this.#missingValue()
  }

  override skip(input: Input, at: number, bit: number): void {
    if (isBitSetAt(input.bytes, bit)) this.inner.skip(input, at, bit + 1)
  }

  #emitInner(emitter: Emitter, place: Place, emit: () => string): string {
    const value = emitter.fresh('v')
    emitter.line(`let ${value} = ${this.missing}\nif (${bitTest(place)}) {`)
    const inner = emit()
    emitter.line(`${value} = ${inner}\n}`)
    return value
  }

  #missingValue(): undefined | null {
    return this.missing === 'null' ? null : undefined
  }
}

function innerOf(place: Place): Place {
  return { ...place, bit: place.bit + 1 }
}
