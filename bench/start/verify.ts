/** Compares the records that arrived with the digests of the source, one by one. This checks content and order at once. */

import { digest } from './digest.ts'

export function digestAll(records: readonly unknown[]): Float64Array {
  return Float64Array.from(records, digest)
}

/** Describes the first record that is wrong or missing; undefined when all is well. */
export function findDifference(arrived: readonly unknown[], expected: Float64Array): string | undefined {
  for (let i = 0; i < expected.length; i++) {
    if (i >= arrived.length) break
    const actual = tryDigest(arrived[i])
    if (actual !== expected[i]) return describe(i, actual, expected, arrived[i])
  }
  if (arrived.length === expected.length) return undefined
  return `${arrived.length} records arrived, expected ${expected.length}`
}

// A value of a kind the source does not contain is a difference like any other.
function tryDigest(value: unknown): number | string {
  try {
    return digest(value)
  } catch (error) {
    return (error as Error).message
  }
}

function describe(position: number, actual: number | string, expected: Float64Array, value: unknown): string {
  const place = `record ${position} of ${expected.length}`
  if (typeof actual === 'string') return `${place} differs: ${actual}`
  const elsewhere = expected.indexOf(actual)
  const reason =
    elsewhere === -1 ? 'differs from the source' : `is out of order: it is record ${elsewhere} of the source`
  return `${place} ${reason}: ${JSON.stringify(value)?.slice(0, 200)}`
}
