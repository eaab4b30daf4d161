/**
 * Arrays: the heads of all elements, one after another at equal distances, then their tails.
 *
 * The head of a list has the number of elements and, where those have tails, the number of bytes of all of it, so that a
 * view can step over it. A list of a fixed length has the heads of its elements in its own.
 */

import { type Cell, elementCell } from '../cell.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuse, refuseBytes, refuseLength, refuseTruncated, within } from '../misfit.ts'
import { refilledOf } from '../property.ts'
import { openPart, type RecordView } from '../record-view.ts'
import { claim, type Input, type Layout, type Output, Type } from '../type.ts'
import { emitPartOpened, listViewClass } from '../view-classes.ts'
import { listViewOf } from '../view-interpreter.ts'

const COUNT_BYTES = 4

export class ListType extends Type {
  readonly name = 'list'
  readonly layout: Layout
  readonly cell: Cell

  constructor(element: Type) {
    super()
    this.cell = elementCell(element)
    this.layout = sequenceLayout(this.cell)
  }

  describe(open: readonly Type[]): string {
    return `list(${this.cell.type.describe(open)})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`!Array.isArray(${value})`)
    const length = emitter.local('n', `${value}.length >>> 0`)
    emitSequenceWritten(emitter, this.cell, length, place, (base) =>
      emitLoop(emitter, length, base, this.cell.bytes, (head, index) =>
        this.cell.emitWrite(emitter, emitter.local('v', `${value}[${index}]`), head),
      ),
    )
  }

  emitRead(emitter: Emitter, place: Place): string {
    const array = emitter.local('a', '[]')
    const { length, base } = emitSequenceRead(emitter, this.cell, place)
    emitElementsRead(emitter, this.cell, length, base, array)
    emitSequenceEnd(emitter, this.cell, place, base)
    return array
  }

  override emitReadInto(emitter: Emitter, place: Place, target: string): void {
    const { length, base } = emitSequenceRead(emitter, this.cell, place)
    const { refilled } = this.cell.type
    if (refilled === undefined) {
      emitter.line(`${target}.length = 0`)
      emitElementsRead(emitter, this.cell, length, base, target)
    } else {
      emitter.bind('refilledOf', refilledOf)
      emitLoop(emitter, length, base, this.cell.bytes, (head, index) => {
        const element = emitter.local('v', `refilledOf(${target}, ${index}, '${refilled}')`)
        this.cell.emitReadInto(emitter, head, element)
      })
      emitter.line(`${target}.length = ${length}`)
    }
    emitSequenceEnd(emitter, this.cell, place, base)
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitSequenceSkipped(emitter, this.cell, place)
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !Array.isArray(value)) refuse(this.name, value)
    const array = value as readonly unknown[]
    const length = array.length >>> 0
    writeSequence(out, this.cell, length, at, (base) => writeElements(out, this.cell, array, length, base))
  }

  read(input: Input, at: number): unknown {
    const { length, base } = readSequence(input, this.cell, at)
    const array = readElements(input, this.cell, length, base)
    checkSequenceEnd(input, this.cell, at, base)
    return array
  }

  override readInto(input: Input, at: number, target: object): void {
    const { length, base } = readSequence(input, this.cell, at)
    const { refilled } = this.cell.type
    const array = target as unknown[]
    if (refilled === undefined) array.length = 0
    for (let index = 0; index < length; index++) {
      const head = base + index * this.cell.bytes
      if (refilled === undefined) array.push(this.cell.read(input, head))
      else this.cell.type.readInto(input, head, refilledOf(array as never, index, refilled))
    }
    array.length = length
    checkSequenceEnd(input, this.cell, at, base)
  }

  override emitView(emitter: Emitter, place: Place): string {
    const { length, base } = emitSequenceRead(emitter, this.cell, place)
    return emitPartOpened(emitter, listViewClass(emitter, this.cell), base, true, length)
  }

  override view(input: Input, at: number, _: number, owner: RecordView, slot: number): unknown {
    const { length, base } = readSequence(input, this.cell, at)
    return openPart(owner, slot, this.cell, () => new (listViewOf(this.cell))(), input, base, length)
  }

  override readonly refilled = 'array'

  override skip(input: Input, at: number): void {
    skipSequence(input, this.cell, at)
  }
}

export class FixedListType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly cell: Cell
  readonly length: number

  constructor(element: Type, length: number) {
    super()
    if (!(Number.isInteger(length) && length >= 0 && length <= 2 ** 24)) {
      throw new RangeError(`Cannot make a fixedList of ${length} elements: 0 to ${2 ** 24} are possible`)
    }
    this.cell = elementCell(element)
    this.length = length
    this.name = `list of ${length}`
    this.layout = { ...element.layout, bits: 0, bytes: this.cell.bytes * length }
  }

  describe(open: readonly Type[]): string {
    return `fixedList(${this.cell.type.describe(open)},${this.length})`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`!Array.isArray(${value})`)
    emitter.checkNot(`${value}.length !== ${this.length}`)
    emitLoop(emitter, String(this.length), addressOf(place), this.cell.bytes, (head, index) =>
      this.cell.emitWrite(emitter, emitter.local('v', `${value}[${index}]`), head),
    )
  }

  emitRead(emitter: Emitter, place: Place): string {
    const array = emitter.local('a', '[]')
    emitElementsRead(emitter, this.cell, String(this.length), addressOf(place), array)
    return array
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitLoop(emitter, String(this.length), addressOf(place), this.cell.bytes, (head) =>
      this.cell.emitSkip(emitter, head),
    )
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !Array.isArray(value)) refuse(this.name, value)
    const array = value as readonly unknown[]
    if (out.isChecked && array.length !== this.length) refuseLength(this.name, array.length, 'elements')
    writeElements(out, this.cell, array, this.length, at)
  }

  read(input: Input, at: number): unknown {
    return readElements(input, this.cell, this.length, at)
  }

  override emitView(emitter: Emitter, place: Place): string {
    return emitPartOpened(emitter, listViewClass(emitter, this.cell), addressOf(place), true, String(this.length))
  }

  override view(input: Input, at: number, _: number, owner: RecordView, slot: number): unknown {
    return openPart(owner, slot, this.cell, () => new (listViewOf(this.cell))(), input, at, this.length)
  }

  override skip(input: Input, at: number): void {
    for (let index = 0; index < this.length; index++) this.cell.skip(input, at + index * this.cell.bytes)
  }
}

/** The layout of a list, or of what is written like one. */
export function sequenceLayout({ bytes, type }: Cell): Layout {
  const { isFixed, align } = type.layout
  return {
    bytes: isFixed ? COUNT_BYTES : COUNT_BYTES * 2,
    align: COUNT_BYTES,
    bits: 0,
    isFixed: false,
    tailAlign: align,
    tailGrain: isFixed && bytes % align === 0 ? align : 1,
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

export function emitElementsRead(emitter: Emitter, cell: Cell, length: string, base: string, array: string): void {
  emitLoop(emitter, length, base, cell.bytes, (head) => {
    const element = cell.emitRead(emitter, head)
    emitter.line(`${array}.push(${element})`)
  })
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

export function writeSequence(
  out: Output,
  { bytes, type }: Cell,
  length: number,
  at: number,
  write: (base: number) => void,
): void {
  const base = claim(out, length * bytes)
  out.view.setUint32(at, length, true)
  write(base)
  if (!type.layout.isFixed) out.view.setUint32(at + COUNT_BYTES, out.tail - base, true)
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

function writeElements(out: Output, cell: Cell, array: readonly unknown[], length: number, base: number): void {
  let index = 0
  try {
    for (; index < length; index++) cell.write(out, array[index], base + index * cell.bytes)
  } catch (error) {
    throw within(error, index)
  }
}

export function readElements(input: Input, cell: Cell, length: number, base: number): unknown[] {
  const array: unknown[] = []
  for (let index = 0; index < length; index++) array.push(cell.read(input, base + index * cell.bytes))
  return array
}
