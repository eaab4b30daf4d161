import { expect, test } from 'vitest'
import { ClosedError, HandshakeError } from '../../src/errors.ts'
import { openWorldRegion } from '../../src/memory/world-region.ts'
import { columns, f32, list, string, struct, table, u32 } from '../../src/schema/index.ts'
import {
  attachWorld,
  createWorld,
  endWorld,
  freeWorldReader,
  freeWorldWriter,
  joinWorld,
  type WorldOffer,
  type WorldOptions,
  type WorldReader,
  type WorldFrame,
  type WorldWriter,
} from '../../src/world/index.ts'
import { leaveWriterPlace } from '../../src/world/places.ts'

const parts = {
  physics: struct({ tick: u32, at: columns(struct({ x: f32 }), 4) }),
  ai: struct({ tick: u32, goals: list(string) }),
}
type Parts = typeof parts
interface Sides {
  readonly offer: WorldOffer
  readonly physics: WorldWriter<Parts, 'physics'>
  readonly ai: WorldWriter<Parts, 'ai'>
  readonly reader: WorldReader<WorldFrame<Parts>>
}

function open(options: WorldOptions = {}): Sides {
  const { offer } = createWorld(parts, { maxBytes: 4096, ...options })
  return {
    offer,
    physics: joinWorld(parts, offer, 'physics'),
    ai: joinWorld(parts, offer, 'ai'),
    reader: attachWorld(parts, offer),
  }
}

const step = (writer: Sides['physics' | 'ai']): boolean =>
  (writer as Sides['physics']).update((part) => void part.tick++)

/** Of the newest frame. */
function ticks({ reader }: Sides): readonly [number, number] | undefined {
  const frame = reader.latest()
  return frame === undefined ? undefined : [frame.physics.tick, frame.ai.tick]
}

test('a frame appears when every writer has ended its tick, and not before', () => {
  const sides = open()
  expect(step(sides.physics)).toBe(true)
  expect(ticks(sides)).toBeUndefined()
  expect(sides.reader.awaited).toEqual(['ai'])
  expect(step(sides.ai)).toBe(true)
  expect(ticks(sides)).toEqual([1, 1])
  expect(sides.reader).toMatchObject({ version: 1, late: [], overwritten: 0 })
  expect(sides.reader.awaited).toEqual(['physics', 'ai'])
  step(sides.ai)
  expect(ticks(sides)).toEqual([1, 1])
  step(sides.physics)
  expect(ticks(sides)).toEqual([2, 2])
})

test('a tick begins when a frame shows the last one: until then update returns false and calls nobody', () => {
  const sides = open()
  step(sides.physics)
  expect(sides.physics.update(() => expect.unreachable())).toBe(false)
  expect(sides.physics.latest()).toBeUndefined()
  expect(sides.physics.shownSync({ timeout: 1 })).toBe(false)
  step(sides.ai)
  expect(sides.physics.shownSync()).toBe(true)
  expect(step(sides.physics)).toBe(true)
})

test('a writer reads the last tick of the others where it lies, and its own tick goes on from its own', () => {
  const { physics, ai, reader } = open()
  physics.update((part, world) => {
    expect(world).toBeUndefined()
    part.at.x.set([1, 2, 3, 4])
  })
  ai.update(({ goals }, world) => {
    expect(world).toBeUndefined()
    goals.push('eat')
  })
  const seen: Float32Array[] = []
  ai.update((part, world) => {
    expect(part.goals).toEqual(['eat'])
    expect(ai.version).toBe(1)
    seen.push(world!.physics.at.x)
  })
  expect(seen[0]!.buffer).toBe(reader.latest()!.physics.at.x.buffer)
  expect(seen[0]!.byteOffset).toBe(reader.latest()!.physics.at.x.byteOffset)
  expect([...seen[0]!]).toEqual([1, 2, 3, 4])
})

test('what a writer looks at ends with its tick', () => {
  const { physics, ai } = open()
  for (const writer of [physics, ai]) step(writer)
  const world = ai.latest()!
  const { physics: part } = world
  expect(part.tick).toBe(1)
  step(ai)
  expect(() => part.tick).toThrow(TypeError)
})

test('a tick in which a part stays as it is writes nothing', () => {
  const sides = open()
  expect(() => sides.ai.keep()).toThrow('it has no tick yet')
  for (const writer of [sides.physics, sides.ai]) step(writer)
  const before = sides.reader.latest()!.ai
  for (let n = 2; n < 10; n++) {
    step(sides.physics)
    expect(sides.ai.keep()).toBe(true)
    expect(ticks(sides)).toEqual([n, 1])
    expect(sides.reader.late).toEqual([])
    expect(sides.reader.latest()!.ai).toBe(before)
  }
})

