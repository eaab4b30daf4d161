/** Objects of known keys: the heads of the fields side by side, then their tails. */
import { isSplit } from '../apart.ts'
import { CompoundType } from '../compound.ts'
import type { Describer, Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { addressOf, type Emitter, type Place, quote, quoteKey } from '../emitter.ts'
import {
  emitFields,
  emitFieldsRead,
  emitFieldsSkipped,
  emitFieldsWritten,
  emitGroupsRead,
  readFields,
  skipFields,
  writeFields,
} from '../fields.ts'
import { refuse, refuseLength } from '../misfit.ts'
import { type Field, type Placed, type Plan, planOf } from '../plan.ts'
import { PlannedType } from '../planned.ts'
import { defineField, definitionText, propertyOf, propertyText, refilledOf } from '../property.ts'
import { openPart, type RecordView } from '../record-view.ts'
import { emitPartOpened, structViewClass } from '../view-classes.ts'
import { structViewOf } from '../view-interpreter.ts'

export class StructType extends PlannedType {
  readonly name: string
  readonly layout: Layout
  readonly plan: Plan

  constructor(fields: readonly Field[], name = 'struct') {
    super()
    this.name = name
    this.plan = planOf(fields)
    this.layout = this.plan.layout
  }

  describe(describer: Describer): string {
    const fields = this.plan.declared.map(({ name, type }) => `${quote(name)}:${describer.part(type)}`)
    return `struct{${fields.join(',')}}`
  }

  emitWriteInPlace(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`typeof ${value} !== 'object' || ${value} === null`)
    emitFieldsWritten(emitter, this.plan, value, place, (object, { name, type }, part) => {
      if (!type.isImplied) type.emitWrite(emitter, emitter.local('v', propertyText(emitter, object, name)), part)
    })
  }

  emitReadInPlace(emitter: Emitter, place: Place): string {
    const { values, tests } = emitFieldsRead(emitter, this.plan, place)
    const shown = this.plan.shown.filter(({ type }) => !type.isMissing)
    if (shown.every(({ index }) => tests[index] === undefined)) return literal(shown, values)
    const object = emitter.fresh('v')
    emitter.line(`let ${object}`)
    // Mostly all are there, and then the object is made at once.
    emitter.line(
      `if (${shown.flatMap(({ index }) => tests[index] ?? []).join(' && ')}) ${object} = ${literal(shown, values)}`,
    )
    const first = shown.findIndex(({ index }) => tests[index] !== undefined)
    emitter.line(`else {\n${object} = ${literal(shown.slice(0, first), values)}`)
    for (const { name, index } of shown.slice(first)) {
      const condition = tests[index] === undefined ? '' : `if (${tests[index]}) `
      emitter.line(condition + definitionText(emitter, object, name, values[index]!))
    }
    emitter.line('}')
    return object
  }

  override emitReadIntoInPlace(emitter: Emitter, place: Place, target: string): void {
    emitFields(emitter, this.plan, place, ({ name, type, isHidden }, part) => {
      if (isHidden === true) type.emitSkip(emitter, part)
      else if (type.refilled === undefined) {
        const value = type.emitRead(emitter, part)
        emitter.line(definitionText(emitter, target, name, value))
      } else type.emitReadInto(emitter, part, emitRefilled(emitter, target, name, type.refilled))
    })
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitFieldsSkipped(emitter, this, this.plan, place)
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && (typeof value !== 'object' || value === null)) refuse(this.name, value)
    writeFields(out, this.plan, at, ({ name, type }) => {
      return type.isImplied ? undefined : propertyOf(value as object, name)
    })
  }

  read(input: Input, at: number): unknown {
    return objectOf(this.plan, readFields(input, this.plan, at))
  }

  override readInto(input: Input, at: number, target: object): void {
    for (const { name, type, offset, bit, isHidden } of this.plan.order) {
      const bitAt = (at + this.plan.bitsAt) * 8 + bit
      if (isHidden === true) type.skip(input, at + offset, bitAt)
      else if (type.refilled === undefined) defineField(target, name, type.read(input, at + offset, bitAt))
      else type.readInto(input, at + offset, refilledOf(target as Record<string, unknown>, name, type.refilled))
    }
  }

  override skip(input: Input, at: number): void {
    skipFields(input, this.plan, at)
  }

  override emitView(emitter: Emitter, place: Place): string {
    return emitPartOpened(emitter, structViewClass(emitter, this), addressOf(place), !this.layout.isFixed)
  }

  override view(input: Input, at: number, _: number, owner: RecordView, slot: number): unknown {
    return openPart(owner, slot, this, () => structViewOf(this), input, at)
  }

  // Empty, and not with a value for every key: engines keep a number that was undefined before in a box, a new one each time.
  override draft(): object {
    const draft = {}
    for (const { name, type } of this.plan.shown) {
      const inner = type.draft()
      if (inner !== undefined) defineField(draft, name, inner)
    }
    return draft
  }

  override readonly refilled: 'object' | undefined = 'object'
}

/** Arrays of known types, place by place. */
export class TupleType extends CompoundType {
  readonly name: string
  readonly layout: Layout
  readonly plan: Plan

  constructor(types: readonly Type[]) {
    super()
    this.plan = planOf(types.map((type, index) => ({ name: String(index), type })))
    this.name = `tuple of ${types.length}`
    this.layout = this.plan.layout
  }

  describe(describer: Describer): string {
    return `tuple[${this.plan.declared.map(({ type }) => describer.part(type)).join(',')}]`
  }

  emitWriteInPlace(emitter: Emitter, value: string, place: Place): void {
    const { length } = this.plan.declared
    emitter.checkNot(`!Array.isArray(${value}) || ${value}.length > ${length}`)
    emitFieldsWritten(emitter, this.plan, value, place, (array, { type, index }, part) =>
      type.emitWrite(emitter, emitter.local('v', `${array}[${index}]`), part),
    )
  }

  emitReadInPlace(emitter: Emitter, place: Place): string {
    if (isSplit(emitter, this.layout)) return emitGroupsRead(emitter, this.plan, place)
    return `[${emitFieldsRead(emitter, this.plan, place).values.join(', ')}]`
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitFieldsSkipped(emitter, this, this.plan, place)
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !Array.isArray(value)) refuse(this.name, value)
    const elements = value as readonly unknown[]
    if (out.isChecked && elements.length > this.plan.declared.length)
      refuseLength(this.name, elements.length, 'elements')
    writeFields(out, this.plan, at, ({ index }) => elements[index], true)
  }

  read(input: Input, at: number): unknown {
    return readFields(input, this.plan, at)
  }

  override skip(input: Input, at: number): void {
    skipFields(input, this.plan, at)
  }
}

function objectOf({ shown }: Plan, values: readonly unknown[]): object {
  const object = {}
  for (const { name, type, index } of shown) {
    if (!type.isOptional || values[index] !== undefined) defineField(object, name, values[index])
  }
  return object
}

function literal(fields: readonly Placed[], values: readonly string[]): string {
  return `{ ${fields.map(({ name, index }) => `${quoteKey(name)}: ${values[index]}`).join(', ')} }`
}

/** Emits what finds an object or array to fill again in a property, or puts a new one there. */
function emitRefilled(emitter: Emitter, target: string, name: string, kind: 'object' | 'array'): string {
  emitter.bind('refilledOf', refilledOf)
  return emitter.local('v', `refilledOf(${target}, ${quote(name)}, '${kind}')`)
}
