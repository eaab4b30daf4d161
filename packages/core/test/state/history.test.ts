import { afterEach, describe, expect, test, vi } from 'vitest'
import { columns, f64, list, string, struct, table, u32 } from '../../src/schema/index.ts'
import { attachState, createState, freeReader, stateBytes, type StateReader } from '../../src/state/index.ts'
import { createStateRegion, openStateRegion } from '../../src/memory/state-region.ts'
import { HISTORY } from '../../src/memory/state-layout.ts'

const World = struct({ tick: u32, log: list(string), all: columns(struct({ x: f64 }), 4) })
type View = { readonly tick: number; readonly log: readonly string[]; readonly all: { readonly x: Float64Array } }

const open: { close(): void }[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const one of open.splice(0, Infinity)) one.close()
})

function worldOf(history: number, options: { readers?: number; mode?: 'copied'; maxBytes?: number } = {}) {
  const { writer, offer } = createState(World, { maxBytes: 4096, ...options, history })
  const attach = (): StateReader<View> => {
    const reader = attachState(World, offer) as unknown as StateReader<View>
    open.push(reader)
    return reader
  }
  open.push(writer)
  const step = (tick: number): void =>
    writer.update((world) => {
      world.tick = tick
      world.log = Array.from({ length: tick % 5 }, (_, n) => `${tick}:${n}`)
      world.all.x.fill(tick)
    })
  return { writer, offer, attach, step }
}

function tickOf(view: View): number {
  expect(view.log).toHaveLength(view.tick % 5)
  expect([...view.all.x]).toEqual(Array.from({ length: 4 }, () => view.tick))
  return view.tick
}

/** Of the states that a reader finds, the oldest first. */
function ticksIn(reader: StateReader<View>): number[] {
  return reader.versions.map((version) => tickOf(reader.at(version)))
}

async function arrival(reader: StateReader<unknown>): Promise<void> {
  for (let turn = 0; !reader.hasNewer && turn < 1000; turn++) await new Promise(setImmediate)
}

const to = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('a reader of a history', () => {
  test('finds each of the last states by its number, and no older one', () => {
    const { attach, step } = worldOf(8)
    const reader = attach()
    for (let tick = 1; tick <= 20; tick++) {
      step(tick)
      const kept = to(Math.max(1, tick - 7), tick)
      expect(reader.versions).toEqual(kept)
      for (const version of kept) expect(tickOf(reader.at(version))).toBe(version)
    }
    expect(() => reader.at(12)).toThrow(
      new RangeError('Cannot read version 12: the history has 13 to 20, create the state with a longer history'),
    )
    for (const version of [21, 0, -1, 13.5, NaN, 13 + 2 ** 32])
      expect(() => reader.at(version)).toThrow(/the history has 13 to 20/)
  })

  test('keeps what it looks at, however far the writer goes on', () => {
    const { attach, step } = worldOf(4, { readers: 2 })
    const [one, two] = [attach(), attach()]
    for (let tick = 1; tick <= 4; tick++) step(tick)
    const [first, second] = [one.at(1), two.at(2)]
    for (let tick = 5; tick <= 40; tick++) step(tick)
    expect([tickOf(first), tickOf(second)]).toEqual([1, 2])
    expect(() => one.at(1)).toThrow(RangeError)
    expect(() => first.tick).toThrow(TypeError)
    expect(tickOf(second)).toBe(2)
  })

  test('of nothing yet, of a state without one, and after close says what is wrong', () => {
    const { attach } = worldOf(4)
    const reader = attach()
    expect(reader.versions).toEqual([])
    expect(() => reader.at(1)).toThrow(/^Cannot read version 1: the history has nothing yet/)
    reader.close()
    expect(() => reader.at(1)).toThrow(/this reader is closed/)
    const { writer, offer } = createState(World, { maxBytes: 4096 })
    const plain = attachState(World, offer)
    expect(plain.versions).toEqual([])
    expect(() => plain.at(1)).toThrow(
      new TypeError('Cannot read an earlier state: this one has no history, create it with { history: 64 }'),
    )
    expect(() => writer.rollback(1)).toThrow(/^Cannot go back to an earlier state: this one has no history/)
    plain.close()
  })

  test('that has died gives its holds to the next', () => {
    const { attach, step, offer } = worldOf(2)
    const dead = attach()
    step(1)
    const view = dead.at(1)
    freeReader(offer, dead.place)
    const next = attach()
    for (let tick = 2; tick <= 20; tick++) step(tick)
    // Its slot was written again: nobody holds it.
    expect(view.tick).not.toBe(1)
    expect(tickOf(next.at(19))).toBe(19)
  })

  test('without shared memory finds the states that have come', async () => {
    const { attach, step } = worldOf(3, { mode: 'copied' })
    const reader = attach()
    for (const tick of [1, 2, 3, 4]) {
      step(tick)
      await arrival(reader)
      reader.latest()
    }
    expect(reader.versions).toEqual([2, 3, 4])
    expect(tickOf(reader.at(2))).toBe(2)
    expect(() => reader.at(1)).toThrow(/the history has 2 to 4/)
  })
})

