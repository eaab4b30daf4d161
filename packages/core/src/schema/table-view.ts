/** Tables, as a reader sees them. */
import { bare } from '../bare.ts'
import { shown } from '../errors.ts'
import { COPY } from './record-view.ts'
import {
  ALL_AT,
  CLOCK,
  type Columns,
  END_ROW,
  ID_STEP,
  liveAfter,
  POINT,
  RENEW,
  type Row,
  type RowClass,
  Rows,
  SIZE,
  type TableParts,
} from './table-row.ts'

/** Older than all that a clock of 32 bits can tell. */
const EVER = 2 ** 32

/** The common base of readers and writers of a table. */
export abstract class AnyTable {
  readonly #row: Row
  readonly #live: Rows
  readonly #since: Rows
  readonly #rows: readonly Row[]
  /** Of the loop over changes: the clock, and the age below which a change is new. */
  #clock = 0
  #age = EVER

  constructor(RowOf: RowClass, changed?: (id: number) => void) {
    const parts = (): TableParts => this.parts()
    this.#row = new RowOf(changed)
    this.#live = new Rows(new RowOf(changed), parts, liveAfter)
    this.#since = new Rows(new RowOf(changed), parts, (now, index) => this.#changedAfter(now, index))
    this.#rows = [this.#row, this.#live.row, this.#since.row]
  }

  protected abstract parts(): TableParts

  /** The arrays are others: a row that a program holds is the same row in them. */
  protected movePoints(): void {
    for (const row of this.#rows) row[POINT](this.parts(), row.index)
  }

  /** The memory is no longer the table's. */
  protected endRows(): void {
    const rows = this.#rows
    for (let one = 0; one < rows.length; one++) rows[one]![END_ROW]()
  }

  /** `JSON.stringify` finds nothing in a table itself. */
  toJSON(): unknown {
    return Array.from(this, (row) => row.toJSON())
  }

  /** How many rows there may be. */
  get capacity(): number {
    return this.parts().generations.length
  }

  /** How many rows there are. */
  get size(): number {
    return this.parts().head[SIZE]!
  }

  /** Counts the changes. A reader keeps it for its next call of `changes`. */
  get clock(): number {
    return this.parts().head[CLOCK]!
  }

  /** Whether there is a row with that id. */
  has(id: number): boolean {
    return this.#find(id) !== -1
  }

  /**
   * The index in the columns of the row with that id.
   *
   * @throws RangeError when no row has that id.
   */
  indexOf(id: number): number {
    const index = this.#find(id)
    if (index === -1) throwNoRow(id, this.parts().generations.length)
    return index
  }

  /**
   * The row with that id. It is the same object for every call.
   *
   * @throws RangeError when no row has that id.
   */
  row(id: number): Row {
    this.#row[RENEW]()
    this.#row[POINT](this.parts(), this.indexOf(id))
    return this.#row
  }

  /** All rows, in the order of the columns. One object moves from row to row, so loops must not be nested. */
  [Symbol.iterator](): IterableIterator<Row> {
    return this.#live[Symbol.iterator]()
  }

  /**
   * The rows that have changed since the clock was `since`, the newest first. New rows and removed rows (`isLive` is false) are
   * among them. With 0 it gives all rows that ever changed. One object moves from row to row, so loops must not be nested.
   */
  changes(since: number): IterableIterator<Row> {
    if (!(Number.isInteger(since) && since >= 0))
      throw new TypeError(`Cannot give the changes since ${shown(since)}: use the clock of the state seen last, or 0`)
    const { head } = this.parts()
    const clock = head[CLOCK]!
    const age = since === 0 ? EVER : ageOf(clock, since)
    this.#clock = clock
    // All have changed: as if nobody had looked before.
    this.#age = head[ALL_AT] !== 0 && ageOf(clock, head[ALL_AT]!) < age ? EVER : age
    return this.#since[Symbol.iterator]()
  }

  #changedAfter({ next, changedAt }: TableParts, index: number): number {
    const place = next[index + 1]!
    // Place 0 is the end; no other is outside, but of bytes that are not ours.
    if (place === 0 || place > changedAt.length) return -1
    return ageOf(this.#clock, changedAt[place - 1]!) < this.#age ? place - 1 : -1
  }

  #find(id: number): number {
    const { generations } = this.parts()
    const index = id % ID_STEP
    return id > 0 && index < generations.length && generations[index] === (id - index) / ID_STEP && isOddId(id, index)
      ? index
      : -1
  }
}

function isOddId(id: number, index: number): boolean {
  return ((id - index) / ID_STEP) % 2 === 1
}

/** Steps of the clock since then. The clock wraps, so two of its numbers are compared by their age. */
function ageOf(clock: number, then: number): number {
  return (clock - then) >>> 0
}

/** The rows as a view of a state or a record has them. */
export class TableView extends AnyTable {
  readonly #view: TableParts & { copy(): unknown }

  constructor(view: TableParts & { copy(): unknown }, RowOf: RowClass) {
    super(RowOf)
    this.#view = view
  }

  /** Its memory is released. */
  static release(table: TableView): void {
    table.endRows()
  }

  protected override parts(): TableParts {
    return this.#view
  }

  /** A typed array for each number, with its values of all rows, in place. Never write to them. */
  get columns(): Columns {
    return this.#view.columns
  }

  /** A copy of the whole table. */
  copy(): unknown {
    return this.#view.copy()
  }
}

// Here, because a computed name in the class is nothing that a declaration can be made of without the compiler.
Object.defineProperty(TableView.prototype, COPY, bare({ value: TableView.prototype.copy }))

function throwNoRow(id: number, capacity: number): never {
  const index = id % ID_STEP
  const isOurs = Number.isInteger(id) && id > 0 && index < capacity
  const why = isOurs ? 'it was removed' : `the table, of ${capacity} rows, never had it`
  throw new RangeError(`Cannot use row ${shown(id)}: ${why}, use an id that add() gave and has() knows`)
}
