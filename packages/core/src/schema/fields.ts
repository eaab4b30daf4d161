/** The fields of structs and the elements of tuples: all in place, or in groups with functions of their own. */
import { emitFilledApart, emitSkippedApart, emitWrittenApart, isSplit, type Part } from './apart.ts'
import { emitBitsAdded, emitBitsOf, emitBitsRead, emitBitsWritten, emitZeros } from './bits.ts'
import type { Emitter, Place } from './emitter.ts'
import { within } from './misfit.ts'
import type { Placed, Plan } from './plan.ts'
import { emitStretched } from './text-stretch.ts'
import type { Type } from './type.ts'
import type { Input, Output } from './input-output.ts'

type EmitField = (field: Placed, place: Place) => void
type EmitWritten = (value: string, field: Placed, place: Place) => void

export function emitFieldsWritten(emitter: Emitter, plan: Plan, value: string, place: Place, emit: EmitWritten): void {
  const { base, offset } = place
  if (isSplit(emitter, plan.layout)) emitGroupsWritten(emitter, plan, value, place, emit)
  else {
    emitBitsWritten(emitter, base, offset + plan.bitsAt, plan.bits, (bits) => {
      for (const field of plan.order) emit(value, field, { base, offset: offset + field.offset, bits, bit: field.bit })
    })
  }
  for (const [at, bytes] of plan.gaps) emitZeros(emitter, { base, offset: offset + at, bits: [], bit: 0 }, bytes)
}

function emitGroupsWritten(emitter: Emitter, plan: Plan, value: string, place: Place, emit: EmitWritten): void {
  const { base, offset } = place
  emitZeros(emitter, { base, offset: offset + plan.bitsAt, bits: [], bit: 0 }, plan.layout.bytes - plan.bitsAt)
  for (const group of plan.groups) {
    emitWrittenApart(emitter, groupPart(group, 'writeFields'), value, place, (whole, { base: head }) =>
      emitBitsAdded(emitter, head, plan.bitsAt, group, (bits) => {
        for (const field of group) emit(whole, field, { base: head, offset: field.offset, bits, bit: field.bit })
      }),
    )
  }
}

function groupPart(group: readonly Placed[], prefix: string): Part {
  return { key: group, prefix, isRecursive: group.some(({ type }) => type.layout.steps !== 0) }
}

function emitGroup(emitter: Emitter, plan: Plan, group: readonly Placed[], { base }: Place, emit: EmitField): void {
  const bits = emitBitsOf(emitter, base, plan.bitsAt, group)
  for (const field of group) emit(field, { base, offset: field.offset, bits, bit: field.bit })
}

/** Emits something for every field, in the order of their bytes. */
export function emitFields(emitter: Emitter, plan: Plan, { base, offset }: Place, emit: EmitField): void {
  const bits = emitBitsRead(emitter, base, offset + plan.bitsAt, plan.bits)
  for (const field of plan.order) emit(field, { base, offset: offset + field.offset, bits, bit: field.bit })
}

// By a function: every getter of a view steps over the fields before its own.
export function emitFieldsSkipped(emitter: Emitter, key: Type, plan: Plan, place: Place): void {
  if (key.layout.isFixed) return
  const emit: EmitField = ({ type }, part) => {
    if (!type.layout.isFixed) type.emitSkip(emitter, part)
  }
  emitSkippedApart(emitter, { key, prefix: 'skip', isRecursive: plan.layout.steps !== 0 }, place, (whole) => {
    if (!isSplit(emitter, plan.layout)) return emitFields(emitter, plan, whole, emit)
    for (const group of plan.groups) {
      emitSkippedApart(emitter, groupPart(group, 'skipFields'), whole, (own) =>
        emitGroup(emitter, plan, group, own, emit),
      )
    }
  })
}

/** Values by index, and for optional ones whether they are there. */
export function emitFieldsRead(
  emitter: Emitter,
  plan: Plan,
  place: Place,
): { values: readonly string[]; tests: readonly (string | undefined)[] } {
  const values: string[] = []
  if (isSplit(emitter, plan.layout)) {
    const array = emitGroupsRead(emitter, plan, place)
    for (const { index } of plan.order) values[index] = `${array}[${index}]`
  } else {
    emitStretched(emitter, plan.layout.texts, undefined, () => {
      emitFields(emitter, plan, place, ({ type, index }, part) => {
        values[index] = type.emitRead(emitter, part)
      })
    })
  }
  // Not whether the bit is set: spoiled bytes may say that there is something, and that it is undefined.
  const tests = plan.declared.map(({ type, index }) => (type.isOptional ? `${values[index]} !== undefined` : undefined))
  return { values, tests }
}

/** Returns the array with the values by index. */
export function emitGroupsRead(emitter: Emitter, plan: Plan, place: Place): string {
  const values = emitter.local('values', `new Array(${plan.order.length})`)
  for (const group of plan.groups) {
    const texts = group.reduce((sum, { type }) => sum + type.layout.texts, 0)
    emitFilledApart(emitter, groupPart(group, 'readFields'), values, place, (array, own) =>
      emitStretched(emitter, texts, undefined, () =>
        emitGroup(emitter, plan, group, own, ({ type, index }, part) => {
          const value = type.emitRead(emitter, part)
          emitter.line(`${array}[${index}] = ${value}`)
        }),
      ),
    )
  }
  return values
}

export function writeFields(
  out: Output,
  plan: Plan,
  at: number,
  valueOf: (field: Placed) => unknown,
  isTuple = false,
): void {
  clearBetween(out, plan, at)
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

// Bits and what nothing uses.
function clearBetween(out: Output, { gaps, bitsAt, layout }: Plan, at: number): void {
  for (const [offset, bytes] of gaps) out.bytes.fill(0, at + offset, at + offset + bytes)
  out.bytes.fill(0, at + bitsAt, at + layout.bytes)
}

export function readFields(input: Input, plan: Plan, at: number): unknown[] {
  const values: unknown[] = []
  // By index, here and in `skipFields`: an iterator takes more of the stack than all the rest, on each level of a value.
  for (let place = 0; place < plan.order.length; place++) {
    const field = plan.order[place]!
    values[field.index] = field.type.read(input, at + field.offset, (at + plan.bitsAt) * 8 + field.bit)
  }
  return values
}

export function skipFields(input: Input, plan: Plan, at: number): void {
  for (let place = 0; place < plan.order.length; place++) {
    const field = plan.order[place]!
    if (!field.type.layout.isFixed) field.type.skip(input, at + field.offset, (at + plan.bitsAt) * 8 + field.bit)
  }
}
