// A program that sends its state again and again, which changes in between: as structured clone would, each time.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import * as codec from '../../src/codec/index.ts'
import { Trails } from '../../src/codec/trails.ts'
import { difference } from './difference.ts'
import { type Random, randomFrom } from './graph.ts'
import { Line } from './line.ts'

interface Entity {
  id: number
  position: { x: number; y: number }
  kind?: object
  other?: unknown
}

const KINDS = [{ name: 'wall' }, { name: 'player', speed: { x: 1, y: 2 } }]

function entity(id: number): Entity {
  return { id, position: { x: id / 2, y: -id } }
}

function entityOfKind(id: number): Entity {
  return { id, kind: KINDS[id % 2]!, position: { x: id / 2, y: -id } }
}

function world(count: number, make = entity): Entity[] {
  return Array.from({ length: count }, (_, id) => make(id))
}

/** Changes that a program makes between two messages, to its state or to an object around it. */
const CHANGES: readonly ((state: Entity[], random: Random) => void)[] = [
  (state, random) => state.push(entity(random(1000))),
  (state) => state.pop(),
  (state) => state.shift(),
  (state, random) => state.splice(random(state.length), 1),
  (state, random) => state.splice(random(state.length), 0, entity(1)),
  (state, random) => state.push(state[random(state.length)]!),
  (state, random) => (pick(state, random).position = pick(state, random).position),
  (state, random) => (pick(state, random).position = { x: 1, y: 2 }),
  (state, random) => (pick(state, random).other = pick(state, random)),
  (state, random) => (pick(state, random).other = pick(state, random).position),
  (state, random) => (pick(state, random).other = new Map([[pick(state, random), pick(state, random).position]])),
  (state, random) => (pick(state, random).other = state),
  (state, random) => (pick(state, random).other = new Uint8Array(3)),
  (state, random) => delete pick(state, random).other,
  // oxlint-disable-next-line unicorn/no-array-reverse -- in place, as a program does with what it keeps
  (state) => state.reverse(),
  (state, random) => swap(state, random(state.length), random(state.length)),
  (state, random) => swap(state, random(12), random(12)),
]
const WRAPPERS: readonly ((state: Entity[], random: Random) => unknown)[] = [
  (state) => state,
  (state) => ({ state }),
  (state) => [...state],
  (state) => ({ at: new Date(0), about: { kind: 'state' }, state }),
  (state, random) => ({ chosen: pick(state, random), state }),
  (state, random) => ({ chosen: [pick(state, random).position, pick(state, random)], state }),
  (state, random) => ({ state, last: pick(state, random).position }),
  (state) => ({ a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, state }),
  (state) => state.filter((_, index) => index % 2 === 0),
  (state) => state.slice(0, 90),
]

function pick(state: Entity[], random: Random): Entity {
  return state[random(state.length)]!
}

