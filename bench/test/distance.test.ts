import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { Distance } from '../src/distance.ts'

test('the time in which a word goes from core to core and back is measured', async () => {
  const distance = new Distance()
  try {
    // The first may end before the second thread is there.
    const micros = [await distance.measure(), await distance.measure(), await distance.measure()]
    const found = micros.filter((each) => each !== null)
    for (const each of found) expect(each).toBeGreaterThan(0)
    if (availableParallelism() > 1) expect(found).not.toEqual([])
  } finally {
    await distance.close()
  }
})
