import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { isClosedError, isHandshakeError } from '../../src/errors.ts'
import { any, columns, f32, f64, list, optional, string, struct, u32, u8 } from '../../src/schema/index.ts'
import { attachState, createState, endForDeadWriter, freeReader } from '../../src/state/index.ts'
import { checksumOf, Stressed } from './stressed.ts'

const World = struct({
  tick: u32,
  title: string,
  players: list(struct({ x: f32, y: f32 })),
  points: columns(struct({ x: f32, kind: u8 }), 8),
})

function stateOf(readers = 1) {
  const { writer, offer } = createState(World, { readers })
  // As it arrives in another thread.
  return { writer, offer, attach: () => attachState(World, structuredClone(offer)) }
}

describe('the writer', () => {
  test('set() publishes a value, and readers see all of it', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    const points = { x: new Float32Array(8).fill(1.5), kind: new Uint8Array(8).fill(3) }
    writer.set({ tick: 7, title: 'dawn', players: [{ x: 1, y: 2 }], points })
    expect(reader.latest()!.copy()).toEqual({ tick: 7, title: 'dawn', players: [{ x: 1, y: 2 }], points })
    expect([writer.version, reader.version, writer.mode, reader.mode]).toEqual([1, 1, 'shared', 'shared'])
  })

  test('update() begins with zeros and goes on from the state before', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    const drafts = new Set<object>()
    for (let n = 0; n < 5; n++)
      writer.update((world) => {
        drafts.add(world)
        world.tick++
        world.title += 'a'
        world.players.push({ x: n, y: -n })
        world.points.x[n] = n
      })
    expect(drafts.size).toBe(1)
    const world = reader.latest()!
    expect([world.tick, world.title, world.players.length, world.players.at(-1)!.x]).toEqual([5, 'aaaaa', 5, 4])
    expect([...world.points.x]).toEqual([0, 1, 2, 3, 4, 0, 0, 0])
  })

  test('update() goes on from what set() has published in between', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    writer.update((world) => void world.tick++)
    writer.set({ ...reader.latest()!.copy(), tick: 40 })
    writer.update((world) => void world.tick++)
    writer.update((world) => void world.tick++)
    expect(reader.latest()!.tick).toBe(42)
  })

  test('a fill that throws publishes nothing', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    writer.update((world) => void world.tick++)
    const failing = () =>
      writer.update(() => {
        throw new Error('mine')
      })
    expect(failing).toThrow('mine')
    expect([reader.latest()!.tick, writer.version]).toEqual([1, 1])
  })

  test('a value that does not fit publishes nothing, and the next one that fits is published', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    writer.update((world) => void world.tick++)
    expect(() => writer.update((world) => void (world.tick = -1))).toThrow('Cannot encode tick: expected u32')
    writer.update((world) => void (world.tick = 9))
    expect([reader.latest()!.tick, writer.version]).toEqual([9, 2])
  })

  test('a state that has no zero begins with set()', () => {
    const Thing = struct({ what: any })
    const { writer, offer } = createState(Thing)
    const reader = attachState(Thing, offer)
    expect(() => writer.update(() => {})).toThrow(
      new TypeError('Cannot update before the first state: there is no empty struct, call set() first'),
    )
    writer.set({ what: 'a' })
    writer.update((thing) => void (thing.what = [thing.what]))
    expect(reader.latest()!.what).toEqual(['a'])
  })

  test('a state may be a number, and then it is set', () => {
    const { writer, offer } = createState(f64)
    const reader = attachState(f64, offer)
    writer.set(0.5)
    expect(reader.latest()).toBe(0.5)
    expect(() => writer.update(() => {})).toThrow(new TypeError('Cannot update a f64: use set()'))
  })

  test('a state grows, up to maxBytes', () => {
    const Names = struct({ names: list(string) })
    const { writer, offer } = createState(Names, { maxBytes: 100_000 })
    const reader = attachState(Names, offer)
    const names: string[] = []
    for (let length = 1; length < 60_000; length *= 3) {
      names.push('n'.repeat(length))
      writer.set({ names })
      expect(reader.latest()!.copy()).toEqual({ names })
    }
    expect(() => writer.set({ names: ['n'.repeat(100_001)] })).toThrow(
      new RangeError(
        'Cannot publish a state of more than 100000 bytes: create it with a larger maxBytes, or publish less',
      ),
    )
    expect(reader.latest()!.copy()).toEqual({ names })
    writer.set({ names: ['last'] })
    expect(reader.latest()!.names.at(0)).toBe('last')
  })

  test('close() tells the readers, who keep the last state', async () => {
    const { writer, attach } = stateOf(2)
    const [early, late] = [attach(), attach()]
    const told = early.changed()
    writer.close()
    writer.close()
    expect(await told).toBe(false)
    expect([early.hasEnded, late.hasEnded, late.latest(), late.changedSync()]).toEqual([true, true, undefined, false])
    expect(() => writer.update(() => {})).toThrow('this writer has closed the state')
  })
})

