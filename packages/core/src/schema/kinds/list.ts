/** Arrays: sequences of elements of one type. A list of a fixed length has the heads of its elements in its own. */

import { type Cell, elementCell } from '../cell.ts'
import { CompoundType } from '../compound.ts'
import { type Describer, type Layout, stepsTo, type Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuse, refuseLength } from '../misfit.ts'
import { refilledOf } from '../property.ts'
import { openPart, type RecordView } from '../record-view.ts'
import { emitGathered } from '../text-gathering.ts'
import { emitPartOpened, listViewClass } from '../view-classes.ts'
import { listViewOf } from '../view-interpreter.ts'
import { emitArray, emitElementsRead, readElements } from './elements.ts'
import {
  checkSequenceEnd,
  emitLoop,
  emitSequenceEnd,
  emitSequenceRead,
  emitSequenceSkipped,
  emitSequenceWritten,
  LOOP_LOCALS,
  readSequence,
  sequenceLayout,
  skipSequence,
  writeElements,
  writeSequence,
} from './sequence.ts'

/** The most elements of a fixedList. */
export const FIXED_MAX: number = 2 ** 24

export class ListType extends CompoundType {
  readonly name = 'list'
  readonly layout: Layout
  readonly cell: Cell

  constructor(element: Type) {
    super()
    this.cell = elementCell(element)
    this.layout = sequenceLayout(this.cell)
  }

  describe(describer: Describer): string {
    return `list(${describer.part(this.cell.type)})`
  }

  emitWriteInPlace(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`!Array.isArray(${value})`)
    const length = emitter.local('n', `${value}.length >>> 0`)
    emitSequenceWritten(emitter, this.cell, length, place, (base) =>
      emitGathered(emitter, this.cell, length, base, () =>
        emitLoop(emitter, length, base, this.cell.bytes, (head, index) =>
          this.cell.emitWrite(emitter, emitter.local('v', `${value}[${index}]`), head),
        ),
      ),
    )
  }

  emitReadInPlace(emitter: Emitter, place: Place): string {
    const { length, base } = emitSequenceRead(emitter, this.cell, place)
    const array = emitArray(emitter, length)
    emitElementsRead(emitter, this.cell, length, base, array)
    emitSequenceEnd(emitter, this.cell, place, base)
    return array
  }

  override emitReadIntoInPlace(emitter: Emitter, place: Place, target: string): void {
    const { length, base } = emitSequenceRead(emitter, this.cell, place)
    const { refilled } = this.cell.type
    if (refilled === undefined) emitElementsRead(emitter, this.cell, length, base, target)
    else {
      emitter.bind('refilledOf', refilledOf)
      emitLoop(emitter, length, base, this.cell.bytes, (head, index) => {
        const element = emitter.local('v', `refilledOf(${target}, ${index}, '${refilled}')`)
        this.cell.emitReadInto(emitter, head, element)
      })
    }
    emitter.line(`${target}.length = ${length}`)
    emitSequenceEnd(emitter, this.cell, place, base)
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitSequenceSkipped(emitter, this.cell, place)
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && !Array.isArray(value)) refuse(this.name, value)
    const array = value as readonly unknown[]
    writeSequence(out, this.cell, array, array.length >>> 0, at)
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
    return openPart(owner, slot, this.cell, () => listViewOf(this.cell), input, base, length)
  }

  override readonly refilled = 'array'

  override skip(input: Input, at: number): void {
    skipSequence(input, this.cell, at)
  }
}

export class FixedListType extends CompoundType {
  readonly name: string
  readonly layout: Layout
  readonly cell: Cell
  readonly length: number

  constructor(element: Type, length: number) {
    super()
    if (!(Number.isInteger(length) && length >= 0 && length <= FIXED_MAX)) {
      throw new RangeError(`Cannot make a fixedList of ${length} elements: 0 to ${FIXED_MAX} are possible`)
    }
    this.cell = elementCell(element)
    this.length = length
    this.name = `list of ${length}`
    this.layout = {
      ...element.layout,
      bits: 0,
      bytes: this.cell.bytes * length,
      texts: element.layout.texts * length,
      hasTextsOnly: element.layout.isFixed,
      steps: stepsTo([element.layout]),
      locals: element.layout.locals + LOOP_LOCALS,
    }
  }

  describe(describer: Describer): string {
    return `fixedList(${describer.part(this.cell.type)},${this.length})`
  }

  emitWriteInPlace(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`!Array.isArray(${value})`)
    emitter.checkNot(`${value}.length !== ${this.length}`)
    emitLoop(emitter, String(this.length), addressOf(place), this.cell.bytes, (head, index) =>
      this.cell.emitWrite(emitter, emitter.local('v', `${value}[${index}]`), head),
    )
  }

  emitReadInPlace(emitter: Emitter, place: Place): string {
    const array = emitArray(emitter, String(this.length))
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
    return openPart(owner, slot, this.cell, () => listViewOf(this.cell), input, at, this.length)
  }

  override skip(input: Input, at: number): void {
    if (this.cell.type.layout.isFixed) return
    for (let index = 0; index < this.length; index++) this.cell.skip(input, at + index * this.cell.bytes)
  }
}
