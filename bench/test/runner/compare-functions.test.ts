import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compare } from '../../src/runner/index.ts'

const SHORT = { time: 5, warmupTime: 5 }
const texts = Array.from({ length: 50 }, (_, number) => `text ${number}`)
const joined = (): string => texts.join()
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))
const joinedFourTimes = (): string => joined() + joined() + joined() + joined()

test('a function that does four times as much is slower, and the other way round faster', async () => {
  const slower = await compare(joinedFourTimes, joined, SHORT)
  expect(slower, String(slower)).toMatchObject({ isSlower: true, isFaster: false })
  expect(slower.change).toBeGreaterThan(1)
  expect(slower.low).toBeLessThanOrEqual(slower.change)
  expect(slower.high).toBeGreaterThanOrEqual(slower.change)
  expect(slower.nanos).toBeGreaterThan(slower.baselineNanos)
  expect(String(slower)).toMatch(/^slower: .* beside .* would have shown/)
  expect(await compare(joined, joinedFourTimes, SHORT)).toMatchObject({ isSlower: false, isFaster: true })
})

test('a function is neither slower nor faster than itself', async () => {
  const same = await compare(joined, joined, { ...SHORT, least: 50 })
  expect(same, String(same)).toMatchObject({ isSlower: false, isFaster: false })
})

/** As compiled code does, it becomes quicker with each call: from about 60 µs to 20. */
function becomingQuicker(): () => number {
  let calls = 0
  return () => {
    let sum = 0
    const turns = 8000 * (1 + 2 * Math.exp(-calls++ / 1500))
    for (let turn = 0; turn < turns; turn++) sum = Math.imul(sum ^ turn, 0x2c1b3c6d)
    return sum
  }
}

// Each test of a file may have called its baseline before, and the other function never.
test('a fresh function is neither slower nor faster than its like that is warm', async () => {
  const warm = becomingQuicker()
  for (let call = 0; call < 15_000; call++) warm()
  const same = await compare(becomingQuicker(), warm, SHORT)
  expect(same, String(same)).toMatchObject({ isSlower: false, isFaster: false })
})

test('what a function promises is awaited', async () => {
  const { nanos } = await compare(later, later, { ...SHORT, rounds: 5 })
  expect(nanos).toBeGreaterThan(0.9e6)
})

test('what cannot be measured is refused with the limit', async () => {
  await expect(compare(joined, 5 as never)).rejects.toThrow('Cannot compare: a function is expected, not number')
  await expect(compare(joined, joined, { rounds: 3 })).rejects.toThrow(
    'rounds is 3, a number from 5 to 100 is expected',
  )
  await expect(compare(joined, joined, { time: Number.NaN })).rejects.toThrow('time is NaN, a number from 0 to')
  await expect(
    compare(() => {
      throw new Error('it broke')
    }, joined),
  ).rejects.toThrow('it broke')
})

test('the example for node:test passes', () => {
  const file = fileURLToPath(new URL('../../../examples/bench/compare.test.mjs', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, ['--conditions=slipring-source', '--test', file], {
    encoding: 'utf8',
    // A test of tests would report to its parent.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/pass 1/)
})
