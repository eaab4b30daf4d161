/**
 * A table that grows: in the head the length of its tail, and in the tail a table of some capacity, which the length tells. So a
 * reader needs nothing but the value.
 *
 *   head: uint32 bytes of the tail, 0 = the empty table that zeros are
 *   tail: the bytes of a table, and zeros up to a multiple of 8
 */
import { freshSpan } from '../../codec/span.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import type { Input, Output } from '../input-output.ts'
import { refuse, refuseBytes, refuseLength, refuseTruncated } from '../misfit.ts'
import {
  BYTES,
  copyOf,
  DEPTH,
  END,
  HEAD,
  type MessageView,
  openPart,
  PARTS,
  RecordView,
  TAIL,
  VIEW,
} from '../record-view.ts'
import { Table } from '../table.ts'
import { type Describer, claim, type Layout, MISFIT, NO_ROOM, roundUp, Type, VARIABLE } from '../type.ts'
import { emitPartOpened } from '../view-classes.ts'
import { type MessageViewClass, viewClassOf } from '../viewer.ts'
import { columnsType } from './columns.ts'
import type { StructType } from './struct.ts'
import { type GrowingRows, requireCapacity, requireRow, rowClassOf, TableType } from './table.ts'

const LENGTH_BYTES = 4
/** Of the tail: so columns of every kind are aligned. */
const GRAIN = 8

/** Of a view: the table at hand, whatever its capacity is. */
type Contents = RecordView & { readonly content: unknown }
type ContentsClass = new () => Contents

export class GrowingTableType extends Type {
  readonly name: string
  readonly layout: Layout = {
    ...VARIABLE,
    bytes: LENGTH_BYTES,
    align: LENGTH_BYTES,
    tailAlign: GRAIN,
    tailGrain: GRAIN,
  }
  readonly #row: StructType
  readonly #grown: GrowingRows
  /** That it can have, the least first: each twice the one before. */
  readonly #capacities: readonly number[]
  readonly #tables = new Map<number, TableType>()
  readonly #Generated: ContentsClass = contentsClass(this, true)
  readonly #Walked: ContentsClass = contentsClass(this, false)

  constructor(row: StructType, capacity: number, maxCapacity: number) {
    super()
    this.#row = row
    this.#grown = { RowOf: rowClassOf(row), larger: (full) => this.#larger(full) }
    const capacities: number[] = []
    for (let next = capacity; next < maxCapacity; next *= 2) capacities.push(next)
    this.#capacities = [...capacities, maxCapacity]
    this.name = `table of ${capacity} to ${maxCapacity}`
  }

  describe(describer: Describer): string {
    return `growingTable(${describer.part(this.#row)},${this.#capacities[0]},${this.#capacities.at(-1)})`
  }

