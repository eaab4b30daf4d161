import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { array, assert, boolean, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDecodeError } from '../../src/errors.ts'
import { f32, f64, type Infer, list, optional, string, struct, table, u16, u32, u8 } from '../../src/schema/index.ts'
import { attachState, createState, record as recordStates, replay, shownFields } from '../../src/state/index.ts'
import { attachWorld, createWorld, joinWorld } from '../../src/world/index.ts'
import { randomFrom } from '../codec/graph.ts'
import { follow, type Model, modelOf, type RowsView, step, take } from './table-plan.ts'
import { GrowingWorld, MOST } from './growing-table.ts'

const plan = array(record({ steps: array(step, { maxLength: 9 }), looks: boolean() }), { maxLength: 40 })
const liveIn = (copy: readonly { id: number; value: number }[]): Model =>
  new Map(copy.filter((one) => one !== undefined && one.id !== 0).map(({ id, value }) => [id, value]))
const Row = struct({ x: f32 })

describe.each([
  ['generated code', 'auto'],
  ['without generated code', 'never'],
] as const)('a table that grows, %s', (_, codegen) => {
  test('has what a Map has, also for a reader that skips states and asks for changes only', () => {
    const check = property(plan, (versions) => {
      const schema = GrowingWorld.with({ codegen })
      const { writer, offer } = createState(schema)
      const reader = attachState(schema, offer)
      const model: Model = new Map()
      const copy: { id: number; value: number }[] = []
      let since = 0
      for (const { steps, looks } of versions) {
        writer.update(({ rows }) => steps.forEach((one) => take(one, rows, model, MOST)))
        if (!looks) continue
        const { rows } = reader.latest()!
        expect(modelOf(rows)).toEqual(model)
        follow(rows, since, copy)
        since = rows.clock
        expect(liveIn(copy)).toEqual(model)
        for (const id of model.keys()) expect(rows.row(id).value).toBe(model.get(id))
      }
      reader.close()
    })
    assert(check, { numRuns: 100 })
  })

  test('has columns of every kind in place, whatever is beside it', () => {
    const Mixed = struct({
      name: string,
      few: list(u8),
      rows: table(struct({ small: u8, x: f64, two: u16 }), 3, { maxCapacity: 50 }),
      others: table(Row, 1, { maxCapacity: 7 }),
    }).with({ codegen })
    const { writer, offer } = createState(Mixed, { readers: 1 })
    const reader = attachState(Mixed, offer)
    for (let n = 1; n <= 50; n++) {
      writer.update((state) => {
        state.name = 'n'.repeat(n)
        state.few.push(n)
        state.rows.add({ small: n, x: n / 3, two: 2 * n })
        if (n <= 7) state.others.add({ x: n })
      })
      const { name, few, rows, others } = reader.latest()!
      expect([name.length, few.length, rows.size, others.size]).toEqual([n, n, n, Math.min(n, 7)])
      expect(rows.columns.x[n - 1]).toBe(n / 3)
      expect(rows.columns.two[n - 1]).toBe(2 * n)
      expect(rows.columns.x.buffer).toBeInstanceOf(SharedArrayBuffer)
      expect(others.columns.x[Math.min(n, 7) - 1]).toBe(Math.min(n, 7))
    }
  })

  test('gives the same arrays again for the same slot: nothing is made for a frame', () => {
    const Rows = table(Row, 2, { maxCapacity: 8 }).with({ codegen })
    const { writer, offer } = createState(Rows)
    const reader = attachState(Rows, offer)
    const arrays = new Set<unknown>()
    for (let n = 0; n < 20; n++) {
      writer.update((rows) => void (rows.size < 5 && rows.add({ x: n })))
      reader.latest()
      if (n >= 8) arrays.add(reader.latest()!.columns.x)
    }
    if (codegen === 'auto') expect(arrays.size).toBeLessThanOrEqual(4)
    expect(reader.latest()!.columns.x.length).toBe(8)
  })
})

