import { expect, test } from 'vitest'
import { type Clock, Contender, type Role } from '../../src/runner/contender.ts'
import { newHeapWatch } from '../../src/runner/heap-watch.ts'
import type { Preparation } from '../../src/runner/preparation.ts'
import { percentile } from '../../src/statistics.ts'

const clock: Clock = { cpuMicros: () => 0, sampleNanos: 20_000 }

async function turnOf(
  preparation: Partial<Preparation> & Pick<Preparation, 'run'>,
  role: Role = 'own',
  ms = 10,
  by: Clock = clock,
) {
  const contender = new Contender(role, { operations: 1, teardown: () => {}, ...preparation }, by)
  await contender.warmUp(ms)
  return contender.takeTurn(ms)
}

test('a short call is measured in batches, a long one alone', async () => {
  let state = 1
  const short = await turnOf({ run: () => (state = Math.imul(state, 48_271)) })
  const long = await turnOf({ run: () => new Promise((resolve) => setTimeout(resolve, 2)) })
  expect(short.operations).toBeGreaterThanOrEqual(256)
  expect(long.operations).toBe(1)
  expect(long.samples[0]).toBeGreaterThan(1e6)
})

// Query builders return such; mitata awaits only what is a Promise of its own realm.
test('a thenable is awaited: its time is that until it settles', async () => {
  const thenable = {
    // oxlint-disable-next-line unicorn/no-thenable -- that is what is tested
    then: (resolve: (value: number) => void) => void setTimeout(() => resolve(1), 2),
  }
  const { samples, operations } = await turnOf({ run: () => thenable })
  expect(operations).toBe(1)
  expect(samples[0]).toBeGreaterThan(1e6)
})

test('times are divided by the operations of a call', async () => {
  const { samples, operations } = await turnOf({
    run: () => new Promise((resolve) => setTimeout(resolve, 2)),
    operations: 1000,
  })
  expect(operations).toBe(1000)
  expect(samples[0]).toBeGreaterThan(1e3)
  expect(samples[0]).toBeLessThan(1e6)
})

test('a call that takes its own time counts as what it says', async () => {
  const { samples } = await turnOf({ run: () => 5e6, isSelfTimed: true })
  expect([...samples]).toEqual([5e6, 5e6])
})

test('every call gets an input of its own', async () => {
  let made = 0
  const seen = new Set<unknown>()
  await turnOf({ run: (input) => seen.add(input).size, input: () => ++made })
  expect(seen.size).toBe(made)
})

test('processor time is without the making of inputs, and heap use is not told where inputs are made', async () => {
  let micros = 0
  const by = { ...clock, cpuMicros: () => micros, heap: newHeapWatch() }
  const run = () => (micros += 5)
  const input = () => (micros += 1000)
  expect(await turnOf({ run, input }, 'own', 10, by)).toMatchObject({ cpuNanos: 5000, heap: null })
  const { cpuNanos, heap } = await turnOf({ run }, 'own', 10, by)
  expect(cpuNanos).toBe(5000)
  expect(heap).not.toBe(null)
})

// mitata leaves out the two shortest and the two longest samples; here all count, or the longest of each turn would never show.
test('the longest sample of a turn is kept', async () => {
  let call = 0
  const { samples } = await turnOf({ run: () => (++call % 20 === 0 ? 9e6 : 1e5), isSelfTimed: true }, 'own', 5)
  expect(samples.length).toBeGreaterThan(12)
  expect(Math.max(...samples)).toBe(9e6)
})

// Engines keep what they learn of a loop with its text: one that has called two functions calls both through a table.
test('a case and its baseline have loops of their own', async () => {
  const texts: string[] = []
  const { Function: original } = globalThis
  globalThis.Function = class extends original {
    constructor(...parts: string[]) {
      super(...parts)
      texts.push(parts.at(-1)!)
    }
  } as FunctionConstructor
  try {
    const made = (['own', 'baseline'] as const).map(
      (role) => new Contender(role, { run: () => 1, operations: 1, teardown: () => {} }, clock),
    )
    expect(made).toHaveLength(2)
  } finally {
    globalThis.Function = original
  }
  expect(new Set(texts).size).toBe(2)
})

test('a result that nobody looks at is not left out', async () => {
  // An engine that may drop it needs far less than a nanosecond for a call.
  let x = 0
  const { samples } = await turnOf({ run: () => ({ x: x++, all: [x, x, x, x] }) }, 'own', 60)
  expect(percentile(samples, 0.5)).toBeGreaterThan(1)
})

test('a broken need of a case ends its turn', async () => {
  const failed = Promise.reject<never>(new Error('the worker has gone'))
  failed.catch(() => {})
  await expect(turnOf({ run: () => new Promise(() => {}), failed })).rejects.toThrow('the worker has gone')
})