function swap(state: Entity[], a: number, b: number): void {
  ;[state[a], state[b]] = [state[b]!, state[a]!]
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('state that changes arrives as it is, seed %i', (seed) => {
  const random = randomFrom(seed)
  const line = new Line(codec)
  // In half of them objects come again in every message.
  const make = seed % 2 === 0 ? entity : entityOfKind
  let state = world(100 + random(200), make)
  let wrap = WRAPPERS[0]!
  for (let message = 0; message < 400; message++) {
    if (state.length < 80) state = world(150, make)
    if (random(3) === 0)
      for (let changes = random(4); changes > 0; changes--) CHANGES[random(CHANGES.length)]!(state, random)
    if (random(5) === 0) wrap = WRAPPERS[random(WRAPPERS.length)]!
    for (const { position } of state) position.x++
    const value = wrap(state, random)
    expect(difference(line.clone(value), structuredClone(value)), `message ${message}`).toBe(undefined)
  }
})

describe.each([
  ['that are all different', entity],
  ['of which some come again', entityOfKind],
])('objects %s, then', (_, make) => {
  const line = new Line(codec)
  const state = world(100, make)

  test.each([
    ['one that comes again at the end', () => [...state, state[50]]],
    ['one that comes again among them', () => state.toSpliced(60, 0, state[50]!)],
    ['one that comes before them', () => [state[50], ...state]],
    ['one among those that are scanned that comes again', () => [...state, state[1]!.position]],
    ['one that comes in another place', () => state.toSpliced(3, 1, state[99]!)],
    ['another in the place of one that is scanned', () => state.toSpliced(1, 1, make(1))],
    ['another in the place of one that comes again', () => state.with(0, { ...state[0]!, kind: { name: 'wall' } })],
    ['the last ones missing', () => state.slice(0, 90)],
  ])('%s', (__, change) => {
    for (let message = 0; message < 4; message++) {
      expect(difference(line.clone(state), structuredClone(state))).toBe(undefined)
    }
    for (let message = 0; message < 2; message++) {
      const value = change()
      expect(difference(line.clone(value), structuredClone(value))).toBe(undefined)
    }
  })
})

/** A message of these objects, which goes elsewhere after some steps; what it follows until then. */
function send(trails: Trails, first: readonly object[], then: readonly object[], steps = Infinity): unknown {
  const trail = trails.find(then[0]!, first)
  const met = trail?.met
  const isLost = trail !== undefined && steps < then.length
  if (isLost) trails.lose(trail, steps, first)
  if (isLost || trail === undefined) {
    for (const object of then.slice(isLost ? steps : 0)) trails.draft?.add(object, -1)
  }
  trails.end(first.length + then.length, trail !== undefined && !isLost)
  return met
}

describe('a trail', () => {
  const scanned = world(12)
  const met = world(100)

  test('is there from the third message on', () => {
    const trails = new Trails()
    expect([send(trails, scanned, met), send(trails, scanned, met)]).toEqual([undefined, undefined])
    expect(send(trails, scanned, met)).toEqual(met)
  })

  test('of a short message is not worth it', () => {
    const trails = new Trails()
    for (let message = 0; message < 5; message++) expect(send(trails, scanned, met.slice(0, 40))).toBe(undefined)
  })

  test('is found with up to four other objects before it, which it does not contain', () => {
    const others = world(5)
    const found = (first: readonly object[]): boolean => {
      const trails = new Trails()
      for (let message = 0; message < 2; message++) send(trails, scanned, met)
      return send(trails, first, met) !== undefined
    }
    expect(found([...others.slice(0, 4), ...scanned.slice(4)])).toBe(true)
    expect(found([...others, ...scanned.slice(5)])).toBe(false)
    expect(found([met[80]!, ...scanned.slice(1)])).toBe(false)
    expect(found([scanned[1]!, others[0]!, ...scanned.slice(2)])).toBe(false)
  })

  test('that is lost again and again is written down ever more rarely', () => {
    const trails = new Trails()
    const found: number[] = []
    for (let message = 0; message < 200; message++) {
      if (send(trails, scanned, met, 50) !== undefined) found.push(message)
    }
    expect(found).toEqual([2, 3, 6, 13, 28, 59, 122, 185])
  })

  test('that was followed to its end is trusted again', () => {
    const trails = new Trails()
    const ends = [50, 50, 50, 50, 50, 50, Infinity, 50, Infinity]
    const isFound = ends.map((steps) => send(trails, scanned, met, steps) !== undefined)
    expect(isFound).toEqual([false, false, true, true, false, false, true, true, true])
  })

  test('that was lost goes where the message went', () => {
    const trails = new Trails()
    for (let message = 0; message < 2; message++) send(trails, scanned, met)
    const elsewhere = [...met.slice(0, 50), ...world(50)]
    expect(send(trails, scanned, elsewhere, 50)).toEqual(met)
    expect(send(trails, scanned, elsewhere)).toEqual(elsewhere)
  })

  test('keeps no object alive', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const encoder = new codec.Encoder()
    const span = codec.createSpan(new ArrayBuffer(1 << 16), 0, 1 << 16)
    const state = world(100)
    const last = new WeakRef(state.at(-1)!)
    for (let message = 0; message < 4; message++) encoder.encode(state, span, 0, 1 << 16)
    state.length = 50
    // An object that a job has looked at lives until the end of the job.
    await new Promise((resolve) => setTimeout(resolve))
    collectGarbage()
    expect(last.deref()).toBe(undefined)
    expect(state).toHaveLength(50)
  })

  // A thread may take and post in a loop and never return. In such a job weakly held objects are kept.
  test.each([
    ['of one state, which changes,', (state: Entity[]) => [...state.slice(0, 100), ...world(200)]],
    ['of ever new states', () => world(300)],
  ])('%s leaves little behind in a job that does not end', (__, change) => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const encoder = new codec.Encoder()
    const span = codec.createSpan(new ArrayBuffer(1 << 16), 0, 1 << 16)
    let state = world(300)
    const run = (rounds: number): number => {
      for (let round = 0; round < rounds; round++) {
        for (let message = 0; message < 2; message++) encoder.encode(state, span, 0, 1 << 16)
        state = change(state)
      }
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const before = run(200)
    expect(run(2000) - before).toBeLessThan(8 << 20)
  })
})
