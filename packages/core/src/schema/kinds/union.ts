/** One of several structs, told by a property: its number in the head, the struct in the tail. */
import { emitSkippedApart, emitWrittenApart, isApart, isSplit, partOf, readApart } from '../apart.ts'
import { Cell } from '../cell.ts'
import { CompoundType } from '../compound.ts'
import { claim, type Describer, type Layout, stepsTo, type Type, VARIABLE } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { addressOf, type Emitter, type Place, quote } from '../emitter.ts'
import { refuse, refuseBytes, refuseTruncated, refuseValue } from '../misfit.ts'
import { propertyOf, propertyText } from '../property.ts'
import type { RecordView } from '../record-view.ts'
import { contentViewClass, emitPartOpened } from '../view-classes.ts'
import { LiteralType } from './choice.ts'
import { StructType } from './struct.ts'

/** The most structs of a union. */
export const VARIANTS_MAX = 256

export interface Variant {
  readonly name: string
  readonly cell: Cell
}

/** The tag of a variant: the union has looked at it. */
class TagType extends LiteralType {
  override readonly isImplied = true
  override write(): void {}
}

export class UnionType extends CompoundType {
  readonly name: string
  readonly layout: Layout
  readonly tag: string
  readonly variants: readonly Variant[]

  constructor(tag: string, structs: Readonly<Record<string, Type>>) {
    super()
    const names = Object.keys(structs)
    if (names.length === 0 || names.length > VARIANTS_MAX) {
      throw new TypeError(`Cannot make a union of ${names.length} structs: 1 to ${VARIANTS_MAX} are possible`)
    }
    this.tag = tag
    this.name = `union by ${tag}`
    this.variants = names.map((name) => ({ name, cell: new Cell(variantOf(tag, name, structs[name]!), 1) }))
    const layouts = this.variants.map(({ cell }) => cell.type.layout)
    this.layout = {
      ...VARIABLE,
      bytes: 1,
      align: 1,
      steps: stepsTo(layouts),
      locals: layouts.reduce((sum, { locals }) => sum + locals + 1, 1),
    }
  }

  describe(describer: Describer): string {
    const variants = this.variants.map(({ name, cell }) => `${quote(name)}:${describer.part(cell.type)}`)
    return `union(${quote(this.tag)}){${variants.join(',')}}`
  }

