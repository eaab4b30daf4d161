import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  columns,
  f32,
  i64,
  list,
  optional,
  type Schema,
  string,
  struct,
  table,
  typedArray,
  u32,
} from '../../src/schema/index.ts'
import { attachState, createState, type StateReader, type StateWriter } from '../../src/state/index.ts'
import { PinWriter } from '../../src/state/pinned-slots.ts'
import { CAPACITY, type Model, Rows, take } from './table-plan.ts'

const World = struct({
  gold: u32,
  name: string,
  note: optional(string),
  home: struct({ x: f32, y: f32 }),
  log: list(string),
  units: list(struct({ x: f32 })),
  path: typedArray('f32'),
  points: columns(struct({ x: f32, at: struct({ y: f32 }) }), 4),
  rows: Rows,
})

const readers: StateReader<unknown>[] = []
afterEach(() => {
  for (const reader of readers.splice(0, Infinity)) reader.close()
})

const modes = [
  ['shared', undefined, 'auto'],
  ['shared', undefined, 'never'],
  ['copied', 'copied', 'auto'],
] as const

/** Its number is no bigint. */
function refused(rows: any): void {
  for (let n = 0; n < 3; n++) expect(() => rows.add({ x: 1, big: 5 })).toThrow(TypeError)
}

function fail(): never {
  throw new Error('mine')
}

describe.each(modes)('in mode %s (%s, generated code: %s), after a failed update', (_, mode, codegen) => {
  function stateOf<T, V>(plain: Schema<T, V>, maxBytes?: number) {
    const schema = plain.with({ codegen })
    const { writer, offer } = createState(schema, { mode, maxBytes })
    const reader = attachState(schema, structuredClone(offer)) as StateReader<any>
    readers.push(reader)
    /** The newest state of a reader. */
    const seen = async (): Promise<any> => {
      await reader.changed()
      return reader.latest().copy()
    }
    return { writer: writer as StateWriter<any, any>, seen }
  }

  test.each([
    ['its fill threw', fail],
    ['its value does not fit', (world: any) => void (world.gold = -1)],
    ['its value is too large', (world: any) => void (world.name = 'n'.repeat(20_000))],
    ['its table was full', ({ rows }: any) => Array.from({ length: CAPACITY + 1 }, () => rows.add({ value: 1 }))],
    [
      'a row was removed twice',
      ({ rows }: any) => [1, 2].forEach(() => rows.remove(rows[Symbol.iterator]().next().value.id)),
    ],
  ])('the next one publishes nothing of it: %s', async (_how, failing) => {
    const { writer, seen } = stateOf(World, 10_000)
    writer.update((world) => {
      world.gold = 1
      world.name = 'dawn'
      world.home.y = 2
      world.log.push('a')
      world.units.push({ x: 3 })
      world.path = new Float32Array([1, 2])
      world.points.x[1] = 4
      world.points.at.y[3] = 5
      world.rows.add({ value: 6, twice: 12 })
    })
    const before = await seen()
    expect(() =>
      writer.update((world) => {
        world.gold = 99
        world.name = 'dusk'
        world.note = 'new'
        world.home.y = 99
        world.log.push('b')
        world.units[0].x = 99
        world.units.push({ x: 99 })
        world.path.fill(99)
        world.points.x.fill(99)
        world.points.at = { y: new Float32Array(4) }
        const [{ id }] = [...world.rows]
        world.rows.row(id).value = 99
        failing(world)
      }),
    ).toThrow()
    expect(writer.version).toBe(1)
    writer.update(() => {})
    expect(await seen()).toEqual(before)
    expect(writer.version).toBe(2)
  })

  test('the first one begins with zeros again', async () => {
    const { writer, seen } = stateOf(World)
    expect(() =>
      writer.update((world) => {
        world.gold = 99
        world.rows.add({ value: 1 })
        world.points.x[0] = 99
        fail()
      }),
    ).toThrow('mine')
    writer.update((world) => void (world.name = 'dawn'))
    const { gold, points, rows } = await seen()
    expect([gold, points.x[0], rows.size, rows.clock]).toEqual([0, 0, 0, 0])
  })

  test('fill gets the same object, columns and tables, and none that the program put there is written to', async () => {
    const { writer, seen } = stateOf(World)
    const parts: unknown[][] = []
    const look = (world: any): void => {
      const { home, log, points, rows } = world
      parts.push([world, home, log, points, points.x, points.at.y, rows, rows.columns.value])
    }
    writer.update((world) => {
      look(world)
      world.points.x[2] = 7
    })
    const ours = { home: Object.freeze({ x: 1, y: 1 }), x: new Float32Array(4).fill(9), units: [{ x: 1 }] }
    expect(() =>
      writer.update((world) => {
        world.home = ours.home
        world.points.x = ours.x
        world.units = ours.units
        fail()
      }),
    ).toThrow('mine')
    writer.update(look)
    expect(parts[1]!.map((part, index) => part === parts[0]![index])).toEqual(Array(8).fill(true))
    const now = await seen()
    expect([...now.points.x]).toEqual([0, 0, 7, 0])
    expect(ours).toEqual({ home: { x: 1, y: 1 }, x: new Float32Array(4).fill(9), units: [{ x: 1 }] })
    // Also after set().
    writer.set({ ...now, gold: 5 })
    writer.update(look)
    expect(parts[2]!.map((part, index) => part === parts[0]![index])).toEqual(Array(8).fill(true))
    expect([(await seen()).gold, ours.units]).toEqual([5, [{ x: 1 }]])
  })

  test('an object that cannot be written to any more is made anew', async () => {
    const { writer, seen } = stateOf(World)
    writer.update((world) => void (world.gold = 1))
    expect(() =>
      writer.update((world) => {
        world.home.x = 99
        Object.freeze(world.home)
        fail()
      }),
    ).toThrow('mine')
    writer.update((world) => void world.gold++)
    const { gold, home } = await seen()
    expect([gold, home.x]).toEqual([2, 0])
  })

  test('a list alone, and a table alone, go on from the last state', async () => {
    const names = stateOf(list(string))
    names.writer.update((all) => void all.push('a'))
    expect(() => names.writer.update((all) => void all.push('b', 5))).toThrow('Cannot encode')
    names.writer.update((all) => void all.push('c'))
    expect(await names.seen()).toEqual(['a', 'c'])
    const rows = stateOf(Rows)
    rows.writer.update((all) => void all.add({ value: 1 }))
    expect(() => rows.writer.update((all) => [...Array(CAPACITY)].forEach(() => all.add({ value: 2 })))).toThrow(
      'Cannot add row',
    )
    rows.writer.update((all) => void all.add({ value: 3 }))
    expect(Array.from(await rows.seen(), ({ value }: any) => value)).toEqual([1, 3])
  })

  test('writeInPlace() has the columns of a published state, and never those of a failed one', async () => {
    const Points = struct({ gold: u32, points: columns(struct({ x: f32 }), 4) })
    const { writer, seen } = stateOf(Points)
    const failInPlace = () =>
      writer.writeInPlace(({ points }) => {
        points.x.fill(99)
        fail()
      })
    expect(failInPlace).toThrow('mine')
    writer.writeInPlace(({ points }) => expect([...points.x]).toEqual([0, 0, 0, 0]))
    for (let round = 0; round < 8; round++) {
      writer.update(({ points }) => points.x.fill(round))
      await seen()
      for (const failing of [
        failInPlace,
        () => writer.update((next) => void (next.points.x.fill(99), (next.gold = -1))),
        () => writer.set({ gold: -1, points: { x: new Float32Array(4).fill(99) } }),
        () => writer.set({ gold: 99, points: { x: 'no' } }),
      ]) {
        expect(failing).toThrow()
        const none = () =>
          writer.writeInPlace((next, latest) => {
            expect(Math.max(...next.points.x)).toBeLessThan(99)
            expect(latest.points.x[0]).toBe(round)
            fail()
          })
        expect(none).toThrow('mine')
      }
    }
  })

  test('whatever failed in between, the states are those of a writer without failures', async () => {
    const step = record({
      does: constantFrom('add', 'add', 'remove', 'set', 'column', 'all'),
      which: nat(1000),
    } as const)
    const plan = array(record({ steps: array(step, { maxLength: 6 }), fails: boolean() }), { maxLength: 20 })
    const check = asyncProperty(plan, async (updates) => {
      const [failing, calm] = [stateOf(World), stateOf(World)]
      let model: Model = new Map()
      for (const { steps, fails } of updates) {
        const next: Model = new Map(model)
        const some = (world: any): void => {
          steps.forEach((one) => {
            take(one, world.rows, next)
            world.log.push(one.does)
            world.points.x[one.which % 4] = one.which
          })
          if (fails) fail()
        }
        if (fails) expect(() => failing.writer.update(some)).toThrow('mine')
        else {
          const [twin, after] = [new Map(model), next]
          failing.writer.update(some)
          calm.writer.update((world) => {
            steps.forEach((one) => {
              take(one, world.rows, twin)
              world.log.push(one.does)
              world.points.x[one.which % 4] = one.which
            })
          })
          expect([...twin]).toEqual([...after])
          model = after
        }
      }
      failing.writer.update(() => {})
      calm.writer.update(() => {})
      expect(await failing.seen()).toEqual(await calm.seen())
      for (const reader of readers.splice(0, Infinity)) reader.close()
    })
    await assert(check, { numRuns: mode === undefined ? 60 : 20 })
  })
})