describe.each(['shared', 'copied'] as const)('a writer that goes back, in mode %s', (mode) => {
  const options = mode === 'copied' ? { mode } : {}

  test('goes on from there: readers see that state, then those after it', async () => {
    const { writer, attach, step } = worldOf(8, options)
    const reader = attach()
    for (let tick = 1; tick <= 6; tick++) step(tick)
    await arrival(reader)
    expect(reader.latest()!.tick).toBe(6)
    writer.rollback(3)
    expect([writer.version, writer.versions]).toEqual([3, [1, 2, 3]])
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version]).toEqual([3, 3])
    writer.update((world) => {
      expect(world.tick).toBe(3)
      world.tick = 10
      world.log = []
      world.all.x.fill(10)
    })
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version, reader.overwritten]).toEqual([10, 4, 0])
    expect(tickOf(reader.at(4))).toBe(10)
    expect(reader.versions).not.toContain(5)
  })

  test('shows readers the end of `again` alone', async () => {
    const { writer, attach, step } = worldOf(8, options)
    const reader = attach()
    for (let tick = 1; tick <= 6; tick++) step(tick)
    await arrival(reader)
    reader.latest()
    const times = writer.versions.length
    writer.rollback(3, () => {
      for (const tick of [14, 15, 16]) {
        step(tick)
        expect(reader.hasNewer).toBe(false)
      }
    })
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version, reader.overwritten, times]).toEqual([16, 6, 0, 6])
    expect(writer.versions).toEqual([1, 2, 3, 4, 5, 6])
    step(17)
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version]).toEqual([17, 7])
  })

  test('takes back what came after: no reader finds it, also if the way back itself was never shown to it', async () => {
    const { writer, attach, step } = worldOf(8, { ...options, readers: 2 })
    const reader = attach()
    const lazy = attach()
    for (let tick = 1; tick <= 6; tick++) {
      step(tick)
      await arrival(reader)
      reader.latest()
    }
    expect(ticksIn(reader)).toEqual([1, 2, 3, 4, 5, 6])
    writer.rollback(3, () => [14, 15, 16].forEach(step))
    await arrival(reader)
    reader.latest()
    // Without shared memory the states between have not come.
    expect(ticksIn(reader)).toEqual(mode === 'shared' ? [1, 2, 3, 14, 15, 16] : [1, 2, 3, 16])
    if (mode === 'copied') expect(() => reader.at(4)).toThrow('Cannot read version 4: the history has 1 to 6')
    writer.rollback(2)
    ;[23, 24, 25].forEach(step)
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version]).toEqual([25, 5])
    const expected = mode === 'shared' ? [1, 2, 23, 24, 25] : [1, 2, 25]
    expect(ticksIn(reader)).toEqual(expected)
    // It has taken nothing, and hears what the other has asked for.
    await vi.waitFor(() => expect(ticksIn(lazy)).toEqual(expected))
  })

  test('shows what `again` had published when it throws', async () => {
    const { writer, attach, step } = worldOf(8, options)
    const reader = attach()
    for (let tick = 1; tick <= 6; tick++) step(tick)
    expect(() =>
      writer.rollback(2, () => {
        step(9)
        throw new Error('no more')
      }),
    ).toThrow('no more')
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version, writer.version]).toEqual([9, 3, 3])
  })

  test('refuses to go back once more within `again`, and readers are shown its end alone', async () => {
    const { writer, attach, step } = worldOf(8, options)
    const reader = attach()
    for (let tick = 1; tick <= 6; tick++) step(tick)
    await arrival(reader)
    reader.latest()
    writer.rollback(3, () => {
      step(14)
      expect(() => writer.rollback(2)).toThrow('Cannot go back to version 2 within a rollback: call it after that')
      step(15)
      expect([writer.version, reader.hasNewer]).toEqual([5, false])
    })
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version]).toEqual([15, 5])
    writer.rollback(2)
    await arrival(reader)
    expect([tickOf(reader.latest()!), reader.version]).toEqual([2, 2])
  })

  test('refuses a version that has left, and changes nothing', async () => {
    const { writer, attach, step } = worldOf(2, options)
    const reader = attach()
    for (let tick = 1; tick <= 6; tick++) step(tick)
    expect(() => writer.rollback(4)).toThrow(
      new RangeError('Cannot go back to version 4: the history has 5 to 6, create the state with a longer history'),
    )
    expect(() => writer.rollback(7)).toThrow(/use one of these$/)
    await arrival(reader)
    expect([tickOf(reader.latest()!), writer.version]).toEqual([6, 6])
    writer.close()
    expect(() => writer.rollback(5)).toThrow(/this writer has closed the state/)
  })
})

