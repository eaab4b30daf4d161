import { expect, test } from 'vitest'
import type { Meter } from '../src/cell.ts'
import { type Timed, timeByTurns } from '../src/codec/timing.ts'

const METER: Meter = { cpuMicros: async () => null, collectGarbage: async () => {} }

/** An operation that claims to take so long, and how long it has run in all. */
function taking(msEach: number): Timed & { elapsedMs: number } {
  const timed = {
    elapsedMs: 0,
    mostAtOnce: 4_096,
    run(count: number): number {
      timed.elapsedMs += count * msEach
      return count * msEach
    },
  }
  return timed
}

test.each([
  { own: 0.001, base: 240 },
  { own: 240, base: 0.001 },
  { own: 3, base: 12 },
])('$own ms by turns with $base ms: neither takes much more of the window', async ({ own, base }) => {
  const [ours, theirs] = [taking(own), taking(base)]
  const { ratio, value } = await timeByTurns(ours, theirs, { warmUpMs: 60, windowMs: 500 }, METER)
  expect(ratio).toBeCloseTo(base / own, 3)
  expect(value).toBeCloseTo(own * 1e6, 3)
  expect(ours.elapsedMs).toBeLessThan(1_500)
  expect(theirs.elapsedMs).toBeLessThan(1_500)
})

test('messages that take far longer to make than to encode end the window', async () => {
  const losing: Timed = {
    mostAtOnce: 4_096,
    run(count) {
      const made = performance.now() + count * 0.04
      while (performance.now() < made);
      return count * 0.001
    },
  }
  const begun = performance.now()
  const { value, count } = await timeByTurns(losing, undefined, { warmUpMs: 60, windowMs: 500 }, METER)
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(value).toBeCloseTo(1_000, 3)
  expect(count).toBeGreaterThan(0)
})
