/** A table: in memory a struct of columns, and of what says which rows are there and which changed last. */
import { bare } from '../../bare.ts'
import { freshSpan } from '../../codec/span.ts'
import { isElementName } from '../arrays.ts'
import type { Emitter, Place } from '../emitter.ts'
import type { Input, Output } from '../input-output.ts'
import { refuse } from '../misfit.ts'
import { begun, BYTES, PARTS, RecordView } from '../record-view.ts'
import { HEAD_LENGTH, MOST_ROWS, ROW_NAMES, type RowClass, rowClassFor, type TableParts } from '../table-row.ts'
import { TableView } from '../table-view.ts'
import { type LargerTable, Table } from '../table.ts'
import type { Type } from '../type.ts'
import { columnsType } from './columns.ts'
import { ScalarType } from './scalar.ts'
import { StructType } from './struct.ts'
import { FixedArrayType } from './typed-array.ts'

/** Of the view of the struct: the view of the table, made once. */
const ROWS: unique symbol = Symbol('rows')
type Viewed = RecordView & TableParts & { [ROWS]?: TableView }

/** A table keeps these when it grows. */
export interface GrowingRows {
  readonly RowOf: RowClass
  readonly larger: LargerTable
}

export class TableType extends StructType {
  readonly #RowOf: RowClass
  readonly #larger: LargerTable | undefined
  // A table that is read is one of its own: it knows more than its bytes say.
  override readonly refilled = undefined

  constructor(columns: StructType, capacity: number, grown?: GrowingRows) {
    super(
      [
        { name: 'columns', type: columns },
        { name: 'generations', type: new FixedArrayType('u32', capacity) },
        { name: 'changedAt', type: new FixedArrayType('u32', capacity) },
        { name: 'next', type: new FixedArrayType('u32', capacity + 1) },
        { name: 'head', type: new FixedArrayType('u32', HEAD_LENGTH) },
      ],
      `table of ${capacity}`,
    )
    this.#RowOf = grown?.RowOf ?? rowClassOf(columns)
    this.#larger = grown?.larger
  }

  /** A table without rows. */
  empty(): Table {
    const { bytes, view } = freshSpan(this.layout.bytes)
    return this.read({ bytes, view, end: bytes.length, tail: bytes.length, depth: 0 }, 0)
  }

  override draft(): Table {
    return this.empty()
  }

  override emitWriteInPlace(emitter: Emitter, value: string, place: Place): void {
    // Also where values are not checked: there are no bytes for anything else.
    emitter.leaveIf(`!${emitter.bindNew('noteWritten', Table.noteWritten)}(${value})`)
    super.emitWriteInPlace(emitter, value, place)
  }

  override emitReadInPlace(emitter: Emitter, place: Place): string {
    const parts = super.emitReadInPlace(emitter, place)
    return emitter.local('t', `${emitter.bindNew('tableOf', this.#tableOf)}(${parts})`)
  }

  override emitView(emitter: Emitter, place: Place): string {
    return `${emitter.bindNew('rowsOf', this.#rowsOf)}(${super.emitView(emitter, place)})`
  }

  override write(out: Output, value: unknown, at: number): void {
    if (!Table.noteWritten(value)) refuse(this.name, value)
    super.write(out, value, at)
  }

  override read(input: Input, at: number): Table {
    return this.#tableOf(super.read(input, at) as TableParts)
  }

  override view(input: Input, at: number, bit: number, owner: RecordView, slot: number): unknown {
    return this.#rowsOf(super.view(input, at, bit, owner, slot) as Viewed)
  }

  readonly #tableOf = (parts: TableParts): Table => new Table(parts, this.#RowOf, this.#larger)
  readonly #rowsOf = (view: Viewed): TableView => view[ROWS] ?? this.#makeRows(view)

  #makeRows(view: Viewed): TableView {
    const rows = new TableView(view, this.#RowOf)
    // Behind the places of the fields.
    view[PARTS][this.plan.declared.length] = new RowsPart(rows)
    return (view[ROWS] = rows)
  }
}

/** The rows, as a part of the view of the struct: they end when its memory is taken from it. Other views do not pay for that. */
class RowsPart extends RecordView {
  readonly rows: TableView

  constructor(rows: TableView) {
    super()
    this.rows = rows
    begun(this, 0)
  }

  copy(): unknown {
    return this.rows.copy()
  }
}

// Here, because a computed name in the class is nothing that a declaration can be made of without the compiler.
Object.defineProperty(
  RowsPart.prototype,
  BYTES,
  bare({
    set(this: RowsPart) {
      TableView.release(this.rows)
    },
  }),
)

/** The class of rows with the numbers of a struct. */
export function rowClassOf({ plan }: StructType): RowClass {
  return rowClassFor(plan.declared.map(({ name }) => name))
}

/** Refuses what is no row of a table. */
export function requireRow(row: Type): asserts row is StructType {
  if (!(row instanceof StructType)) throw new TypeError(`Cannot make a table of ${row.name}: use a struct of numbers`)
  const { declared } = row.plan
  for (const { name, type } of declared) {
    if (!(type instanceof ScalarType && isElementName(type.name)))
      throw new TypeError(`Cannot make a table with ${name}, ${type.name}: its rows have numbers only`)
    if (ROW_NAMES.includes(name))
      throw new TypeError(`Cannot make a table with a number named ${name}: rows have that name, use another`)
  }
  if (declared.length === 0) throw new TypeError('Cannot make a table of an empty struct: its rows have numbers')
}

export function requireCapacity(capacity: number): void {
  if (!(Number.isInteger(capacity) && capacity >= 1 && capacity <= MOST_ROWS))
    throw new RangeError(`Cannot make a table of ${capacity} rows: use 1 to ${MOST_ROWS}`)
}

/** The type of a table of up to `capacity` values of `row`, a struct of numbers. */
export function tableType(row: Type, capacity: number): TableType {
  requireRow(row)
  requireCapacity(capacity)
  return new TableType(columnsType(row, capacity), capacity)
}
