/** Tables in a state: a reader that skips any states finds the rows that have changed, and no others. */

import { SLOT_HEADER_BYTES } from '../../../packages/core/src/memory/state-slot.ts'
import type { InferView, Schema } from '../../../packages/core/src/schema/index.ts'
import type { Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { type Bodies, held, sinkOf, sourceOf } from './held.ts'

const CAPACITY = 3
const TABLE_BYTES = 68
/** Of a table that grows: the length of its tail, which begins at the next multiple of 8. */
const GROWING_HEAD_BYTES = 8
/** A multiple of 8. */
const SLOT_BYTES = SLOT_HEADER_BYTES + GROWING_HEAD_BYTES + TABLE_BYTES + 4
/** In a table's bytes: four numbers are at the end, and the clock is the first of them. */
const CLOCK_AT = TABLE_BYTES - 16

interface Written {
  add(values: { value: number }): number
  remove(id: number): void
  row(id: number): { value: number }
  indexOf(id: number): number
  changed(id: number): void
  changedAll(): void
  readonly columns: { readonly value: Uint32Array }
  /** The first of them is the clock. */
  readonly head: Uint32Array
}

type Read = InferView<Schema<unknown, Iterable<{ id: number; index: number; value: number }> & Changes>>
interface Changes {
  readonly clock: number
  readonly size: number
  changes(since: number): Iterable<{ id: number; index: number; isLive: boolean; value: number }>
}

/** Rows by their place; undefined: none is live there. */
type Rows = ({ readonly id: number; readonly value: number } | undefined)[]

/** One state: what the writer does, the places whose rows have changed, and the value at each place; 0: no live row. */
interface Step {
  readonly change: (table: Written, ids: number[]) => void
  readonly changed: readonly number[]
  readonly values: readonly number[]
}

const STEPS: readonly Step[] = [
  {
    change: (table, ids) => void ids.push(table.add({ value: 1 }), table.add({ value: 2 })),
    changed: [0, 1],
    values: [1, 2, 0],
  },
  { change: (table, ids) => void (table.row(ids[0]!).value = 3), changed: [0], values: [3, 2, 0] },
  // The place of the one that goes is that of the one that comes.
  {
    change: (table, ids) => {
      table.remove(ids[1]!)
      ids[1] = table.add({ value: 4 })
    },
    changed: [1],
    values: [3, 4, 0],
  },
  {
    change: (table, ids) => {
      table.columns.value[table.indexOf(ids[0]!)] = 5
      table.changed(ids[0]!)
      // Twice in one state.
      table.row(ids[0]!).value = 6
    },
    changed: [0],
    values: [6, 4, 0],
  },
  { change: (table, ids) => table.remove(ids[0]!), changed: [0], values: [0, 4, 0] },
]
const ALL: readonly Step[] = [
  STEPS[0]!,
  {
    change: (table) => {
      table.columns.value.set([7, 8])
      table.changedAll()
    },
    changed: [0, 1],
    values: [7, 8, 0],
  },
  { change: (table, ids) => void (table.row(ids[1]!).value = 9), changed: [1], values: [7, 9, 0] },
  { change: () => {}, changed: [], values: [7, 9, 0] },
  { change: (table, ids) => void ids.push(table.add({ value: 10 })), changed: [2], values: [7, 9, 10] },
]
/** Rows leave the list in its middle and at its end, and a full table has room again. */
const ORDER: readonly Step[] = [
  {
    change: (table, ids) => {
      for (let value = 1; value <= CAPACITY; value++) ids.push(table.add({ value }))
    },
    changed: [0, 1, 2],
    values: [1, 2, 3],
  },
  { change: (table, ids) => void (table.row(ids[1]!).value = 4), changed: [1], values: [1, 4, 3] },
  { change: (table, ids) => void (table.row(ids[0]!).value = 5), changed: [0], values: [5, 4, 3] },
  { change: (table, ids) => table.remove(ids[2]!), changed: [2], values: [5, 4, 0] },
  { change: (table) => void table.add({ value: 6 }), changed: [2], values: [5, 4, 6] },
]
/** A row stays as it is while others change for more than half of what the clock can tell. */
const LEAP: readonly Step[] = [
  STEPS[0]!,
  {
    change: (table, ids) => {
      table.head[0]! += 2 ** 31 + 5
      table.row(ids[1]!).value = 7
    },
    changed: [1],
    values: [1, 7, 0],
  },
  { change: (table, ids) => void (table.row(ids[1]!).value = 8), changed: [1], values: [1, 8, 0] },
]

/** A full table grows, twice. A row that the program holds goes on, and so does the list. */
const GROW: readonly Step[] = [
  { change: (table, ids) => void ids.push(table.add({ value: 1 })), changed: [0], values: [1, 0, 0] },
  {
    change: (table, ids) => {
      const row = table.row(ids[0]!)
      ids.push(table.add({ value: 2 }))
      row.value = 3
    },
    changed: [0, 1],
    values: [3, 2, 0],
  },
  { change: (table, ids) => void ids.push(table.add({ value: 4 })), changed: [2], values: [3, 2, 4] },
  // The one that changed longest ago: the way back is there after the growth.
  { change: (table, ids) => void (table.row(ids[1]!).value = 5), changed: [1], values: [3, 5, 4] },
  { change: (table, ids) => table.remove(ids[2]!), changed: [2], values: [3, 5, 0] },
]

interface TableOptions {
  readonly steps: readonly Step[]
  /** It begins with room for one row. */
  readonly grows?: boolean
  /** Of the clock before the first state. */
  readonly clock?: number
  /** The writer begins anew with the bytes of the state before, as after `set()`. */
  readonly isReadBack?: boolean
}

function schemaOf({ struct, table, u32 }: Subject['schema'], grows: boolean): Schema<Written, Read> {
  const row = struct({ value: u32 })
  const schema = grows ? table(row, 1, { maxCapacity: CAPACITY }) : table(row, CAPACITY)
  return schema as unknown as Schema<Written, Read>
}

function tables({ steps, clock = 0, isReadBack = false, grows = false }: TableOptions): Bodies {
  return (subject) => {
    const schema = schemaOf(subject.schema, grows)
    const empty = new Uint8Array(grows ? GROWING_HEAD_BYTES : TABLE_BYTES)
    if (!grows) new DataView(empty.buffer).setUint32(CLOCK_AT, clock, true)
    const writer = (thread: Thread): void => {
      const sink = sinkOf(subject, thread)
      let table = schema.decode(empty)
      const ids: number[] = []
      const memory = new Uint8Array(SLOT_BYTES - SLOT_HEADER_BYTES)
      steps.forEach(({ change }, n) => {
        change(table, ids)
        const at = sink.claim()
        const end = schema.encodeInto(table, memory, 0)
        sink.span.bytes.set(memory.subarray(0, end), at)
        sink.publish(end, n + 1, 0)
        if (isReadBack) table = schema.decode(memory, 0, end)
      })
    }
    return [{ letter: 'w', body: writer }, reader(subject, schema, steps)]
  }
}

/** A copy is kept by changes alone, and is to be what there is. */
function reader(subject: Subject, schema: Schema<Written, Read>, steps: readonly Step[]): ThreadSpec {
  const body = (thread: Thread): void => {
    const source = sourceOf(subject, thread)
    const copy: Rows = []
    let [seen, clock] = [0, 0]
    while (seen < steps.length) {
      if (!source.advance(() => {})) {
        source.parkSync(Infinity)
        continue
      }
      const { span, offset, end, version } = source.current
      const rows = schema.view(span.bytes.subarray(offset, end))
      const visited: number[] = []
      for (const { id, index, isLive, value } of rows.changes(clock)) {
        visited.push(index)
        copy[index] = isLive ? { id, value } : undefined
      }
      const changed = new Set(steps.slice(seen, version).flatMap((step) => step.changed))
      thread.assert(
        visited.length === changed.size && visited.every((index) => changed.has(index)),
        `from state ${seen} to ${version} rows ${[...changed].join(' ')} change, not ${visited.join(' ')}`,
      )
      const live = liveIn(rows)
      const values = Array.from({ length: CAPACITY }, (_, index) => live[index]?.value ?? 0).join(' ')
      thread.assert(values === steps[version - 1]!.values.join(' '), `state ${version} has ${values}`)
      thread.assert(areSame(copy, live), `the copy of state ${version} is ${JSON.stringify(copy)}`)
      ;[seen, clock] = [version, rows.clock]
      thread.note(version)
    }
  }
  return { letter: 'a', body }
}

function liveIn(rows: Iterable<{ id: number; index: number; value: number }>): Rows {
  const live: Rows = []
  for (const { id, index, value } of rows) live[index] = { id, value }
  return live
}

function areSame(one: Rows, other: Rows): boolean {
  for (let i = 0; i < CAPACITY; i++) if (one[i]?.id !== other[i]?.id || one[i]?.value !== other[i]?.value) return false
  return true
}

export const tableScenarios: readonly Scenario[] = [
  scenario('table-changes', { steps: STEPS }),
  scenario('table-all', { steps: ALL }),
  scenario('table-order', { steps: ORDER }),
  scenario('table-read-back', { steps: STEPS, isReadBack: true }),
  scenario('table-order-read-back', { steps: ORDER, isReadBack: true }),
  scenario('table-grows', { steps: GROW, grows: true }),
  scenario('table-grows-read-back', { steps: GROW, grows: true, isReadBack: true }),
  // The clock passes 2^31.
  scenario('table-clock-half-way', { steps: ALL, clock: 2 ** 31 - 3 }),
  scenario('table-clock-leaps', { steps: LEAP }),
  scenario('table-clock-wraps', { steps: STEPS, clock: 2 ** 32 - 3 }),
  scenario('table-all-wraps', { steps: ALL, clock: 2 ** 32 - 3, isReadBack: true }),
]

function scenario(name: string, options: TableOptions): Scenario {
  return held(name, { values: options.steps.length }, 2, tables(options), { slotBytes: SLOT_BYTES })
}
