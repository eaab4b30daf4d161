/** Rows of tables, as one object that moves shows them, and what a table is in memory. */
import type { AnyArray } from './arrays.ts'
import { NO_BYTES } from './record-view.ts'

/** Ids are `generation * ID_STEP + index`: they stay below 2^53. */
export const ID_STEP: number = 2 ** 21
/** Rows of a table, at most. */
export const MOST_ROWS: number = 2 ** 21

/** Places in `head`. */
export const CLOCK = 0
export const SIZE = 1
/** Rows from here on were never used. */
export const USED = 2
/** The clock when all rows changed last. */
export const ALL_AT = 3
export const HEAD_LENGTH = 4

export type Columns = Readonly<Record<string, AnyArray>>
/** The parts of a table in memory. */
export interface TableParts {
  readonly columns: Columns
  /** Of each row: odd while it is live, and one more each time that it comes or goes. */
  readonly generations: Uint32Array
  /** The clock when it changed last; 0: never. */
  readonly changedAt: Uint32Array
  readonly next: Uint32Array
  readonly head: Uint32Array
}

export const POINT: unique symbol = Symbol('point')
/** Before a loop, and before a row that is asked for: the message may be another one than before. */
export const RENEW: unique symbol = Symbol('renew')
/** Its numbers throw until it is pointed again. */
export const END_ROW: unique symbol = Symbol('end row')

/** A row, as a table shows one after the other: the same object each time. Its numbers are properties of its class. */
export interface Row {
  /** Its place in the columns. */
  index: number
  /** Stays the same until the row is removed; then no row has it. */
  readonly id: number
  /** False: removed since. Its numbers are those that it had. */
  readonly isLive: boolean
  [POINT](parts: TableParts, index: number): void
  [RENEW](): void
  [END_ROW](): void
  toJSON(): object
}

/** Names that no number of a row can have. */
export const ROW_NAMES: readonly string[] = ['index', 'id', 'isLive', 'constructor', 'toJSON']

/** `changed` is told of a row that is written to. Undefined: none may be. */
export type RowClass = new (changed: ((id: number) => void) | undefined) => Row

/** The class of rows with these numbers. */
export function rowClassFor(names: readonly string[]): RowClass {
  // An array like any other: so nothing else comes to where engines have seen arrays of columns.
  const ended: AnyArray[] = names.map(() => NO_BYTES)
  class TableRow implements Row {
    index = 0
    #generation = 0
    readonly #changed: ((id: number) => void) | undefined
    #arrays: AnyArray[] = []
    #first: AnyArray | undefined
    /** Those that it had last, also after its end: the next message mostly lies in the same place. */
    #kept: AnyArray[] = []
    #keptFirst: AnyArray | undefined
    /** An array is a copy, because the memory is not aligned for it: the message that comes to the same place has another. */
    #hasCopies = false

    constructor(changed: ((id: number) => void) | undefined) {
      this.#changed = changed
    }

    [POINT]({ columns, generations }: TableParts, index: number): void {
      const first = columns[names[0]!]
      // One look tells whether it is the same memory as before, but for copies.
      if (this.#first !== first) this.#moveTo(columns, first)
      this.index = index
      this.#generation = generations[index]!
    }

    [RENEW](): void {
      if (this.#hasCopies) this.#first = undefined
    }

    [END_ROW](): void {
      this.#first = undefined
      this.#arrays = ended
    }

    // By itself: a method with a closure in it makes an object at each call.
    #moveTo(columns: Columns, first: AnyArray | undefined): void {
      if (this.#hasCopies || this.#keptFirst !== first) this.#take(columns, first)
      this.#first = first
      this.#arrays = this.#kept
    }

    #take(columns: Columns, first: AnyArray | undefined): void {
      const arrays = names.map((name) => columns[name]!)
      this.#kept = arrays
      this.#keptFirst = first
      // An array in place is the same one each time.
      this.#hasCopies = first !== arrays[0] || names.some((name, column) => columns[name] !== arrays[column])
    }

    // Made when it is asked for: a number of more than 32 bits is an object.
    get id(): number {
      return this.#generation * ID_STEP + this.index
    }

    get isLive(): boolean {
      return this.#generation % 2 === 1
    }

    /** `JSON.stringify` finds no accessors. */
    toJSON(): object {
      const entries = names.map((name, column) => [name, this.#arrays[column]![this.index]])
      return Object.fromEntries([['id', this.id], ...entries])
    }

    static {
      names.forEach((name, column) => {
        Object.defineProperty(this.prototype, name, {
          enumerable: true,
          get(this: TableRow): number | bigint {
            return this.#arrays[column]![this.index]!
          },
          set(this: TableRow, value: number) {
            const changed = this.#changed
            if (changed === undefined) throw new TypeError(`Cannot set ${name} of a row that is only read`)
            // First: one that was removed is no row any more.
            changed(this.id)
            this.#arrays[column]![this.index] = value
          },
        })
      })
    }
  }
  return TableRow
}

/** Goes through rows: its own result, so that nothing is made for one. */
export class Rows implements IterableIterator<Row> {
  done = false
  declare value: any
  readonly row: Row
  readonly #parts: () => TableParts
  /** Which comes after `index`: -1 for none. */
  readonly #after: (parts: TableParts, index: number) => number
  #at = -1
  /** Rows that there are, and how many of them are left. */
  #all = 0
  #left = 0
  #now: TableParts | undefined

  constructor(row: Row, parts: () => TableParts, after: (parts: TableParts, index: number) => number) {
    this.row = row
    this.#parts = parts
    this.#after = after
  }

  [Symbol.iterator](): this {
    this.done = false
    this.#at = -1
    this.row[RENEW]()
    this.#now = this.#parts()
    this.#all = this.#left = this.#now.generations.length
    return this
  }

  next(): this {
    const parts = this.#now!
    const index = this.#after(parts, this.#at)
    // More than there are: a list that goes round, which nobody of ours has written.
    if (index === -1 || (this.#left-- === 0 && !this.#hasMore(parts))) {
      this.done = true
      this.value = undefined
      return this
    }
    this.#at = index
    this.row[POINT](parts, index)
    this.value = this.row
    return this
  }

  /** The table has grown since. */
  #hasMore({ generations }: TableParts): boolean {
    this.#left = generations.length - this.#all - 1
    this.#all = generations.length
    return this.#left >= 0
  }
}

export function liveAfter({ generations, head }: TableParts, index: number): number {
  const used = Math.min(head[USED]!, generations.length)
  for (let next = index + 1; next < used; next++) if (generations[next]! % 2 === 1) return next
  return -1
}