describe('a reader', () => {
  test('a view stays as it is through the next latest(), then it is ended', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    const next = () => writer.update((world) => void world.tick++)
    expect([reader.latest(), reader.previous(), reader.between(), reader.version]).toEqual([
      undefined,
      undefined,
      undefined,
      0,
    ])
    next()
    const first = reader.latest()!
    for (let n = 0; n < 10; n++) next()
    expect(first.tick).toBe(1)
    const eleventh = reader.latest()!
    for (let n = 0; n < 10; n++) next()
    expect([first.tick, eleventh.tick, reader.previous()!.tick]).toEqual([1, 11, 1])
    expect(reader.latest()!.tick).toBe(21)
    expect(() => first.tick).toThrow('This view is of a record that has been released')
    expect([reader.version, reader.overwritten]).toEqual([21, 18])
  })

  test('latest() gives the same view until there is a newer state', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    writer.update((world) => void world.tick++)
    expect(reader.hasNewer).toBe(true)
    const world = reader.latest()
    expect(reader.hasNewer).toBe(false)
    expect(reader.latest()).toBe(world)
  })

  test('columns are arrays over the shared memory, the same ones while their slot is', () => {
    const { writer, offer, attach } = stateOf()
    const reader = attach()
    const seen = new Set<Float32Array>()
    for (let n = 0; n < 20; n++) {
      writer.update((world) => void (world.points.x[0] = n))
      const { points } = reader.latest()!
      expect(points.x[0]).toBe(n)
      expect(points.x.buffer).toBeInstanceOf(SharedArrayBuffer)
      seen.add(points.x)
    }
    // One for each slot of one reader.
    expect(seen.size).toBeLessThanOrEqual(4)
    expect(offer.memory!.byteLength).toBeGreaterThan(0)
  })

  test('between() interpolates by the times of publication', () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    writer.update((world) => void world.tick++)
    expect(reader.between()).toMatchObject({ fraction: 1 })
    const from = reader.time
    expect(Math.abs(from - performance.now())).toBeLessThan(1000)
    while (performance.now() < from + 5);
    writer.update((world) => void world.tick++)
    reader.latest()
    const to = reader.time
    const middle = (from + to) / 2
    const between = reader.between(middle + 100, 100)!
    expect([between.from.tick, between.to.tick]).toEqual([1, 2])
    expect(between.fraction).toBeCloseTo(0.5, 5)
    expect(reader.between(from - 1, 0)!.fraction).toBe(0)
    expect(reader.between(to + 1000, 0)!.fraction).toBe(1)
    expect(reader.interval).toBeCloseTo(to - from, 5)
    // By default it shows what was one interval ago.
    expect(reader.between(to + (to - from) / 4)!.fraction).toBeCloseTo(0.25, 5)
  })

  test('there are as many as asked for, and one that closes makes room', () => {
    const { attach } = stateOf(2)
    const [first, second] = [attach(), attach()]
    expect([first.place, second.place]).toEqual([0, 1])
    expect(attach).toThrow('Cannot attach to this state: it has 2 readers already, create it with { readers: 3 }')
    first.close()
    first.close()
    expect(attach().place).toBe(0)
    expect(() => first.latest()).toThrow('Cannot read: this reader is closed, attach another')
  })

  test('a dead one gives its place by freeReader()', () => {
    const { writer, offer, attach } = stateOf(1)
    const dead = attach()
    writer.update((world) => void world.tick++)
    dead.latest()
    freeReader(offer, dead.place)
    const next = attach()
    for (let n = 0; n < 10; n++) writer.update((world) => void world.tick++)
    expect(next.latest()!.tick).toBe(11)
  })

  test('a dead writer is told by endForDeadWriter()', async () => {
    const { offer, attach } = stateOf(1)
    const reader = attach()
    const told = reader.changed()
    endForDeadWriter(offer)
    expect([await told, reader.hasEnded]).toEqual([false, true])
  })

  test('changed() is true at once while there is a newer state, and waits when there is none', async () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    writer.update((world) => void world.tick++)
    expect([await reader.changed(), await reader.changed()]).toEqual([true, true])
    reader.latest()
    const both = Promise.all([reader.changed(), reader.changed({ timeout: 20_000 })])
    setTimeout(() => writer.update((world) => void world.tick++), 5)
    expect(await both).toEqual([true, true])
    expect(reader.latest()!.tick).toBe(2)
  })

  test('changed() ends by its signal, its timeout and close()', async () => {
    const reader = stateOf().attach()
    const controller = new AbortController()
    const waiting = reader.changed({ signal: controller.signal })
    controller.abort(new Error('mine'))
    await expect(waiting).rejects.toThrow('mine')
    await expect(reader.changed({ signal: controller.signal })).rejects.toThrow('mine')
    await expect(reader.changed({ timeout: 5 })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No newer state within 5 ms',
    })
    const closed = reader.changed()
    reader.close()
    await expect(closed).rejects.toSatisfy(isClosedError)
    await expect(reader.changed()).rejects.toSatisfy(isClosedError)
  })

  test('changed() still hears of a state after changedSync() has blocked in vain on the same gate', async () => {
    const { writer, attach } = stateOf()
    const reader = attach()
    const changed = reader.changed({ timeout: 2000 })
    expect(reader.changedSync({ timeout: 1 })).toBe(false)
    writer.update((world) => void world.tick++)
    expect(await changed).toBe(true)
    reader.latest()
    const ended = reader.changed({ timeout: 2000 })
    expect(reader.changedSync({ timeout: 1 })).toBe(false)
    writer.close()
    expect(await ended).toBe(false)
  })

  test('changedSync() blocks until its timeout', () => {
    const reader = stateOf().attach()
    const started = performance.now()
    expect(reader.changedSync({ timeout: 20 })).toBe(false)
    expect(performance.now() - started).toBeGreaterThan(18)
  })
})

