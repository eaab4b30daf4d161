/**
 * Lists and maps have one layout: the heads of all elements, one after another at equal distances, then their tails.
 *
 * The head of a sequence has the number of elements and, where those have tails, the number of bytes of all of it, so that a
 * view can step over it.
 */
import type { Cell } from '../cell.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuseBytes, refuseTruncated, within } from '../misfit.ts'
import { claim, stepsTo, type Layout } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

const COUNT_BYTES = 4
/** Locals of a generated loop: its count, its base, the array, an index, a head, an element. */
export const LOOP_LOCALS = 6

/** The layout of a list, or of what is written like one. */
export function sequenceLayout({ bytes, type }: Cell): Layout {
  const { isFixed, align, locals } = type.layout
  return {
    bytes: isFixed ? COUNT_BYTES : COUNT_BYTES * 2,
    align: COUNT_BYTES,
    bits: 0,
    isFixed: false,
    tailAlign: align,
    texts: 0,
    hasTextsOnly: false,
    tailGrain: isFixed && bytes % align === 0 ? align : 1,
    // Into its loop, and into an element.
    steps: stepsTo([type.layout], 2),
    locals: locals + LOOP_LOCALS,
  }
}

/** Emits the head of a sequence and room for the heads of its elements; `emit` writes them from the local it is given. */
export function emitSequenceWritten(
  emitter: Emitter,
  { bytes, type }: Cell,
  length: string,
  place: Place,
  emit: (base: string) => void,
): void {
  emitter.line(`if (${length} * ${bytes} > end - tail) return -1`)
  const base = emitter.local('base', 'tail')
  emitter.line(`view.setUint32(${addressOf(place)}, ${length}, true)`)
  emitter.line(`tail += ${length} * ${bytes}`)
  emit(base)
  if (!type.layout.isFixed) emitter.line(`view.setUint32(${addressOf(place, COUNT_BYTES)}, tail - ${base}, true)`)
}

export function emitSequenceRead(emitter: Emitter, { bytes }: Cell, place: Place): { length: string; base: string } {
  emitter.bind('refuseTruncated', refuseTruncated)
  const length = emitter.local('n', `view.getUint32(${addressOf(place)}, true)`)
  emitter.line(`if (${length} * ${bytes} > end - tail) refuseTruncated(${length} * ${bytes}, tail, end)`)
  const base = emitter.local('base', 'tail')
  emitter.line(`tail += ${length} * ${bytes}`)
  return { length, base }
}

/** Emits the check that the tails of a sequence take as many bytes as its head says. */
export function emitSequenceEnd(emitter: Emitter, { type }: Cell, place: Place, base: string): void {
  if (type.layout.isFixed) return
  emitter.bind('refuseBytes', refuseBytes)
  const given = `view.getUint32(${addressOf(place, COUNT_BYTES)}, true)`
  emitter.line(`if (${given} !== tail - ${base}) refuseBytes('another length than announced', ${base})`)
}

/** Emits what steps over all of a sequence. */
export function emitSequenceSkipped(emitter: Emitter, { bytes, type }: Cell, place: Place): void {
  emitter.bind('refuseTruncated', refuseTruncated)
  const { isFixed } = type.layout
  const number = emitter.local('n', `view.getUint32(${addressOf(place, isFixed ? 0 : COUNT_BYTES)}, true)`)
  const byteLength = isFixed ? `${number} * ${bytes}` : number
  emitter.line(`if (${byteLength} > end - tail) refuseTruncated(${byteLength}, tail, end)`)
  emitter.line(`tail += ${byteLength}`)
}

/** Emits a loop over elements that are `stride` bytes apart. */
export function emitLoop(
  emitter: Emitter,
  length: string,
  base: string,
  stride: number,
  emit: (head: string, index: string) => void,
): void {
  const index = emitter.fresh('i')
  const head = emitter.fresh('head')
  emitter.line(`for (let ${index} = 0, ${head} = ${base}; ${index} < ${length}; ${index}++, ${head} += ${stride}) {`)
  emit(head, index)
  emitter.line('}')
}

export function writeSequence(out: Output, cell: Cell, elements: readonly unknown[], length: number, at: number): void {
  const base = claim(out, length * cell.bytes)
  out.view.setUint32(at, length, true)
  writeElements(out, cell, elements, length, base)
  if (!cell.type.layout.isFixed) out.view.setUint32(at + COUNT_BYTES, out.tail - base, true)
}

export function writeElements(
  out: Output,
  cell: Cell,
  elements: readonly unknown[],
  length: number,
  base: number,
): void {
  let index = 0
  try {
    for (; index < length; index++) cell.write(out, elements[index], base + index * cell.bytes)
  } catch (error) {
    throw within(error, index)
  }
}

export function readSequence(input: Input, { bytes }: Cell, at: number): { length: number; base: number } {
  const length = input.view.getUint32(at, true)
  const base = input.tail
  if (length * bytes > input.end - base) refuseTruncated(length * bytes, base, input.end)
  input.tail = base + length * bytes
  return { length, base }
}

export function checkSequenceEnd(input: Input, { type }: Cell, at: number, base: number): void {
  if (type.layout.isFixed || input.view.getUint32(at + COUNT_BYTES, true) === input.tail - base) return
  refuseBytes('another length than announced', base)
}

export function skipSequence(input: Input, { bytes, type }: Cell, at: number): void {
  const byteLength = type.layout.isFixed
    ? input.view.getUint32(at, true) * bytes
    : input.view.getUint32(at + COUNT_BYTES, true)
  if (byteLength > input.end - input.tail) refuseTruncated(byteLength, input.tail, input.end)
  input.tail += byteLength
}
