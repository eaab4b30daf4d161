/** Steps that a test does to a table, and a plain model of the table. */

import { constantFrom, nat, record } from 'fast-check'
import { type Infer, type InferView, struct, table, u32 } from '../../src/schema/index.ts'

export const CAPACITY = 20
/** `twice` is always twice the value, so that a torn row shows. */
export const Rows = table(struct({ value: u32, twice: u32 }), CAPACITY)
export const World = struct({ tick: u32, rows: Rows })

export type RowsTable = Infer<typeof Rows>
export type RowsView = InferView<typeof Rows>

/** From the id to the value. */
export type Model = Map<number, number>

export const step = record({
  does: constantFrom('add', 'add', 'remove', 'set', 'column', 'all'),
  which: nat(1000),
} as const)
export type Step = { readonly does: 'add' | 'remove' | 'set' | 'column' | 'all'; readonly which: number }

/** One step on both. Gives the ids that it has touched. */
export function take({ does, which }: Step, rows: RowsTable, model: Model, most = CAPACITY): void {
  const ids = [...model.keys()]
  const id = ids[which % Math.max(1, ids.length)]
  if (does === 'add') {
    if (ids.length === most) return
    model.set(rows.add({ value: which, twice: 2 * which }), which)
  } else if (id === undefined) return
  else if (does === 'remove') {
    rows.remove(id)
    model.delete(id)
  } else if (does === 'set') {
    const row = rows.row(id)
    row.value = which
    row.twice = 2 * which
    model.set(id, which)
  } else if (does === 'column') {
    const index = rows.indexOf(id)
    rows.columns.value[index] = which
    rows.columns.twice[index] = 2 * which
    rows.changed(id)
    model.set(id, which)
  } else {
    for (const each of ids) {
      rows.columns.value[rows.indexOf(each)] = which
      rows.columns.twice[rows.indexOf(each)] = 2 * which
      model.set(each, which)
    }
    rows.changedAll()
  }
}

/** The contents of a table. Throws for a torn row, which mixes two states. */
export function modelOf(rows: RowsView | RowsTable): Model {
  const model: Model = new Map()
  for (const { id, value, twice } of rows) {
    if (twice !== 2 * value) throw new Error(`a torn row: ${value} and ${twice}`)
    model.set(id, value)
  }
  return model
}

/** Brings a copy up to date by what has changed, and by nothing else. The copy is by place, as the columns are. */
export function follow(rows: RowsView, since: number, copy: { id: number; value: number }[]): number {
  let count = 0
  for (const { index, id, value, isLive } of rows.changes(since)) {
    copy[index] = { id: isLive ? id : 0, value }
    count++
  }
  return count
}
