/** The classes of views where code may not be generated: their getters walk the type. */
import { bare } from '../bare.ts'
import { type Cell, messageCell } from './cell.ts'
import { readElements } from './kinds/elements.ts'
import { refuseTruncated } from './misfit.ts'
import type { PlannedType } from './planned.ts'
import {
  begun,
  COPY,
  FOUND,
  FOUND_TAIL,
  HEAD,
  inputOf,
  LENGTH,
  ListRecordView,
  type MessageView,
  NEXT,
  point,
  RecordView,
  requireHeld,
  wholePlace,
} from './record-view.ts'
import type { Type } from './type.ts'
import { hidesCopy, variableBefore } from './view-classes.ts'

const ELEMENT_SLOT = 0
/** A view of its own, so that `at` in a loop leaves the loop's element where it is. */
const LOOP_SLOT = 1

const structViews = new WeakMap<PlannedType, new () => RecordView>()
const listViews = new WeakMap<Cell, new () => ListRecordView>()

export function structViewOf(type: PlannedType): new () => RecordView {
  const known = structViews.get(type)
  if (known !== undefined) return known
  const { plan } = type
  class StructView extends RecordView {
    copy(): unknown {
      return type.read(inputOf(this), this[HEAD], 0)
    }
  }
  if (hidesCopy(plan)) Object.defineProperty(StructView.prototype, COPY, bare({ value: StructView.prototype.copy }))
  for (const field of plan.shown) {
    const before = variableBefore(plan, field)
    const get = function (this: RecordView): unknown {
      const input = inputOf(this)
      const head = this[HEAD]
      const bits = (head + plan.bitsAt) * 8
      for (const { type: other, offset, bit } of before) other.skip(input, head + offset, bits + bit)
      return field.type.view(input, head + field.offset, bits + field.bit, this, field.index)
    }
    Object.defineProperty(StructView.prototype, field.name, bare({ get, configurable: true }))
  }
  structViews.set(type, StructView)
  return StructView
}

/** As the class that `messageViewProgram` makes. */
export function messageViewOf(type: Type): new () => MessageView {
  const cell = messageCell(type)
  return class extends RecordView {
    constructor() {
      super()
      begun(this, 0)
    }

    open(bytes: Uint8Array, view: DataView, head: number, end: number): unknown {
      if (cell.bytes > end - head) refuseTruncated(cell.bytes, head, end)
      point(this, bytes, view, head, head + cell.bytes, end)
      return cell.view(inputOf(this), head, this, ELEMENT_SLOT)
    }

    copy(): unknown {
      return cell.read(inputOf(this), this[HEAD])
    }
  }
}

export function listViewOf(cell: Cell): new () => ListRecordView {
  const known = listViews.get(cell)
  if (known !== undefined) return known
  class ListView extends ListRecordView {
    override [NEXT] = 0

    at(position: number): unknown {
      const place = wholePlace(position)
      const index = place < 0 ? place + this[LENGTH] : place
      return index >= 0 && index < this[LENGTH] ? elementOf(this, cell, index, ELEMENT_SLOT) : requireHeld(this)
    }

    next(): this {
      const index = this[NEXT]++
      this.done = index >= this.length
      this.value = this.done ? undefined : elementOf(this, cell, index, LOOP_SLOT)
      return this
    }

    copy(): unknown {
      return readElements(inputOf(this), cell, this.length, this[HEAD])
    }
  }
  listViews.set(cell, ListView)
  return ListView
}

function elementOf(list: ListRecordView, cell: Cell, index: number, slot: number): unknown {
  const input = inputOf(list)
  if (!cell.type.layout.isFixed) {
    let found = list[FOUND]
    if (index < found) found = 0
    else input.tail = list[FOUND_TAIL]
    for (; found < index; found++) cell.skip(input, list[HEAD] + found * cell.bytes)
    list[FOUND] = index
    list[FOUND_TAIL] = input.tail
  }
  return cell.view(input, list[HEAD] + index * cell.bytes, list, slot)
}
