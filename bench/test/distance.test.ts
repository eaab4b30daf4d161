import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { Distance } from '../src/distance.ts'

test('a word goes from core to core and back in more than 10 ns and less than 100 µs', async () => {
  const distance = new Distance()
  try {
    // The first may end before the second thread is there.
    const micros = [await distance.measure(), await distance.measure(), await distance.measure()]
    for (const each of micros.filter((found) => found !== null)) {
      expect(each).toBeGreaterThan(0.01)
      expect(each).toBeLessThan(100)
    }
    if (availableParallelism() > 1) expect(micros.some((each) => each !== null)).toBe(true)
  } finally {
    await distance.close()
  }
})