test('set and writeInPlace end a tick, and a table tells what has changed', () => {
  const world = { left: struct({ n: u32 }), right: table(struct({ x: f32 }), 10) }
  const { offer } = createWorld(world)
  const [left, right] = [joinWorld(world, offer, 'left'), joinWorld(world, offer, 'right')]
  const reader = attachWorld(world, offer)
  left.set({ n: 5 })
  right.update((rows) => void rows.add({ x: 7 }))
  expect(reader.latest()!.left.n).toBe(5)
  const { clock } = reader.latest()!.right
  expect([...reader.latest()!.right].map(({ x }) => x)).toEqual([7])
  const numbers = { a: columns(struct({ x: f32 }), 2) }
  const { offer: second } = createWorld(numbers)
  const writer = joinWorld(numbers, second, 'a')
  for (let n = 1; n <= 3; n++)
    writer.writeInPlace((next, latest, frame) => {
      expect(latest?.x[0]).toBe(n === 1 ? undefined : n - 1)
      expect(frame?.a.x[0]).toBe(latest?.x[0])
      next.x.fill(n)
    })
  expect([...attachWorld(numbers, second).latest()!.a.x]).toEqual([3, 3])
  left.set({ n: 6 })
  right.keep()
  expect([...reader.latest()!.right.changes(clock)]).toEqual([])
})

test('a writer that is late is named, frames go on with its last part, and it is awaited again once it is back', () => {
  const sides = open({ patienceMs: 0 })
  step(sides.physics)
  step(sides.physics)
  expect(ticks(sides), 'a part that never was cannot be shown').toBeUndefined()
  step(sides.ai)
  expect(ticks(sides)).toEqual([1, 1])
  step(sides.physics)
  expect(sides.physics.shownSync()).toBe(true)
  expect(ticks(sides)).toEqual([2, 1])
  expect(sides.reader.late).toEqual(['ai'])
  expect(sides.physics.late).toEqual(['ai'])
  step(sides.physics)
  expect(ticks(sides), 'nobody waits for it any more').toEqual([3, 1])
  step(sides.ai)
  step(sides.physics)
  expect(ticks(sides)).toEqual([4, 2])
  expect(sides.reader.late).toEqual([])
  expect(sides.reader.awaited).toEqual(['physics', 'ai'])
})

test('a tick that was begun for an earlier frame is late, though it is whole', () => {
  const sides = open({ patienceMs: 0 })
  for (const writer of [sides.physics, sides.ai]) step(writer)
  sides.ai.update((part) => {
    part.tick = 50
    for (let n = 0; n < 2; n++) {
      step(sides.physics)
      sides.physics.shownSync()
    }
    expect(ticks(sides)).toEqual([3, 1])
  })
  step(sides.physics)
  expect(ticks(sides)).toEqual([4, 50])
  expect(sides.reader.late).toEqual(['ai'])
  for (const writer of [sides.physics, sides.ai]) step(writer)
  expect(ticks(sides)).toEqual([5, 51])
  expect(sides.reader.late).toEqual([])
})

test('with whenLate "wait" no frame comes without a writer, neither late nor dead, and the next one in its place goes on', () => {
  const sides = open({ patienceMs: 0, whenLate: 'wait' })
  for (const writer of [sides.physics, sides.ai]) step(writer)
  step(sides.physics)
  expect(sides.physics.shownSync({ timeout: 2 })).toBe(false)
  freeWorldWriter(sides.offer, 'ai')
  expect(sides.physics.shownSync({ timeout: 2 })).toBe(false)
  expect(sides.reader.awaited).toEqual(['ai'])
  const next = joinWorld(parts, sides.offer, 'ai')
  expect(step(next)).toBe(true)
  expect(ticks(sides)).toEqual([2, 2])
})

test('frames go on at once without a writer that has died, and the next one begins with its last part', () => {
  const sides = open({ patienceMs: Infinity })
  for (const writer of [sides.physics, sides.ai]) step(writer)
  step(sides.physics)
  expect(sides.physics.shownSync({ timeout: 1 })).toBe(false)
  freeWorldWriter(sides.offer, 'ai')
  expect(sides.physics.shownSync()).toBe(true)
  expect(ticks(sides)).toEqual([2, 1])
  expect(sides.reader.late).toEqual(['ai'])
  const next = joinWorld(parts, sides.offer, 'ai')
  step(next)
  step(sides.physics)
  expect(ticks(sides)).toEqual([3, 2])
})

