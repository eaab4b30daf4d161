import { expect, test } from 'vitest'
import { isDecodeError, isHandshakeError, isRingCorruptError } from '../../src/errors.ts'
import {
  gateOf,
  LATEST,
  ownerOf,
  partOf,
  pinOf,
  placesFor,
  recordOf,
  recordsFor,
  WORLD_STATE,
} from '../../src/memory/world-layout.ts'
import { columns, f32, list, struct, u32 } from '../../src/schema/index.ts'
import { attachWorld, createWorld, joinWorld } from '../../src/world/index.ts'

const parts = {
  physics: struct({ tick: u32, at: columns(struct({ x: f32 }), 4) }),
  ai: struct({ tick: u32, goals: list(u32) }),
}
const WRITERS = 2
const PLACES = placesFor(WRITERS, 1)
const counted = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
const WORDS = [
  LATEST,
  WORLD_STATE,
  ...counted(PLACES).flatMap((place) => [gateOf(place), ownerOf(place), pinOf(place)]),
  ...counted(WRITERS).map((writer) => partOf(writer, PLACES)),
  ...counted(recordsFor(WRITERS, PLACES)).flatMap((number) =>
    counted(WRITERS).map((writer) => recordOf(number + 1, WRITERS, PLACES) + writer),
  ),
]
const VALUES = [0, 1, 2, 5, 31, 32, 33, 255, 256, 257, 0x7fff_ffff, -1, -256]

function isNamed(error: unknown): boolean {
  return (
    isRingCorruptError(error) ||
    isDecodeError(error) ||
    isHandshakeError(error) ||
    // The world has ended, or a writer is gone.
    (error instanceof Error && error.name === 'ClosedError')
  )
}

/** One word is damaged between two frames. Gives the errors that the three sides got then. */
function trial(word: number, value: number): unknown[] {
  const { offer } = createWorld(parts, { maxBytes: 256, patienceMs: 0 })
  const [physics, ai] = [joinWorld(parts, offer, 'physics'), joinWorld(parts, offer, 'ai')]
  const reader = attachWorld(parts, offer)
  const step = (n: number): void => {
    physics.update((part) => void (part.tick = n))
    ai.update((part) => void part.goals.push(n))
    physics.shownSync({ timeout: 0 })
    const frame = reader.latest()
    frame?.physics.copy()
    frame?.ai.copy()
  }
  step(1)
  step(2)
  new Int32Array(offer.memory)[word] = value
  const errors: unknown[] = []
  for (let n = 3; n < 7; n++) {
    try {
      step(n)
    } catch (error) {
      errors.push(error)
    }
  }
  for (const side of [physics, ai, reader]) {
    try {
      side.close()
    } catch (error) {
      errors.push(error)
    }
  }
  return errors
}

test('a damaged control word gives an error by its name or a frame, and never a hang', () => {
  let damaged = 0
  for (const word of WORDS) {
    for (const value of VALUES) {
      const errors = trial(word, value)
      if (errors.length > 0) damaged++
      const other = errors.filter((error) => !isNamed(error))
      expect(other, `word ${word} is ${value}: ${String((other[0] as Error | undefined)?.stack)}`).toEqual([])
    }
  }
  expect(damaged).toBeGreaterThan(20)
})

test('a region whose numbers of writers, readers or bytes are damaged is refused', () => {
  for (let word = 0; word < 18; word++) {
    for (const value of [0, 1, 3, 64, -1, 0x7fff_ffff]) {
      const { offer } = createWorld(parts, { maxBytes: 256 })
      const words = new Int32Array(offer.memory)
      const before = words[word]!
      words[word] = value
      // Words that nobody uses, and the rules: any number is one.
      if (before === value || [5, 6, 7, 8].includes(word) || (word > 9 && word < 16)) continue
      if (word === 1 && value >>> 16 === before >>> 16) continue
      expect(() => attachWorld(parts, offer), `word ${word} is ${value}`).toThrow()
    }
  }
})