  emitWriteInPlace(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`typeof ${value} !== 'object' || ${value} === null`)
    const tag = emitter.local('v', propertyText(emitter, value, this.tag))
    emitter.line(`switch (${tag}) {`)
    this.variants.forEach(({ name, cell }, number) => {
      emitter.line(`case ${quote(name)}: {`)
      if (isSplit(emitter, this.layout)) {
        emitWrittenApart(emitter, partOf(cell.type, 'writeVariant', cell), value, place, (own, head) =>
          emitVariantWritten(emitter, cell, number, own, head),
        )
      } else emitVariantWritten(emitter, cell, number, value, place)
      emitter.line('break\n}')
    })
    emitter.line('default: break misfit\n}')
  }

  emitReadInPlace(emitter: Emitter, place: Place): string {
    const value = emitter.fresh('v')
    emitter.line(`let ${value}`)
    this.#emitSwitch(emitter, place, (cell) => {
      const read = (): string => cell.emitRead(emitter, emitOpened(emitter, cell))
      if (isSplit(emitter, this.layout)) {
        emitter.line(
          `${value} = ${readApart(emitter, partOf(cell.type, 'readVariant', cell), place, read)}\ntail = reached`,
        )
      } else {
        const struct = read()
        emitter.line(`${value} = ${struct}`)
      }
    })
    return value
  }

  override emitView(emitter: Emitter, place: Place): string {
    if (!isApart(emitter, this)) return this.#emitViewInPlace(emitter, place)
    const className = contentViewClass(emitter, this, (head) => this.#emitViewInPlace(emitter, head))
    return `${emitPartOpened(emitter, className, addressOf(place), true)}.content`
  }

  #emitViewInPlace(emitter: Emitter, place: Place): string {
    const value = emitter.fresh('v')
    emitter.line(`let ${value}`)
    this.#emitSwitch(emitter, place, (cell) => {
      const base = emitOpened(emitter, cell)
      const struct = cell.type.emitView(emitter, { base, offset: 0, bits: [], bit: 0 })
      emitter.line(`${value} = ${struct}`)
    })
    return value
  }

  override view(input: Input, at: number, _: number, owner: RecordView, slot: number): unknown {
    const { cell, base } = this.#open(input, at)
    return cell.type.view(input, base, 0, owner, slot)
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    if (!isApart(emitter, this)) return this.#emitSkipInPlace(emitter, place)
    emitSkippedApart(emitter, partOf(this, 'skipPart'), place, (head) => this.#emitSkipInPlace(emitter, head))
  }

  #emitSkipInPlace(emitter: Emitter, place: Place): void {
    this.#emitSwitch(emitter, place, (cell) => {
      const skip = (): void => cell.emitSkip(emitter, emitOpened(emitter, cell))
      if (isSplit(emitter, this.layout)) emitSkippedApart(emitter, partOf(cell.type, 'skipVariant', cell), place, skip)
      else skip()
    })
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && (typeof value !== 'object' || value === null)) refuse(this.name, value)
    const tag = propertyOf(value as object, this.tag)
    const number = this.variants.findIndex(({ name }) => name === tag)
    const variant = this.variants[number]
    if (variant === undefined) return refuseValue(this.#expected(), tag, this.tag)
    const base = claim(out, variant.cell.bytes)
    out.bytes[at] = number
    variant.cell.write(out, value, base)
  }

  read(input: Input, at: number): unknown {
    const { cell, base } = this.#open(input, at)
    return cell.read(input, base)
  }

  override skip(input: Input, at: number): void {
    const { cell, base } = this.#open(input, at)
    cell.skip(input, base)
  }

  #emitSwitch(emitter: Emitter, place: Place, emit: (cell: Cell) => void): void {
    emitter.bind('refuseTruncated', refuseTruncated)
    emitter.bind('refuseVariant', refuseVariant)
    emitter.line(`switch (bytes[${addressOf(place)}]) {`)
    this.variants.forEach(({ cell }, number) => {
      emitter.line(`case ${number}: {`)
      emit(cell)
      emitter.line('break\n}')
    })
    emitter.line(`default: refuseVariant(${addressOf(place)})\n}`)
  }

  #open(input: Input, at: number): { cell: Cell; base: number } {
    const { cell } = this.variants[input.bytes[at]!] ?? refuseVariant(at)
    const base = input.tail
    if (cell.bytes > input.end - base) refuseTruncated(cell.bytes, base, input.end)
    input.tail = base + cell.bytes
    return { cell, base }
  }

  #expected(): string {
    return this.variants.map(({ name }) => quote(name)).join(' | ')
  }
}

function emitVariantWritten(emitter: Emitter, cell: Cell, number: number, value: string, place: Place): void {
  emitter.line(`if (${cell.bytes} > end - tail) return -1`)
  const base = emitter.local('base', 'tail')
  emitter.line(`tail += ${cell.bytes}\nbytes[${addressOf(place)}] = ${number}`)
  cell.emitWrite(emitter, value, base)
}

/** Emits what steps over the head of a variant, and returns where that is. */
function emitOpened(emitter: Emitter, { bytes }: Cell): string {
  emitter.line(`if (${bytes} > end - tail) refuseTruncated(${bytes}, tail, end)`)
  const base = emitter.local('base', 'tail')
  emitter.line(`tail += ${bytes}`)
  return base
}

// The tag comes first in the object, unless the struct has a place for it.
function variantOf(tag: string, name: string, struct: Type): StructType {
  if (!(struct instanceof StructType)) throw new TypeError(`Cannot make a union with ${struct.name}: use structs`)
  const fields = struct.plan.declared
  const own = fields.find((field) => field.name === tag)
  if (own === undefined) return new StructType([{ name: tag, type: new TagType(name) }, ...fields])
  if (own.type instanceof LiteralType && own.type.value === name) return struct
  throw new TypeError(
    `Cannot make a union: ${tag} of ${quote(name)} is ${own.type.name}, use literal(${quote(name)}) or leave it out`,
  )
}

function refuseVariant(at: number): never {
  return refuseBytes('a number that no struct of the union has', at)
}