test('a tick that its writer ended before it died comes into the next frame', () => {
  const sides = open()
  for (const writer of [sides.physics, sides.ai]) step(writer)
  step(sides.ai)
  freeWorldWriter(sides.offer, 'ai')
  const next = joinWorld(parts, sides.offer, 'ai')
  expect(step(next), 'it is not shown yet').toBe(false)
  step(sides.physics)
  expect(ticks(sides)).toEqual([2, 2])
  expect(step(next)).toBe(true)
})

test('a world ends when the last writer dies after the others have closed, and not before one has closed', async () => {
  const sides = open()
  for (const writer of [sides.physics, sides.ai]) step(writer)
  freeWorldWriter(sides.offer, 'physics')
  freeWorldWriter(sides.offer, 'ai')
  expect(sides.reader.hasEnded).toBe(false)
  const [physics] = [joinWorld(parts, sides.offer, 'physics'), joinWorld(parts, sides.offer, 'ai')]
  sides.reader.latest()
  const changed = sides.reader.changed({ timeout: 2000 })
  physics.close()
  expect(sides.reader.hasEnded).toBe(false)
  freeWorldWriter(sides.offer, 'ai')
  expect([await changed, sides.reader.hasEnded]).toEqual([false, true])
})

test.each([
  ['had closed', (sides: Sides) => sides.ai.close()],
  // As a thread that dies within `close`.
  ['had begun to close', ({ offer }: Sides) => leaveWriterPlace(openWorldRegion(offer.memory), 1)],
] as const)('a writer that %s before its thread died is closed: no frame waits for it', (_, end) => {
  const sides = open({ whenLate: 'wait' })
  for (const writer of [sides.physics, sides.ai]) step(writer)
  end(sides)
  freeWorldWriter(sides.offer, 'ai')
  step(sides.physics)
  expect(ticks(sides)).toEqual([2, 1])
  expect(sides.reader.awaited).toEqual(['physics'])
  freeWorldWriter(sides.offer, 'physics')
  expect(sides.reader.hasEnded, 'one of them has closed').toBe(true)
})

test('a tick without an end is in no frame: fill has thrown, or a part is too large', () => {
  const sides = open()
  for (const writer of [sides.physics, sides.ai]) step(writer)
  step(sides.physics)
  const broken = new Error('of the program')
  const fail = (): boolean =>
    sides.ai.update((part) => {
      part.tick = 99
      throw broken
    })
  expect(fail).toThrow(broken)
  expect(ticks(sides)).toEqual([1, 1])
  expect(() => sides.ai.set({ tick: 9, goals: ['x'.repeat(5000)] })).toThrow(RangeError)
  expect(ticks(sides)).toEqual([1, 1])
  step(sides.ai)
  expect(ticks(sides)).toEqual([2, 2])
})

test('a tick within a tick is refused: the part that is being written ends with its own', () => {
  const Solo = struct({ tick: u32 })
  const writer = joinWorld({ one: Solo }, createWorld({ one: Solo }, { maxBytes: 4096 }).offer, 'one')
  const refused = new Error('Cannot begin a tick within a tick: call it after that')
  const refuse = (): void => {
    for (const nested of [
      () => writer.update(() => {}),
      () => writer.set({ tick: 9 }),
      () => writer.writeInPlace(() => {}),
      () => writer.keep(),
    ])
      expect(nested).toThrow(refused)
  }
  const own = {
    get tick(): number {
      refuse()
      return 3
    },
  }
  expect(writer.update((part) => (refuse(), void part.tick++))).toBe(true)
  expect(
    writer.writeInPlace((_, latest, world) => (refuse(), expect([latest!.tick, world!.one.tick]).toEqual([1, 1]))),
  ).toBe(true)
  expect(writer.set(own)).toBe(true)
  const failing = (): boolean =>
    writer.update(() => {
      throw new Error('mine')
    })
  expect(failing).toThrow('mine')
  expect([writer.keep(), writer.latest()!.one.tick, writer.version]).toEqual([true, 3, 4])
})

