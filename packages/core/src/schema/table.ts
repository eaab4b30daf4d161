/**
 * Tables: rows that come and go, stored by columns. The bytes are those of a struct of typed arrays.
 *
 * A list has the rows in the order of their last change, the newest first. So a reader that knows when it looked last visits only
 * the rows that have changed since. `next` has the list: element 0 is its start, element n the row after row n - 1, and 0 is its
 * end. Zeros are an empty table.
 */
import { propertyOf } from './property.ts'
import { ALL_AT, CLOCK, type Columns, ID_STEP, type RowClass, SIZE, type TableParts, USED } from './table-row.ts'
import { AnyTable } from './table-view.ts'

type Values = Readonly<Record<string, number | bigint>>

/** An empty table of the next capacity; undefined: there is none. */
export type LargerTable = (capacity: number) => Table | undefined

export interface RowsBefore {
  readonly clock: number
  readonly generations: Uint32Array
}

/** Rows that a program adds, changes and removes. */
export class Table extends AnyTable implements TableParts {
  columns: Columns
  generations: Uint32Array
  changedAt: Uint32Array
  next: Uint32Array
  readonly head: Uint32Array
  /** The list of `next` in reverse. */
  #previous: Uint32Array
  readonly #free: number[] = []
  /** It has been written since the clock was set on. */
  #isWritten = true
  readonly #larger: LargerTable | undefined

  /** `larger`: of a table that grows. */
  constructor({ columns, generations, changedAt, next, head }: TableParts, RowOf: RowClass, larger?: LargerTable) {
    super(RowOf, (id) => this.changed(id))
    this.columns = columns
    this.generations = generations
    this.changedAt = changedAt
    this.next = next
    this.head = head
    this.#previous = new Uint32Array(next.length)
    this.#larger = larger
    this.#readList()
  }

  /** Its bytes are made: what changes from now on has changed since. False for what is no table. */
  static noteWritten(table: unknown): boolean {
    if (!(table instanceof Table)) return false
    table.#isWritten = true
    return true
  }

  /** Its arrays have the contents of another table. */
  static noteRefilled(table: Table): void {
    table.#isWritten = true
    table.#readList()
  }

  /** Takes the contents of another that grows, which may have another capacity. */
  static refill(table: Table, made: Table): void {
    if (table.capacity !== made.capacity) table.#moveTo(made)
    else fillFrom(table, made)
    table.head.set(made.head)
    Table.noteRefilled(table)
  }

  /** For `noteTakenBack`, before it has other contents. */
  static rowsOf({ head, generations }: Table): RowsBefore {
    return { clock: head[CLOCK]!, generations: generations.slice(0, head[USED]) }
  }

  /** Its arrays have the contents of an earlier state again: for its readers all rows have changed since. */
  static noteTakenBack(table: Table, before: RowsBefore): void {
    while (table.capacity < before.generations.length) table.#grow()
    const { head, generations } = table
    head[CLOCK] = before.clock
    table.#isWritten = true
    // Rows that came later are gone. The one that came first is the first to be taken.
    for (let index = before.generations.length - 1; index >= head[USED]!; index--) {
      const generation = before.generations[index]!
      generations[index] = generation + (generation % 2)
      table.#free.push(index)
      table.#mark(index)
    }
    head[USED] = Math.max(head[USED]!, before.generations.length)
    table.changedAll()
  }

  protected override parts(): TableParts {
    return this
  }