test('a full table grows to twice its size, up to its limit, and then refuses by name', () => {
  const Rows = table(Row, 3, { maxCapacity: 10 })
  const { writer, offer } = createState(Rows)
  const reader = attachState(Rows, offer)
  const capacities: number[] = []
  const ids: number[] = []
  for (let n = 0; n < 10; n++) {
    writer.update((rows) => void ids.push(rows.add({ x: n })))
    capacities.push(reader.latest()!.capacity)
  }
  expect(capacities).toEqual([3, 3, 3, 6, 6, 6, 10, 10, 10, 10])
  expect(() => writer.update((rows) => void rows.add())).toThrow(
    'Cannot add row 11: the table has room for 10, remove one or make it of more',
  )
  expect(ids.map((id) => reader.latest()!.row(id).x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(ids.map((id) => reader.latest()!.indexOf(id))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a row that a program holds while its table grows is still that row', () => {
  const { writer, offer } = createState(table(Row, 1, { maxCapacity: 8 }))
  const reader = attachState(table(Row, 1, { maxCapacity: 8 }), offer)
  writer.update((rows) => {
    const row = rows.row(rows.add({ x: 1 }))
    rows.add({ x: 2 })
    row.x = 3
    for (const each of rows) {
      if (rows.size < 5) rows.add({ x: 9 })
      each.x += 10
    }
  })
  expect(Array.from(reader.latest()!, ({ x }) => x)).toEqual([13, 12, 19, 19, 19])
})

test('an update that fails after its table has grown takes the growth back, and the next one grows it again', () => {
  const Rows = table(Row, 2, { maxCapacity: 8 })
  const { writer, offer } = createState(Rows)
  const reader = attachState(Rows, offer)
  let held: unknown
  writer.update((rows) => {
    held = rows
    rows.add({ x: 1 })
  })
  const fail = (): void =>
    writer.update((rows) => {
      for (let n = 0; n < 5; n++) rows.add({ x: 7 })
      throw new Error('by the program')
    })
  expect(fail).toThrow('by the program')
  writer.update((rows) => {
    expect(rows).toBe(held)
    expect([rows.capacity, rows.size]).toEqual([2, 1])
    for (let n = 2; n <= 4; n++) rows.add({ x: n })
  })
  expect(Array.from(reader.latest()!, ({ x }) => x)).toEqual([1, 2, 3, 4])
})

test('a history has states of every capacity, and a writer that goes back keeps the places of the rows', () => {
  const Rows = table(Row, 1, { maxCapacity: 16 })
  const { writer, offer } = createState(Rows, { history: 8 })
  const reader = attachState(Rows, offer)
  const ids: number[] = []
  for (let n = 0; n < 6; n++) writer.update((rows) => void ids.push(rows.add({ x: n })))
  reader.latest()
  expect(reader.versions.map((version) => reader.at(version).capacity)).toEqual([1, 2, 4, 4, 8, 8])
  const since = reader.latest()!.clock
  writer.rollback(2)
  expect(Array.from(reader.latest()!, ({ x }) => x)).toEqual([0, 1])
  const gone = Array.from(reader.latest()!.changes(since)).length
  expect(gone).toBe(6)
  expect(ids.slice(2).some((id) => reader.latest()!.has(id))).toBe(false)
  writer.update((rows) => void rows.add({ x: 20 }))
  expect(Array.from(reader.latest()!, ({ x }) => x)).toEqual([0, 1, 20])
})

test('a recording has states of every capacity, and a look shows the columns', () => {
  const { writer, offer } = createState(GrowingWorld)
  const reader = attachState(GrowingWorld, offer)
  const recording = recordStates(reader)
  for (let value = 1; value <= 20; value++) {
    writer.update(({ rows }) => void rows.add({ value, twice: 2 * value }))
    reader.latest()
  }
  const played = replay(GrowingWorld, recording.toBytes())
  const sizes: number[] = []
  while (played.next()) sizes.push(modelOf(played.reader.latest()!.rows).size)
  expect(sizes).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  const rows = shownFields(reader)!.fields.find(({ name }) => name === 'rows')!
  expect(rows.type).toBe('table of 2 to 100')
  expect(rows.fields.map(({ name }) => name)).toEqual(['value', 'twice'])
  expect((rows.fields[0]!.value as Uint32Array).length).toBe(32)
})

test('a part of a world grows', () => {
  const parts = { physics: table(Row, 1, { maxCapacity: 64 }), ai: struct({ n: u8 }) }
  const { offer } = createWorld(parts)
  const physics = joinWorld(parts, offer, 'physics')
  const ai = joinWorld(parts, offer, 'ai')
  const reader = attachWorld(parts, offer)
  for (let n = 1; n <= 40; n++) {
    physics.update((rows) => void rows.add({ x: n }))
    ai.update((part) => void (part.n = n))
    expect(reader.latest()!.physics.size).toBe(n)
    expect(reader.latest()!.physics.columns.x[n - 1]).toBe(n)
  }
})

test('readers on other threads, blocked or not, see no torn table and lose no row while it grows', async () => {
  const { writer, offer } = createState(GrowingWorld, { readers: 2 })
  const readers = [true, false].map(
    (blocks) => new Worker(new URL('growing-table.worker.ts', import.meta.url), { workerData: { offer, blocks } }),
  )
  await Promise.all(readers.map((reader) => once(reader, 'message')))
  const found = Promise.all(readers.map((reader) => once(reader, 'message')))
  for (let value = 1; value <= MOST; value++) {
    writer.update((world) => {
      world.tick = value
      world.rows.add({ value, twice: 2 * value })
    })
    if (value % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  writer.close()
  for (const [findings] of await found) expect(findings).toMatchObject({ faults: [], last: MOST, followed: MOST })
})

test('mode copied grows as shared memory does', async () => {
  const { writer, offer } = createState(GrowingWorld, { mode: 'copied' })
  const reader = attachState(GrowingWorld, offer)
  for (let value = 1; value <= MOST; value++) writer.update(({ rows }) => void rows.add({ value, twice: 2 * value }))
  while (modelOf(reader.latest()?.rows ?? ([] as never)).size < MOST) await reader.changed()
  expect(reader.latest()!.rows.capacity).toBe(MOST)
  reader.close()
  writer.close()
})

test('bytes that a broken program has written are no table: an error tells so', () => {
  const Rows = table(Row, 2, { maxCapacity: 8 })
  const bytes = Rows.encode(Rows.decode(new Uint8Array(8)))
  for (const [length, message] of [
    [24, '24 bytes are no table of 2 to 8 rows'],
    [2 ** 32 - 1, '4294967295 more bytes expected, 56 left'],
  ] as const) {
    const spoiled = bytes.slice()
    new DataView(spoiled.buffer).setUint32(0, length, true)
    expect(() => Rows.decode(spoiled)).toThrow(message)
    expect(() => Rows.view(spoiled)).toThrow(message)
    expect(() => Rows.with({ codegen: 'never' }).decode(spoiled)).toThrow(message)
    expect(() => Rows.with({ codegen: 'never' }).view(spoiled)).toThrow(message)
  }
  // Zeros are an empty table.
  expect(Rows.view(new Uint8Array(8)).size).toBe(0)
})

test.each(['auto', 'never'] as const)(
  'spoiled bytes give numbers or a DecodeError, and never hang: codegen %s',
  (codegen) => {
    const schema = GrowingWorld.with({ codegen })
    const world = emptyWorld()
    for (let value = 1; value <= 9; value++) world.rows.add({ value, twice: 2 * value })
    const bytes = schema.encode(world)
    const random = randomFrom(1)
    let refused = 0
    for (let round = 0; round < 400; round++) {
      const spoiled = bytes.slice()
      const view = new DataView(spoiled.buffer)
      for (let n = 1 + random(3); n > 0; n--)
        view.setUint32(
          4 * random(random(2) === 0 ? 3 : bytes.length / 4),
          random(2) === 0 ? random(40) : random(2 ** 31),
          true,
        )
      for (const read of [
        (): RowsView => schema.view(spoiled).rows,
        (): RowsView => schema.decode(spoiled).rows as never,
      ])
        try {
          look(read())
        } catch (error) {
          if (!isDecodeError(error)) throw error
          refused++
        }
    }
    expect(refused).toBeGreaterThan(50)
  },
)

test.each(['auto', 'never'] as const)(
  'a reader that does not know the table reads what is beside it: codegen %s',
  (codegen) => {
    const Old = struct({ tick: u8, name: string }).with({ codegen })
    const New = struct({ tick: u8, name: string, rows: optional(table(Row, 1, { maxCapacity: 8 })) })
    const { writer, offer } = createState(New)
    const reader = attachState(Old, offer)
    const rows = table(Row, 1, { maxCapacity: 8 }).decode(new Uint8Array(8))
    for (let tick = 1; tick <= 5; tick++) {
      rows.add({ x: tick })
      writer.set({ tick, name: `name ${tick}`, rows })
      expect(reader.latest()!.copy()).toEqual({ tick, name: `name ${tick}` })
      expect(reader.latest()!.name).toBe(`name ${tick}`)
    }
  },
)

test('a table of another schema, and limits that are none, are refused by name', () => {
  const Rows = table(Row, 2, { maxCapacity: 8 })
  const other = table(Row, 3).decode(new Uint8Array(table(Row, 3).encode(zeros(table(Row, 3)) as never)))
  expect(() => Rows.encode(other)).toThrow('table of 2 to 8, got 3 rows')
  expect(() => Rows.encode({} as never)).toThrow('table of 2 to 8')
  expect(() => table(Row, 8, { maxCapacity: 7 })).toThrow(
    'Cannot make a table that grows from 8 to 7 rows: use a maxCapacity of at least 8',
  )
  expect(() => table(Row, 8, { maxCapacity: 2 ** 22 })).toThrow('Cannot make a table of 4194304 rows')
  expect(() => createState(table(Row, 8, { maxCapacity: 2 ** 21 }), { history: 40 })).toThrow('or smaller ones')
  expect(() => attachState(Rows, createState(table(Row, 2, { maxCapacity: 9 })).offer)).toThrow('growingTable')
})

function emptyWorld(): Infer<typeof GrowingWorld> {
  return {
    tick: 0,
    rows: table(struct({ value: u32, twice: u32 }), 2, { maxCapacity: MOST }).decode(new Uint8Array(8)),
  }
}

function zeros<T>(schema: { decode(bytes: Uint8Array): T }): T {
  return schema.decode(new Uint8Array(3 * 4 * 4 + 4 + 16))
}

/** All that a reader may ask of a table. */
function look(rows: RowsView): void {
  for (const { value, id } of rows) expect([typeof value, typeof id]).toEqual(['number', 'number'])
  for (const { index } of rows.changes(0)) expect(index).toBeLessThan(rows.capacity)
  expect(rows.columns.value.length).toBe(rows.capacity)
}
