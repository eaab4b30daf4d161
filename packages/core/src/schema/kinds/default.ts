/** Fields that the other side may not know yet: written and read as the type itself, with a value where there is none. */
import type { DefaultValue } from '../default-value.ts'
import { type Describer, FIXED, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import type { Emitter, Place } from '../emitter.ts'
import type { RecordView } from '../record-view.ts'

export class DefaultType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly inner: Type
  readonly value: DefaultValue
  override readonly refilled: 'object' | 'array' | undefined

  constructor(inner: Type, value: DefaultValue) {
    super()
    this.inner = inner
    this.value = value
    this.name = inner.name
    this.layout = inner.layout
    this.refilled = inner.refilled
  }

  describe(describer: Describer): string {
    return `default(${describer.part(this.inner)})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const make = emitMaker(emitter, this.value)
    const filled = emitter.local('v', `${value} === undefined ? ${make}() : ${value}`)
    this.inner.emitWrite(emitter, filled, place)
  }

  emitRead(emitter: Emitter, place: Place): string {
    return this.inner.emitRead(emitter, place)
  }

  override emitReadInto(emitter: Emitter, place: Place, target: string): void {
    this.inner.emitReadInto(emitter, place, target)
  }

  override emitView(emitter: Emitter, place: Place): string {
    return this.inner.emitView(emitter, place)
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    this.inner.emitSkip(emitter, place)
  }

  override draft(): object | undefined {
    return this.inner.draft() && (this.value.walked.make() as object)
  }

  write(out: Output, value: unknown, at: number, bit: number): void {
    this.inner.write(out, value === undefined ? this.value.walked.make() : value, at, bit)
  }

  read(input: Input, at: number, bit: number): unknown {
    return this.inner.read(input, at, bit)
  }

  override readInto(input: Input, at: number, target: object): void {
    this.inner.readInto(input, at, target)
  }

  override view(input: Input, at: number, bit: number, owner: RecordView, slot: number): unknown {
    return this.inner.view(input, at, bit, owner, slot)
  }

  override skip(input: Input, at: number, bit: number): void {
    this.inner.skip(input, at, bit)
  }
}

/** In the place of a field that the writer does not know: takes no bytes. */
abstract class UnwrittenType extends Type {
  readonly name: string
  readonly layout: Layout = { ...FIXED, bytes: 0, align: 1 }

  constructor(name: string) {
    super()
    this.name = name
  }

  emitWrite(): void {
    this.write()
  }

  write(): never {
    throw new TypeError(`Cannot write by a schema that only reads: it has no place for ${this.name}`)
  }
}

/** Reads as the default. */
export class AbsentType extends UnwrittenType {
  readonly #value: DefaultValue

  constructor({ name, value }: DefaultType) {
    super(name)
    this.#value = value
  }

  describe(): string {
    return 'absent'
  }

  emitRead(emitter: Emitter): string {
    return `${emitMaker(emitter, this.#value)}()`
  }

  override emitView(emitter: Emitter): string {
    return `${emitter.bindNew('viewDefault', () => this.#value.generated.view())}()`
  }

  read(): unknown {
    return this.#value.walked.make()
  }

  override view(): unknown {
    return this.#value.walked.view()
  }
}

/** An optional field: there is none. */
export class MissingType extends UnwrittenType {
  override readonly isOptional = true
  override readonly isMissing = true

  describe(): string {
    return 'missing'
  }

  emitRead(): string {
    return 'undefined'
  }

  read(): undefined {}
}

// Only called where a default is needed: one of a type that is not made yet, and does not fit, is no error of others.
function emitMaker(emitter: Emitter, value: DefaultValue): string {
  emitter.defaults.push(value)
  return emitter.bindNew('makeDefault', () => value.generated.make())
}
