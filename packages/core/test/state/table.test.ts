import { once } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { array, assert, boolean, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { f32, f64, i64, list, string, struct, table, u16, u8 } from '../../src/schema/index.ts'
import { attachState, createState, type StateOffer } from '../../src/state/index.ts'
import { CAPACITY, follow, type Model, modelOf, Rows, type RowsTable, step, take, World } from './table-plan.ts'

const liveIn = (copy: readonly { id: number; value: number }[]): Model =>
  new Map(copy.filter((one) => one !== undefined && one.id !== 0).map(({ id, value }) => [id, value]))

const usedBytes = (): number => getHeapStatistics().used_heap_size

function lastOf(rows: Iterable<{ readonly index: number }>): number {
  let last = -1
  for (const { index } of rows) last = Math.max(last, index)
  return last
}

/** The steps before each state is published, and whether the reader looks at that state. */
const plan = array(record({ steps: array(step, { maxLength: 6 }), looks: boolean() }), { maxLength: 40 })

describe.each([
  ['generated code', 'auto'],
  ['without generated code', 'never'],
] as const)('a table, %s', (_, codegen) => {
  test('has what a Map has, also for a reader that skips states and asks for changes only', () => {
    const check = property(plan, (versions) => {
      const schema = World.with({ codegen })
      const { writer, offer } = createState(schema)
      const reader = attachState(schema, offer)
      const model: Model = new Map()
      const copy: { id: number; value: number }[] = []
      let since = 0
      for (const { steps, looks } of versions) {
        writer.update(({ rows }) => steps.forEach((one) => take(one, rows, model)))
        if (!looks) continue
        const { rows } = reader.latest()!
        expect(modelOf(rows)).toEqual(model)
        expect(rows.size).toBe(model.size)
        follow(rows, since, copy)
        since = rows.clock
        expect(liveIn(copy)).toEqual(model)
        for (const id of model.keys()) expect(rows.row(id).value).toBe(model.get(id))
      }
      reader.close()
    })
    assert(check, { numRuns: 150 })
  })

  test('survives copy(), set() and update() after it', () => {
    const check = property(array(step, { maxLength: 30 }), array(step, { maxLength: 30 }), (before, after) => {
      const schema = Rows.with({ codegen })
      const { writer, offer } = createState(schema)
      const reader = attachState(schema, offer)
      const model: Model = new Map()
      writer.update((rows) => before.forEach((one) => take(one, rows, model)))
      const since = reader.latest()!.clock
      const copied = reader.latest()!.copy()
      expect(modelOf(copied)).toEqual(model)
      writer.set(copied)
      writer.update((rows) => after.forEach((one) => take(one, rows, model)))
      const rows = reader.latest()!
      expect(modelOf(rows)).toEqual(model)
      const copy: { id: number; value: number }[] = []
      follow(copied as never, 0, copy)
      follow(rows, since, copy)
      expect(liveIn(copy)).toEqual(model)
    })
    assert(check, { numRuns: 100 })
  })
})

test('a reader that asks for changes gets those rows alone, the last one first', () => {
  const { writer, offer } = createState(Rows)
  const reader = attachState(Rows, offer)
  let ids: number[] = []
  writer.update((rows) => (ids = Array.from({ length: CAPACITY }, (_, value) => rows.add({ value }))))
  const since = reader.latest()!.clock
  expect([...reader.latest()!.changes(since)]).toEqual([])
  writer.update((rows) => void (rows.row(ids[3]!).value = 30))
  writer.update((rows) => {
    rows.remove(ids[5]!)
    rows.row(ids[3]!).value = 33
    rows.row(ids[9]!).value = 90
  })
  const changed = Array.from(reader.latest()!.changes(since), ({ index, value, isLive }) => [index, value, isLive])
  expect(changed).toEqual([
    [9, 90, true],
    [3, 33, true],
    [5, 5, false],
  ])
  writer.update((rows) => rows.changedAll())
  expect([...reader.latest()!.changes(since)].length).toBe(CAPACITY)
})

test('a reader still gets the changed rows alone after two thousand million changes', () => {
  const { writer, offer } = createState(Rows)
  const reader = attachState(Rows, offer)
  const ids: number[] = []
  writer.update((rows) => {
    for (let value = 0; value < 5; value++) ids.push(rows.add({ value }))
    // As if other rows had changed in between.
    ;(rows as unknown as { head: Uint32Array }).head[0] = 2 ** 31
  })
  writer.update((rows) => (rows.row(ids[1]!).value = 8))
  const since = reader.latest()!.clock
  writer.update((rows) => (rows.row(ids[3]!).value = 9))
  expect(Array.from(reader.latest()!.changes(since), ({ value }) => value)).toEqual([9])
  expect([...reader.latest()!.changes(0)]).toHaveLength(5)
})

test('columns are aligned typed arrays over the state itself, beside other fields', () => {
  const Particle = table(struct({ kind: u8, x: f32, heat: u16, mass: f64, big: i64 }), 7)
  const Scene = struct({ name: string, tags: list(string), at: Particle, more: Particle })
  const { writer, offer } = createState(Scene)
  const reader = attachState(Scene, offer)
  writer.update((scene) => {
    scene.name = 'one'
    scene.at.add({ kind: 1, x: 0.5, heat: 300, mass: 1e9, big: 5n })
    scene.more.add()
  })
  const { at, more } = reader.latest()!
  const { kind, x, heat, mass, big } = at.columns
  expect([kind[0], x[0], heat[0], mass[0], big[0]]).toEqual([1, 0.5, 300, 1e9, 5n])
  for (const column of [kind, x, heat, mass, big]) expect(column.buffer).toBe(offer.memory)
  expect(more.columns.x).toHaveLength(7)
  expect([more.size, more.columns.big[0]]).toEqual([1, 0n])
  expect(JSON.stringify({ at: x[0], rows: [...at].length })).toBe('{"at":0.5,"rows":1}')
})

test('a loop over rows makes nothing for a row', () => {
  const Counted = table(struct({ x: f32 }), 10_000)
  const { writer, offer } = createState(Counted)
  writer.update((rows) => {
    while (rows.size < rows.capacity) rows.add({ x: 1 })
  })
  const rows = attachState(Counted, offer).latest()!
  for (const some of [() => rows, () => rows.changes(0)]) {
    // The garbage collector may run in one of them, and an engine that compiles makes objects.
    const all = Array.from({ length: 9 }, () => {
      const before = usedBytes()
      const last = lastOf(some())
      const bytes = usedBytes() - before
      expect(last).toBe(9999)
      return bytes
    })
    // An object for each row would have 160,000 and more.
    expect(all.filter((bytes) => bytes >= 0 && bytes < 100_000).length, `bytes: ${all.join(', ')}`).toBeGreaterThan(4)
  }
})

test('a view is made once for each slot', () => {
  const { writer, offer } = createState(World)
  const reader = attachState(World, offer)
  const seen = new Set<unknown>()
  for (let tick = 0; tick < 50; tick++) {
    writer.update((world) => world.rows.size === 0 && void world.rows.add())
    const { rows } = reader.latest()!
    seen.add(rows).add(rows.columns.value)
  }
  // A view and an array for each of the slots that one reader can be shown.
  expect(seen.size).toBeLessThanOrEqual(8)
})

test(
  'of 20,000 states of another thread a reader that skips follows by changes alone',
  { timeout: 60_000 },
  async () => {
    for (const seed of [1, 2, 3]) {
      const worker = new Worker(new URL('table.worker.ts', import.meta.url), { workerData: { seed, versions: 20_000 } })
      const [offer] = (await once(worker, 'message')) as [StateOffer]
      const reader = attachState(World, offer)
      const told = once(worker, 'message')
      worker.postMessage('go')
      const copy: { id: number; value: number }[] = []
      let [since, looks] = [0, 0]
      let last = 0
      while (reader.changedSync()) {
        const { rows, tick } = reader.latest()!
        expect(tick).toBeGreaterThan(last)
        last = tick
        follow(rows, since, copy)
        since = rows.clock
        expect(liveIn(copy)).toEqual(modelOf(rows))
        looks++
      }
      expect(last).toBe(20_000)
      expect(looks).toBeGreaterThan(1)
      expect(liveIn(copy)).toEqual((await told)[0])
      await worker.terminate()
    }
  },
)

// Zeros are an empty table.
const empty = (): RowsTable => Rows.decode(new Uint8Array(Rows.type.layout.bytes))

describe('misuse', () => {
  test('a full table, a removed id, and what never was one', () => {
    const rows = empty()
    const ids = Array.from({ length: CAPACITY }, () => rows.add())
    expect(() => rows.add()).toThrow(RangeError)
    expect(() => rows.add()).toThrow('Cannot add row 21: the table has room for 20, remove one or make it of more')
    rows.remove(ids[4]!)
    expect(rows.has(ids[4]!)).toBe(false)
    for (const use of [
      () => rows.row(ids[4]!),
      () => rows.remove(ids[4]!),
      () => rows.changed(ids[4]!),
      () => rows.indexOf(ids[4]!),
    ]) {
      expect(use).toThrow(RangeError)
      expect(use).toThrow(`Cannot use row ${ids[4]}: it was removed`)
    }
    const again = rows.add()
    expect(again).not.toBe(ids[4])
    expect(rows.indexOf(again)).toBe(4)
    expect(() => rows.row(ids[4]!)).toThrow('it was removed')
    for (const id of [0, -1, 0.5, NaN, Infinity, 2 ** 53, 3000, '1', undefined, null])
      expect(() => rows.row(id as number)).toThrow(RangeError)
  })

  test('a row that is kept after it was removed', () => {
    const rows = empty()
    const id = rows.add({ value: 1 })
    const row = rows.row(id)
    rows.remove(id)
    const other = rows.add({ value: 2 })
    expect(() => (row.value = 9)).toThrow('it was removed')
    expect(rows.row(other).value).toBe(2)
  })

  test('a name that is no number of its rows, and a value that is no table', () => {
    const rows = empty()
    expect(() => rows.add({ speed: 1 } as never)).toThrow('Cannot add a row with "speed": its numbers are value, twice')
    expect(rows.size).toBe(0)
    const { writer } = createState(World)
    expect(() => writer.set({ tick: 1, rows: [] as never })).toThrow('table of 20')
    expect(() => World.with({ checked: false }).encode({ tick: 1, rows: {} as never })).toThrow('table of 20')
  })

  test('a reader that writes, and a clock that is none', () => {
    const { writer, offer } = createState(Rows)
    writer.update((rows) => void rows.add())
    const rows = attachState(Rows, offer).latest()!
    for (const row of rows) expect(() => ((row as { value: number }).value = 1)).toThrow(TypeError)
    expect(() => rows.changes(undefined as never)).toThrow('use the clock of the state seen last, or 0')
  })

  test('a schema that makes no table', () => {
    expect(() => table(struct({ a: string }) as never, 4)).toThrow('Cannot make a table with a')
    expect(() => table(struct({ id: u8 }), 4)).toThrow('rows have that name')
    expect(() => table(struct({}), 4)).toThrow('empty struct')
    expect(() => table(u8 as never, 4)).toThrow('use a struct of numbers')
    for (const capacity of [0, -1, 0.5, 2 ** 21 + 1])
      expect(() => table(struct({ a: u8 }), capacity)).toThrow(RangeError)
  })

  test('memory that a broken program has written to ends every loop', () => {
    const rows = empty()
    for (let index = 0; index < CAPACITY; index++) rows.add()
    const encoded = Rows.encode(rows)
    for (let at = 0; at + 4 <= encoded.length; at += 4) {
      for (const word of [1, 2, 0xff_ffff, 0xffff_ffff]) {
        const broken = encoded.slice()
        new DataView(broken.buffer).setUint32(at, word, true)
        const view = Rows.view(broken)
        expect([...view.changes(0)].length).toBeLessThanOrEqual(CAPACITY)
        expect([...view].length).toBeLessThanOrEqual(CAPACITY)
        const copy = view.copy()
        expect([...copy.changes(0)].length).toBeLessThanOrEqual(CAPACITY)
      }
    }
  })
})