test('the times of states that are computed again are those of the states in whose places they come', () => {
  const clock = vi.spyOn(performance, 'now')
  const { writer, attach, step } = worldOf(8)
  const reader = attach()
  for (let tick = 1; tick <= 4; tick++) {
    clock.mockReturnValue(100 * tick)
    step(tick)
  }
  clock.mockReturnValue(1000)
  writer.rollback(2, () => {
    step(13)
    step(14)
    step(15)
  })
  const frame = reader.between(1000, 650)!
  expect([frame.from.tick, frame.to.tick, frame.fraction]).toEqual([13, 14, 0.5])
  expect(reader.version).toBe(5)
})

test('between finds states that the reader has skipped, and the oldest when all are later', () => {
  const clock = vi.spyOn(performance, 'now')
  const { attach, step } = worldOf(8)
  const reader = attach()
  for (let tick = 1; tick <= 20; tick++) {
    clock.mockReturnValue(10 * tick)
    step(tick)
  }
  clock.mockReturnValue(203)
  const shown = (delay: number): unknown => {
    const { from, to: next, fraction } = reader.between(203, delay)!
    return [tickOf(from), tickOf(next), Number(fraction.toFixed(3))]
  }
  expect(shown(0)).toEqual([20, 20, 1])
  expect(shown(5)).toEqual([19, 20, 0.8])
  expect(shown(38)).toEqual([16, 17, 0.5])
  expect(shown(1000)).toEqual([13, 14, 0])
})

test('what between gives stays as it is while the writer goes on, also if the delay is longer than the history', () => {
  const { attach, step } = worldOf(4)
  const reader = attach()
  for (let tick = 1; tick <= 6; tick++) step(tick)
  const { from, to: next } = reader.between(performance.now(), 1e6)!
  for (let tick = 7; tick <= 30; tick++) {
    step(tick)
    expect([tickOf(from), tickOf(next)]).toEqual([3, 4])
  }
})

test('between moves over a gap: without shared memory states that were skipped have never come', async () => {
  const clock = vi.spyOn(performance, 'now')
  const { attach, step } = worldOf(8, { mode: 'copied' })
  const reader = attach()
  for (const ticks of [[1], [2, 3, 4], [5, 6, 7, 8]]) {
    for (const tick of ticks) {
      clock.mockReturnValue(100 * tick)
      step(tick)
    }
    await arrival(reader)
    reader.latest()
  }
  const shown = (delay: number): unknown => {
    const { from, to: next, fraction } = reader.between(800, delay)!
    return [tickOf(from), tickOf(next), Number(fraction.toFixed(3))]
  }
  expect([shown(0), shown(100), shown(550), shown(900)]).toEqual([
    [8, 8, 1],
    [4, 8, 0.75],
    [1, 4, 0.5],
    [1, 4, 0],
  ])
})

test('a table that goes back tells its readers of every row, also of those that came later', () => {
  const Bodies = struct({ bodies: table(struct({ x: f64 }), 8) })
  const { writer, offer } = createState(Bodies, { history: 8 })
  const reader = attachState(Bodies, offer)
  open.push(reader)
  const ids: number[] = []
  const add = (x: number): void => writer.update(({ bodies }) => void ids.push(bodies.add({ x })))
  add(1)
  add(2)
  writer.update(({ bodies }) => bodies.remove(ids[0]!))
  add(3)
  add(4)
  const seen = reader.latest()!.bodies.clock
  writer.rollback(2)
  const rows = (since: number): unknown[] =>
    Array.from(reader.latest()!.bodies.changes(since), ({ index, isLive }) => [index, isLive])
  // The first two rows are there again. The third came later.
  expect(rows(seen).toSorted()).toEqual([
    [0, true],
    [1, true],
    [2, false],
  ])
  const again = reader.latest()!.bodies.clock
  add(5)
  expect([rows(again), ids.at(-1)]).toEqual([[[2, true]], 3 * 2 ** 21 + 2])
  expect(reader.latest()!.bodies.row(ids[0]!).index).toBe(0)
})

