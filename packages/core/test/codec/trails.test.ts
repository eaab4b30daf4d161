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
  other?: unknown
}

function entity(id: number): Entity {
  return { id, position: { x: id / 2, y: -id } }
}

function world(count: number): Entity[] {
  return Array.from({ length: count }, (_, id) => entity(id))
}

/** What a program does between two messages, to its state or to what it wraps around it. */
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
  let state = world(100 + random(200))
  let wrap = WRAPPERS[0]!
  for (let message = 0; message < 400; message++) {
    if (state.length < 80) state = world(150)
    if (random(3) === 0)
      for (let changes = random(4); changes > 0; changes--) CHANGES[random(CHANGES.length)]!(state, random)
    if (random(5) === 0) wrap = WRAPPERS[random(WRAPPERS.length)]!
    for (const { position } of state) position.x++
    const value = wrap(state, random)
    expect(difference(line.clone(value), structuredClone(value)), `message ${message}`).toBe(undefined)
  }
})

describe('objects that are known to differ', () => {
  const line = new Line(codec)
  const state = world(100)
  const known = (): void => {
    for (let message = 0; message < 4; message++) line.clone(state)
  }

  test.each([
    ['one that comes again at the end', () => [...state, state[50]]],
    ['one that comes again among them', () => state.toSpliced(60, 0, state[50]!)],
    ['one that comes before them', () => [state[50], ...state]],
    ['one among those that are scanned that comes again', () => [...state, state[1]!.position]],
    ['one that comes in another place', () => state.toSpliced(3, 1, state[99]!)],
  ])('%s', (_, change) => {
    known()
    const value = change()
    expect(difference(line.clone(value), structuredClone(value))).toBe(undefined)
  })
})

describe('a trail', () => {
  const scanned = world(12)
  const objects = [...scanned, ...world(100)]
  const key = objects[12]!

  function send(trails: Trails, message: readonly object[] = objects): readonly object[] | undefined {
    const found = trails.find(message[12]!, message.slice(0, 12))
    if (found === undefined) trails.remember(new Set(message))
    trails.leave()
    return found
  }

  test('is there from the third message on', () => {
    const trails = new Trails()
    expect([send(trails), send(trails)]).toEqual([undefined, undefined])
    expect(send(trails)).toEqual(objects)
  })

  test('of a short message is not worth it', () => {
    const trails = new Trails()
    const short = objects.slice(0, 40)
    for (let message = 0; message < 5; message++) expect(send(trails, short)).toBe(undefined)
  })

  test('is found with up to four other objects before it, which it does not contain', () => {
    const trails = new Trails()
    for (let message = 0; message < 2; message++) send(trails)
    const others = world(5)
    expect(send(trails, [...others.slice(0, 4), ...objects.slice(4)])).toEqual(objects)
    expect(trails.find(key, [...others, ...scanned.slice(5)])).toBe(undefined)
    expect(trails.find(key, [objects[80]!, ...scanned.slice(1)])).toBe(undefined)
    expect(trails.find(key, [scanned[1]!, scanned[0]!, ...scanned.slice(2)])).toBe(undefined)
  })

  test('that is lost again and again is remembered ever more rarely', () => {
    const trails = new Trails()
    const found: number[] = []
    for (let message = 0; message < 200; message++) {
      if (trails.find(key, scanned) !== undefined) {
        found.push(message)
        trails.lose()
      }
      trails.remember(new Set(objects))
      trails.leave()
    }
    expect(found).toEqual([2, 3, 6, 13, 28, 59, 122, 185])
  })

  test('keeps no object alive', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const encoder = new codec.Encoder()
    const span = codec.createSpan(new ArrayBuffer(1 << 16), 0, 1 << 16)
    const kept: { first: Entity[] } = { first: world(100) }
    const last = new WeakRef(kept.first.at(-1)!)
    for (let message = 0; message < 4; message++) encoder.encode(kept, span, 0, 1 << 16)
    kept.first.length = 50
    // What was looked at in a job lives until its end.
    await new Promise((resolve) => setTimeout(resolve))
    collectGarbage()
    expect(last.deref()).toBe(undefined)
  })
})