  /** Bytes of the largest tail. */
  get mostTailBytes(): number {
    return this.tailBytes(this.#capacities.at(-1)!)
  }

  /** The view of a table that was never written to. */
  get emptyView(): unknown {
    const table = this.tableOf(this.#capacities[0]!)
    const { bytes, view } = freshSpan(table.layout.bytes)
    return new (viewClassOf(table, false))().open(bytes, view, 0, bytes.length)
  }

  /** The type of its bytes while it has that capacity. */
  tableOf(capacity: number): TableType {
    let table = this.#tables.get(capacity)
    if (table === undefined) {
      table = new TableType(columnsType(this.#row, capacity), capacity, this.#grown)
      this.#tables.set(capacity, table)
    }
    return table
  }

  override draft(): Table {
    return this.tableOf(this.#capacities[0]!).empty()
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const put = emitter.bindNew('putTable', this.#put)
    emitter.writeTail(`${put}(${value}, bytes, view, ${addressOf(place)}, tail, end)`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    const capacity = this.#emitCapacity(emitter, place)
    const table = emitter.local('t', `${emitter.bindNew('takeTable', this.#take)}(bytes, view, ${capacity}, tail)`)
    this.#emitPast(emitter, capacity)
    return table
  }

  override emitView(emitter: Emitter, place: Place): string {
    const contents = emitPartOpened(emitter, emitter.bindNew('Contents', this.#Generated), addressOf(place), true)
    return emitter.local('rows', `${contents}.content`)
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    this.#emitPast(emitter, this.#emitCapacity(emitter, place))
  }

  write(out: Output, value: unknown, at: number): void {
    const tail = this.#put(value, out.bytes, out.view, at, out.tail, out.end)
    if (tail === -1) throw NO_ROOM
    if (tail !== MISFIT) claim(out, tail - out.tail)
    else if (value instanceof Table) refuseLength(this.name, value.capacity, 'rows')
    else refuse(this.name, value)
  }

  read(input: Input, at: number): unknown {
    const capacity = this.capacityAt(input.view, at, input.tail, input.end)
    const table = this.#take(input.bytes, input.view, capacity, input.tail)
    input.tail += this.tailBytes(capacity)
    return table
  }

  override view(input: Input, at: number, _: number, owner: RecordView, slot: number): unknown {
    return (openPart(owner, slot, this, () => this.#Walked, input, at) as Contents).content
  }

  override skip(input: Input, at: number): void {
    input.tail += this.tailBytes(this.capacityAt(input.view, at, input.tail, input.end))
  }

  /**
   * Of the value whose head is at `at`: read once, since other threads may write there. Throws `DecodeError` for a head that is none,
   * and for a tail that is cut short.
   */
  readonly capacityAt = (view: DataView, at: number, tail: number, end: number): number => {
    const bytes = view.getUint32(at, true)
    if (bytes > end - tail) refuseTruncated(bytes, tail, end)
    // There are 22 at most, and a larger one has at least 12 bytes more.
    const capacity = bytes === 0 ? 0 : this.#capacities.find((one) => this.tailBytes(one) === bytes)
    return capacity ?? refuseBytes(`${bytes} bytes are no ${this.name} rows`, at)
  }

  /** Of a value with that capacity. */
  readonly tailBytes = (capacity: number): number =>
    capacity === 0 ? 0 : roundUp(this.tableOf(capacity).layout.bytes, GRAIN)

  /** Returns where the tail ends, -1 where there is no room, `MISFIT` for another value. */
  readonly #put = (
    value: unknown,
    bytes: Uint8Array,
    view: DataView,
    at: number,
    tail: number,
    end: number,
  ): number => {
    if (!(value instanceof Table) || !this.#capacities.includes(value.capacity)) return MISFIT
    const { capacity } = value
    const table = this.tableOf(capacity)
    const used = tail + table.layout.bytes
    const next = tail + this.tailBytes(capacity)
    if (next > end) return -1
    view.setUint32(at, next - tail, true)
    table.write({ bytes, view, end, isChecked: true, tail, depth: 0 }, value, tail)
    bytes.fill(0, used, next)
    return next
  }

  readonly #take = (bytes: Uint8Array, view: DataView, capacity: number, tail: number): Table => {
    if (capacity === 0) return this.draft()
    const end = tail + this.tailBytes(capacity)
    return this.tableOf(capacity).read({ bytes, view, end, tail: end, depth: 0 }, tail)
  }

  #larger(full: number): Table | undefined {
    const next = this.#capacities.find((capacity) => capacity > full)
    return next === undefined ? undefined : this.tableOf(next).empty()
  }

  #emitCapacity(emitter: Emitter, place: Place): string {
    const capacityAt = emitter.bindNew('capacityAt', this.capacityAt)
    return emitter.local('n', `${capacityAt}(view, ${addressOf(place)}, tail, end)`)
  }

  #emitPast(emitter: Emitter, capacity: string): void {
    emitter.line(`tail += ${emitter.bindNew('tailBytes', this.tailBytes)}(${capacity})`)
  }
}

/** Has a view for each capacity, so that each keeps its arrays. */
function contentsClass(type: GrowingTableType, mayGenerate: boolean): ContentsClass {
  const classes = new Map<number, MessageViewClass>()
  const viewOf = (capacity: number): MessageView => {
    const ViewClass = classes.get(capacity) ?? viewClassOf(type.tableOf(capacity), mayGenerate)
    classes.set(capacity, ViewClass)
    return new ViewClass()
  }
  return class extends RecordView {
    readonly #views = new Map<number, MessageView>()

    constructor() {
      super()
      this[PARTS] = []
      this[DEPTH] = 0
    }

    get content(): unknown {
      const view = this[VIEW]
      const tail = this[TAIL]
      const capacity = type.capacityAt(view, this[HEAD], tail, this[END])
      // One that was never written to has no bytes of its own.
      if (capacity === 0) return type.emptyView
      let contents = this.#views.get(capacity)
      if (contents === undefined) {
        contents = viewOf(capacity)
        this.#views.set(capacity, contents)
        this[PARTS].push(contents)
      }
      return contents.open(this[BYTES], view, tail, tail + type.tailBytes(capacity))
    }

    copy(): unknown {
      return copyOf(this.content)
    }
  }
}

/** The type of a table of `capacity` values of `row` that grows up to `maxCapacity`. */
export function growingTableType(row: Type, capacity: number, maxCapacity: number): GrowingTableType {
  requireRow(row)
  requireCapacity(capacity)
  requireCapacity(maxCapacity)
  if (maxCapacity < capacity)
    throw new RangeError(
      `Cannot make a table that grows from ${capacity} to ${maxCapacity} rows: use a maxCapacity of at least ${capacity}`,
    )
  return new GrowingTableType(row, capacity, maxCapacity)
}