test('a history says in advance how much memory it takes', () => {
  const Big = struct({ all: columns(struct({ x: f64 }), 1 << 20) })
  expect(stateBytes(World, { maxBytes: 4096, history: 64 }) - stateBytes(World, { maxBytes: 4096 })).toBe(
    // The states and four holds, and the words of stamps and of holds.
    68 * 4160 + 4 * (96 + 64),
  )
  expect(() => createState(Big, { history: 200 })).toThrow(
    'Cannot create a state of 8388608 bytes for 1 readers and a history of 200: it takes 1744843776 of 1073741824 bytes: keep fewer states',
  )
  for (const history of [-1, 1.5, 4097, NaN])
    expect(() => createState(World, { history })).toThrow(
      new RangeError(`Cannot keep a history of ${history} states: use 0 to 4096`),
    )
  const memory = new Uint8Array(new SharedArrayBuffer(stateBytes(Big, { history: 2 })))
  expect(() => createState(Big, { history: 3, memory })).toThrow(RangeError)
  createState(Big, { history: 2, memory }).writer.close()
})

test('a region whose history is no history is refused', () => {
  const region = createStateRegion({ slotBytes: 64, history: 3 })
  const spoil = (value: number): void => void Atomics.store(region.words, HISTORY, value)
  for (const value of [-1, 4097, 2 ** 31 - 1]) {
    spoil(value)
    expect(() => openStateRegion(region.memory)).toThrow(/versions, not 0 to 4096/)
  }
  for (const value of [0, 2, 4]) {
    spoil(value)
    expect(() => openStateRegion(region.memory)).toThrow(/^Cannot open a state: \d+ slots of 64 bytes are not the/)
  }
})

test('whatever a hostile side writes to stamps, holds and slots, readers get an error or a state, and the writer goes on', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 60; round++) {
    const { attach, step, offer } = worldOf(3, { maxBytes: 256 })
    const reader = attach()
    const { history } = openStateRegion((offer as { memory: SharedArrayBuffer }).memory)
    for (let tick = 1; tick <= 4; tick++) step(tick)
    for (let writes = 0; writes < 6; writes++) {
      const { words, data } = history!
      if (random() < 0.5) words[Math.floor(random() * words.length)] = Math.floor((random() - 0.5) * 2 ** 32)
      else data[Math.floor(random() * data.length)] = Math.floor((random() - 0.5) * 2 ** 32)
      step(5 + writes)
      for (const version of [...reader.versions, 3 + writes]) {
        try {
          const { tick, log } = reader.at(version)
          expect([typeof tick, Array.isArray([...log])]).toEqual(['number', true])
        } catch (error) {
          expect((error as Error).name).toMatch(/^(RangeError|RingCorruptError|DecodeError)$/)
        }
      }
    }
  }
})

test('random histories are as a list of values is: 30 programs of steps, looks and ways back', () => {
  for (let seed = 1; seed <= 30; seed++) play(seed)
})

function play(seed: number): void {
  const random = randomFrom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const history = 1 + below(6)
  const { writer, attach, step } = worldOf(history, { readers: 3, maxBytes: 256 })
  const readers = [attach(), attach(), attach()]
  const held: { view: View; tick: number }[] = []
  let values: number[] = []
  let kept = 0
  let next = 1
  const oldest = (): number => Math.max(kept, values.length - history)
  const put = (): void => {
    values.push(next)
    kept = oldest()
    step(next++)
  }
  for (let turn = 0; turn < 60; turn++) {
    const choice = random()
    if (choice < 0.5) put()
    else if (choice < 0.9) {
      const number = below(3)
      const version = 1 + below(values.length + 1)
      if (version > oldest() && version <= values.length) {
        const view = readers[number]!.at(version)
        held[number] = { view, tick: values[version - 1]! }
        expect(tickOf(view)).toBe(values[version - 1])
      } else {
        expect(() => readers[number]!.at(version)).toThrow(RangeError)
        delete held[number]
      }
    } else if (values.length > oldest()) {
      const version = oldest() + 1 + below(values.length - oldest())
      const again = below(4)
      writer.rollback(version, () => {
        values = values.slice(0, version)
        for (let n = 0; n < again; n++) put()
      })
    }
    if (turn % 5 === 0) expect(readers[0]!.versions, `seed ${seed}`).toEqual(to(oldest() + 1, values.length))
    for (const one of held) if (one !== undefined) expect(tickOf(one.view), `seed ${seed}`).toBe(one.tick)
    expect(readers[2]!.latest()?.tick ?? 0).toBe(values.at(-1) ?? 0)
  }
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
