import { expect, test } from 'vitest'
import { runDeaths } from './deaths.ts'

// `deaths.process.ts` does the same with 100,000 tasks.
test('every task is settled exactly once while workers die at random', async () => {
  const { results, thrown, died, cancelled } = await runDeaths(4000, 2)
  expect(results + thrown + died + cancelled).toBe(4000)
  expect(results).toBeGreaterThan(3000)
  expect(died).toBeGreaterThan(0)
})