test('a world ends when all writers have closed, with a frame of all that they have ended', async () => {
  const sides = open()
  for (const writer of [sides.physics, sides.ai]) step(writer)
  step(sides.physics)
  sides.physics.close()
  expect(sides.reader.hasEnded).toBe(false)
  sides.ai.close()
  expect(ticks(sides)).toEqual([2, 1])
  expect(sides.reader).toMatchObject({ hasEnded: true, late: ['ai'] })
  await expect(sides.reader.changed()).resolves.toBe(false)
  expect(() => step(sides.ai)).toThrow(ClosedError)
  expect(() => joinWorld(parts, sides.offer, 'ai')).toThrow('this world has ended')
})

test('a writer that closes while it fills its part ends no tick: its place is already free', () => {
  const sides = open({ patienceMs: Infinity })
  for (const writer of [sides.physics, sides.ai]) step(writer)
  const { ai, physics, offer } = sides
  const closed = { name: 'ClosedError', message: 'Cannot end this tick: this writer is closed, join again' }
  const closing = {
    tick: 9,
    get goals(): string[] {
      ai.close()
      return []
    },
  }
  expect(() => ai.set(closing)).toThrow(expect.objectContaining(closed))
  step(physics)
  expect(ticks(sides)).toEqual([2, 1])
  const next = joinWorld(parts, offer, 'ai')
  const fill = (part: { tick: number }): void => {
    part.tick = 9
    next.close()
  }
  expect(() => next.update(fill)).toThrow(expect.objectContaining(closed))
  const last = (): boolean => physics.writeInPlace(() => physics.close())
  expect(last).toThrow(expect.objectContaining(closed))
  expect(ticks(sides)).toEqual([2, 1])
  expect([sides.reader.version, sides.reader.hasEnded]).toEqual([2, true])
})

test('a writer that closes leaves its place and its last part, and the other goes on alone', () => {
  const sides = open({ patienceMs: Infinity })
  for (const writer of [sides.physics, sides.ai]) step(writer)
  sides.ai.close()
  sides.ai.close()
  for (let n = 2; n < 6; n++) expect(step(sides.physics)).toBe(true)
  expect(ticks(sides)).toEqual([5, 1])
  const next = joinWorld(parts, sides.offer, 'ai')
  step(next)
  step(sides.physics)
  expect(ticks(sides)).toEqual([6, 2])
})

test('a world that was ended from outside tells all who wait', async () => {
  const sides = open()
  step(sides.physics)
  const waits = [sides.physics.shown(), sides.reader.changed()]
  endWorld(sides.offer)
  expect(await Promise.all(waits)).toEqual([false, false])
  expect(() => step(sides.ai)).toThrow('this world has ended')
  expect(sides.physics.shownSync()).toBe(false)
})

test('shown and changed resolve with the frame, and shown without a late writer once patience has ended', async () => {
  const sides = open({ patienceMs: 5 })
  step(sides.physics)
  const waits = [sides.physics.shown(), sides.reader.changed()]
  step(sides.ai)
  expect(await Promise.all(waits)).toEqual([true, true])
  step(sides.physics)
  await expect(sides.physics.shown()).resolves.toBe(true)
  expect(sides.physics.late).toEqual(['ai'])
})

test('shown and changed still hear of a frame after a wait that blocked in vain on the same gate', async () => {
  const sides = open({ patienceMs: Infinity })
  step(sides.physics)
  const shown = sides.physics.shown({ timeout: 2000 })
  const changed = sides.reader.changed({ timeout: 2000 })
  expect(sides.physics.shownSync({ timeout: 1 })).toBe(false)
  expect(sides.reader.changedSync({ timeout: 1 })).toBe(false)
  step(sides.ai)
  expect(await Promise.all([shown, changed])).toEqual([true, true])
})