  /**
   * Adds a row and returns its id. Numbers that are not given are 0. A table that grows gets other columns when it is full.
   *
   * @throws RangeError when the table is full; TypeError for a name that its rows do not have.
   */
  add(values: Values = {}): number {
    const names = Object.keys(values)
    const unknown = names.find((name) => !Object.hasOwn(this.columns, name))
    if (unknown !== undefined)
      throw new TypeError(
        `Cannot add a row with ${JSON.stringify(unknown)}: its numbers are ${Object.keys(this.columns).join(', ')}`,
      )
    const index = this.#free.at(-1) ?? this.#unused()
    const { columns, generations, head } = this
    for (const name of Object.keys(columns)) {
      const column = columns[name]!
      const value = propertyOf(values, name) as number | bigint | undefined
      column[index] = value ?? (typeof column[index] === 'bigint' ? 0n : 0)
    }
    // Taken only now: a column refuses what is no number.
    if (this.#free.pop() === undefined) head[USED] = index + 1
    generations[index]!++
    head[SIZE]!++
    this.#mark(index)
    return generations[index]! * ID_STEP + index
  }

  /**
   * Removes a row. No row has its id from then on.
   *
   * @throws RangeError when no row has that id.
   */
  remove(id: number): void {
    const index = this.indexOf(id)
    this.generations[index]!++
    this.head[SIZE]!--
    this.#free.push(index)
    this.#mark(index)
  }

  /** Notes that a row has changed. Call it after a write to the columns. Throws as `row`. */
  changed(id: number): void {
    this.#mark(this.indexOf(id))
  }

  /** Notes that all rows have changed. Call it after a write to whole columns. */
  changedAll(): void {
    this.head[ALL_AT] = this.#tick()
  }

  /** Finds the row before each one in the list, and the free rows. The row that was removed last is the first to be taken. */
  #readList(): void {
    const { next, head, generations } = this
    const previous = this.#previous
    const free = this.#free
    const used = Math.min(head[USED]!, generations.length)
    previous.fill(0)
    free.length = 0
    // A list that goes round, or names rows that are not used, is none of ours.
    for (let place = 0, after = next[0]!; after !== 0 && after <= used && previous[after] === 0; after = next[after]!) {
      if (place !== 0 && after === next[0]) break
      previous[after] = place
      place = after
      if (generations[after - 1]! % 2 === 0) free.push(after - 1)
    }
    free.reverse()
  }

  #unused(): number {
    const { head, capacity } = this
    const index = head[USED]!
    if (index >= capacity && !this.#grow())
      throw new RangeError(
        `Cannot add row ${capacity + 1}: the table has room for ${capacity}, remove one or make it of more`,
      )
    return index
  }

  /** Rows keep their places, and all that is known of them. False: it has all the room that it may have. */
  #grow(): boolean {
    const larger = this.#larger?.(this.capacity)
    if (larger === undefined) return false
    fillFrom(larger, this)
    const previous = this.#previous
    this.#moveTo(larger)
    this.#previous.set(previous)
    return true
  }

  #moveTo({ columns, generations, changedAt, next }: TableParts): void {
    this.columns = columns
    this.generations = generations
    this.changedAt = changedAt
    this.next = next
    this.#previous = new Uint32Array(next.length)
    this.movePoints()
  }

  /** The clock of what changes now. */
  #tick(): number {
    const { head } = this
    if (this.#isWritten) {
      this.#isWritten = false
      // Not 0, which is never.
      head[CLOCK] = head[CLOCK] === 0xffff_ffff ? 1 : head[CLOCK]! + 1
    }
    return head[CLOCK]!
  }

  /** It is the one that changed last. */
  #mark(index: number): void {
    const { next, changedAt } = this
    const previous = this.#previous
    const place = index + 1
    const clock = this.#tick()
    if (changedAt[index] !== 0) {
      const [before, after] = [previous[place]!, next[place]!]
      next[before] = after
      previous[after] = before
    }
    const first = next[0]!
    next[0] = place
    previous[place] = 0
    next[place] = first
    previous[first] = place
    changedAt[index] = clock
  }
}

/** The contents of the first places. */
function fillFrom(table: TableParts, { columns, generations, changedAt, next }: TableParts): void {
  for (const name of Object.keys(columns)) table.columns[name]!.set(columns[name] as never)
  table.generations.set(generations)
  table.changedAt.set(changedAt)
  table.next.set(next)
}