describe('what does not fit', () => {
  test('another schema is refused, a later version of the same is read', () => {
    const { writer, offer } = createState(struct({ tick: u32 }))
    expect(() => attachState(struct({ tick: f64 }), offer as never)).toThrow(
      'Cannot read this state: the schemas of its sides differ, tick is f64 here and u32 there',
    )
    const newer = attachState(struct({ tick: u32, wind: optional(f64) }), offer as never)
    writer.set({ tick: 3 })
    expect(newer.latest()!.tick).toBe(3)
    expect(newer.latest()!.wind).toBe(undefined)
  })

  test.each([undefined, null, 1, 'offer', {}, { kind: 'slipring-state' }])('%j is no offer', (offer) => {
    expect(() => attachState(World, offer as never)).toThrow('use the offer that createState() gives')
    expect(() => attachState(World, offer as never)).toThrow(TypeError)
  })

  test('an offer of another version is refused', () => {
    const { offer } = createState(World)
    expect(() => attachState(World, { ...offer, version: 2 })).toThrow(
      'Cannot attach to a state of version 2: this side speaks version 1',
    )
    expect(() => attachState(World, { ...offer, version: 2 })).toSatisfy(throwsBy(isHandshakeError))
  })

  test('misuse is named', () => {
    expect(() => createState({} as never)).toThrow(
      new TypeError('Cannot create a state: its first argument is no schema of @slipring/core/schema'),
    )
    expect(() => createState(World, 2 as never)).toThrow(
      'Cannot create a state with 2: use options, such as { readers: 2 }',
    )
    for (const readers of [0, 15, 1.5, Number.NaN])
      expect(() => createState(World, { readers })).toThrow(
        new RangeError(`Cannot create a state for ${readers} readers: use 1 to 14`),
      )
    expect(() => createState(World, { maxBytes: 2 ** 31 })).toThrow(
      /^Cannot create a state of 2147483648 bytes for 1 readers: use \d+ to \d+/,
    )
    const { offer } = createState(World)
    expect(() => attachState(World, offer, { place: 1 })).toThrow(new RangeError('Cannot be reader 1 of 1: use 0 to 0'))
    expect(() => freeReader(offer, -1)).toThrow(RangeError)
    const reader = attachState(World, offer)
    expect(() => reader.changedSync({ timeout: '5' as never })).toThrow(TypeError)
    return expect(reader.changed({ signal: {} as never })).rejects.toThrow(TypeError)
  })
})

test('of a state that another thread writes, no reader sees a torn or an older one', async () => {
  const states = 20_000
  const { writer, offer } = createState(Stressed, { readers: 2 })
  const readers = [0, 1].map(() => new Worker(new URL('stressed.worker.ts', import.meta.url), { workerData: offer }))
  await Promise.all(readers.map((reader) => once(reader, 'message')))
  const found = Promise.all(readers.map((reader) => once(reader, 'message')))
  for (let tick = 1; tick <= states; tick++) {
    writer.update((state) => {
      state.tick = tick
      state.values.x.fill(tick)
      state.checksum = checksumOf(tick, state.values.x)
    })
    if (tick % 100 === 0) await new Promise(setImmediate)
  }
  writer.close()
  for (const [finding] of await found) {
    expect(finding).toMatchObject({ torn: 0, old: 0, last: states })
    expect(finding.seen).toBeGreaterThan(2)
  }
})

function throwsBy(isIt: (error: unknown) => boolean): (call: () => unknown) => boolean {
  return (call) => {
    try {
      call()
      return false
    } catch (error) {
      return isIt(error)
    }
  }
}