test('a wait for a frame ends with its signal, and when the writer closes', async () => {
  const { physics } = open({ patienceMs: Infinity })
  step(physics)
  await expect(physics.shown({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  const wait = physics.shown()
  physics.close()
  await expect(wait).rejects.toThrow(ClosedError)
})

test('shown ends its wait after its own timeout, and says so', async () => {
  const { physics } = open({ patienceMs: Infinity })
  step(physics)
  await expect(physics.shown({ timeout: 1 })).rejects.toThrow('No frame with this tick within 1 ms')
  await expect(physics.shown({ timeout: -1 as never })).rejects.toThrow()
})

test('a reader holds the newest frame and the one before; views of older ones throw', () => {
  const sides = open()
  const next = (): void => [sides.physics, sides.ai].forEach((writer) => void step(writer))
  next()
  const first = sides.reader.latest()!.physics
  next()
  expect(sides.reader.latest()!.physics.tick).toBe(2)
  expect(sides.reader.previous()!.physics.tick).toBe(1)
  expect(first.tick).toBe(1)
  next()
  sides.reader.latest()
  expect(() => first.tick).toThrow(TypeError)
  for (let n = 0; n < 5; n++) next()
  sides.reader.latest()
  expect(sides.reader).toMatchObject({ version: 8, overwritten: 4 })
  sides.reader.close()
  expect(() => sides.reader.latest()).toThrow(ClosedError)
})

test('between gives two frames and where the moment lies', () => {
  const sides = open()
  expect(sides.reader.between()).toBeUndefined()
  for (let n = 0; n < 2; n++) {
    for (const writer of [sides.physics, sides.ai]) step(writer)
    sides.reader.latest()
  }
  const { time, interval } = sides.reader
  expect(interval).toBeGreaterThan(0)
  const { from, to, fraction } = sides.reader.between(time, 0)!
  expect([from.ai.tick, to.ai.tick, fraction]).toEqual([1, 2, 1])
  expect(sides.reader.between(time - 1e6)!.fraction).toBe(0)
})

test('readers come and go: one too many is refused, and a place of the dead is given to the next', () => {
  const { offer, reader } = open()
  expect(() => attachWorld(parts, offer)).toThrow('1 readers already')
  expect(() => attachWorld(parts, offer, { place: 1 })).toThrow(RangeError)
  expect(() => attachWorld(parts, offer, { place: 0 })).toThrow(HandshakeError)
  freeWorldReader(offer, reader.place)
  const next = attachWorld(parts, offer, { place: 0 })
  next.close()
  next.close()
  expect(attachWorld(parts, offer).place).toBe(0)
})

test('two writers of one part, an unknown part, and another schema are refused by name', () => {
  const { offer } = createWorld(parts)
  joinWorld(parts, offer, 'ai')
  expect(() => joinWorld(parts, offer, 'ai')).toThrow('"ai": this part has a writer already')
  const more = { ...parts, music: struct({ n: u32 }) }
  expect(() => joinWorld(more, offer, 'music')).toThrow('this world has the parts physics, ai')
  const { physics } = parts
  expect(() => attachWorld({ physics }, offer)).toThrow('a part "ai" that this side lacks')
  const other = { ...parts, physics: struct({ tick: f32 }) }
  expect(() => joinWorld(other, offer, 'physics')).toThrow(HandshakeError)
  expect(() => attachWorld(other, offer)).toThrow('Part "physics"')
})

test('values that are no parts, options or offers are refused', () => {
  expect(() => createWorld({})).toThrow(TypeError)
  expect(() => createWorld({ a: 5 as never })).toThrow('part "a"')
  expect(() => createWorld(parts, { readers: 14 })).toThrow('with 2 writers use 1 to 13')
  expect(() => createWorld(parts, { patienceMs: -1 })).toThrow(RangeError)
  expect(() => createWorld(parts, { whenLate: 'never' as never })).toThrow('use "go-on" or "wait"')
  expect(() => createWorld(parts, { maxBytes: 2 ** 30 })).toThrow(RangeError)
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`part${n}`, parts.ai]))
  expect(() => createWorld(nine)).toThrow('use 1 to 8')
  expect(() => joinWorld(parts, {} as never, 'ai')).toThrow('use the offer that createWorld() gives')
  const { offer } = createWorld(parts)
  expect(() => joinWorld(parts, { ...offer, version: 2 } as never, 'ai')).toThrow('of version 2')
  expect(() => attachWorld(parts, { ...offer, memory: new SharedArrayBuffer(64) } as never)).toThrow(HandshakeError)
  expect(() => attachWorld({ ai: parts.ai }, { ...offer, parts: offer.parts.slice(1) } as never)).toThrow(
    'it has 2 parts',
  )
})

test('eight writers, ten readers and all of a world of them', () => {
  const schema = struct({ n: u32 })
  const eight = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`part${n}`, schema]))
  const { offer } = createWorld(eight, { readers: 10 })
  const writers = Object.keys(eight).map((name) => joinWorld(eight, offer, name))
  const readers = Array.from({ length: 10 }, () => attachWorld(eight, offer))
  for (let n = 1; n <= 100; n++) {
    for (const writer of writers) writer.set({ n })
    const reader = readers[n % 10]!
    expect(Object.values(reader.latest()!).map((part) => part.n)).toEqual(Array.from({ length: 8 }, () => n))
  }
})
