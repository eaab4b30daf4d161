/** Objects of known keys: the heads of the fields side by side, then their tails. */
import { emitBitsRead, emitBitsWritten, emitZeros } from '../bits.ts'
import { addressOf, type Emitter, type Place, quote, quoteKey } from '../emitter.ts'
import { refuse, refuseLength, within } from '../misfit.ts'
import { type Field, type Placed, type Plan, planOf } from '../plan.ts'
import { defineField, definitionText, propertyOf, propertyText, refilledOf } from '../property.ts'
import { openPart, type RecordView } from '../record-view.ts'
import { emitStretched } from '../text-stretch.ts'
import { type Input, type Layout, type Output, Type } from '../type.ts'
import { emitPartOpened, structViewClass } from '../view-classes.ts'
import { structViewOf } from '../view-interpreter.ts'

export class StructType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly plan: Plan

  constructor(fields: readonly Field[], name = 'struct') {
    super()
    this.name = name
    this.plan = planOf(fields)
    this.layout = this.plan.layout
  }

  describe(open: readonly Type[]): string {
    const fields = this.plan.declared.map(({ name, type }) => `${quote(name)}:${type.describe(open)}`)
    return `struct{${fields.join(',')}}`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`typeof ${value} !== 'object' || ${value} === null`)
    emitFieldsWritten(emitter, this.plan, place, ({ name, type }, part) => {
      if (!type.isImplied) type.emitWrite(emitter, emitter.local('v', propertyText(emitter, value, name)), part)
    })
  }

  emitRead(emitter: Emitter, place: Place): string {
    const { values, tests } = emitFieldsRead(emitter, this.plan, place)
    const { shown } = this.plan
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

  override emitReadInto(emitter: Emitter, place: Place, target: string): void {
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
    const values = readFields(input, this.plan, at)
    const object = {}
    for (const { name, type, index } of this.plan.shown) {
      if (!type.isOptional || values[index] !== undefined) defineField(object, name, values[index])
    }
    return object
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
    return openPart(owner, slot, this, () => new (structViewOf(this))(), input, at)
  }

  override readonly refilled = 'object'
}

/** Arrays of known types, place by place. */
export class TupleType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly plan: Plan

  constructor(types: readonly Type[]) {
    super()
    this.plan = planOf(types.map((type, index) => ({ name: String(index), type })))
    this.name = `tuple of ${types.length}`
    this.layout = this.plan.layout
  }

  describe(open: readonly Type[]): string {
    return `tuple[${this.plan.declared.map(({ type }) => type.describe(open)).join(',')}]`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const { length } = this.plan.declared
    emitter.checkNot(`!Array.isArray(${value}) || ${value}.length > ${length}`)
    emitFieldsWritten(emitter, this.plan, place, ({ type, index }, part) =>
      type.emitWrite(emitter, emitter.local('v', `${value}[${index}]`), part),
    )
  }

  emitRead(emitter: Emitter, place: Place): string {
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

type EmitField = (field: Placed, place: Place) => void

function emitFieldsWritten(emitter: Emitter, plan: Plan, { base, offset }: Place, emit: EmitField): void {
  emitBitsWritten(emitter, base, offset + plan.bitsAt, plan.bits, (bits) => {
    for (const field of plan.order) emit(field, { base, offset: offset + field.offset, bits, bit: field.bit })
  })
  for (const [at, bytes] of plan.gaps) emitZeros(emitter, { base, offset: offset + at, bits: [], bit: 0 }, bytes)
}

/** Emits something for every field, in the order of their bytes. */
function emitFields(emitter: Emitter, plan: Plan, { base, offset }: Place, emit: EmitField): void {
  const bits = emitBitsRead(emitter, base, offset + plan.bitsAt, plan.bits)
  for (const field of plan.order) emit(field, { base, offset: offset + field.offset, bits, bit: field.bit })
}

// By a function: every getter of a view steps over the fields before its own.
function emitFieldsSkipped(emitter: Emitter, key: Type, plan: Plan, place: Place): void {
  if (key.layout.isFixed) return
  const name = emitter.functionFor(key, 'skip', (own) => {
    const whole = { base: 'head', offset: 0, bits: [], bit: 0 }
    const body = emitter.capture(() =>
      emitFields(emitter, plan, whole, ({ type }, part) => {
        if (!type.layout.isFixed) type.emitSkip(emitter, part)
      }),
    )
    return `const ${own} = (bytes, view, head, tail, end, depth) => {\n${body}\nreturn tail\n}`
  })
  emitter.line(`tail = ${name}(bytes, view, ${addressOf(place)}, tail, end, depth)`)
}

/** Values by index, and for optional ones whether they are there. */
function emitFieldsRead(
  emitter: Emitter,
  plan: Plan,
  place: Place,
): { values: readonly string[]; tests: readonly (string | undefined)[] } {
  const values: string[] = []
  const tests: (string | undefined)[] = []
  emitStretched(emitter, plan.layout.texts, undefined, () => {
    emitFields(emitter, plan, place, ({ type, index }, part) => {
      values[index] = type.emitRead(emitter, part)
      // Not whether the bit is set: spoiled bytes may say that there is something, and that it is undefined.
      tests[index] = type.isOptional ? `${values[index]} !== undefined` : undefined
    })
  })
  return { values, tests }
}

function literal(fields: readonly Placed[], values: readonly string[]): string {
  return `{ ${fields.map(({ name, index }) => `${quoteKey(name)}: ${values[index]}`).join(', ')} }`
}

/** Emits what finds an object or array to fill again in a property, or puts a new one there. */
function emitRefilled(emitter: Emitter, target: string, name: string, kind: 'object' | 'array'): string {
  emitter.bind('refilledOf', refilledOf)
  return emitter.local('v', `refilledOf(${target}, ${quote(name)}, '${kind}')`)
}

function writeFields(out: Output, plan: Plan, at: number, valueOf: (field: Placed) => unknown, isTuple = false): void {
  for (const [offset, bytes] of plan.gaps) out.bytes.fill(0, at + offset, at + offset + bytes)
  out.bytes.fill(0, at + plan.bitsAt, at + plan.layout.bytes)
  let index = 0
  try {
    for (; index < plan.order.length; index++) {
      const field = plan.order[index]!
      field.type.write(out, valueOf(field), at + field.offset, (at + plan.bitsAt) * 8 + field.bit)
    }
  } catch (error) {
    const field = plan.order[index]!
    throw within(error, isTuple ? field.index : field.name)
  }
}

function readFields(input: Input, plan: Plan, at: number): unknown[] {
  const values: unknown[] = []
  for (const { type, offset, bit, index } of plan.order) {
    values[index] = type.read(input, at + offset, (at + plan.bitsAt) * 8 + bit)
  }
  return values
}

function skipFields(input: Input, plan: Plan, at: number): void {
  for (const { type, offset, bit } of plan.order) type.skip(input, at + offset, (at + plan.bitsAt) * 8 + bit)
}