test.each([
  ['before readers can see it', false, 2],
  ['when readers can see it', true, 103],
])(
  'a publication that a stack overflow ends %s leaves a writer that says the same as its readers',
  (_, isSeen, gold) => {
    const { writer, offer } = createState(World)
    const reader = attachState(World, offer)
    writer.update((world) => void (world.gold = 1))
    const { publish } = PinWriter.prototype
    const spy = vi.spyOn(PinWriter.prototype, 'publish').mockImplementationOnce(function (this: PinWriter) {
      if (isSeen) publish.call(this)
      throw new RangeError('Maximum call stack size exceeded')
    })
    expect(() => writer.update((world) => void (world.gold = 102))).toThrow(RangeError)
    spy.mockRestore()
    const seen = reader.latest()!
    expect([writer.version, seen.gold]).toEqual(isSeen ? [2, 102] : [1, 1])
    writer.update((world) => void world.gold++)
    expect([reader.latest()!.gold, reader.version]).toEqual([gold, writer.version])
  },
)

test('a row that add() refuses takes no place in the table', () => {
  const Big = table(struct({ big: i64, x: f32 }), 2)
  const { writer, offer } = createState(Big)
  const reader = attachState(Big, offer)
  let first = 0
  writer.update((rows) => {
    refused(rows)
    first = rows.add({ big: 1n })
    rows.add({ big: 2n })
  })
  writer.update((rows) => {
    rows.remove(first)
    refused(rows)
    rows.add({ big: 3n })
  })
  const rows = reader.latest()!
  expect([rows.size, ...Array.from(rows, ({ big }) => big)]).toEqual([2, 3n, 2n])
})
