/**
 * `toEqual` compares typed arrays element by element, and takes 0.4 s for a MiB. Node compares their bytes at once. Those that
 * are not the same for Node are left to `toEqual`, which says where they differ.
 */

import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

const WORTH_IT_BYTES = 1024

function areSame(one: unknown, other: unknown): true | undefined {
  return (isLargeArray(one) && isLargeArray(other) && isDeepStrictEqual(one, other)) || undefined
}

function isLargeArray(value: unknown): boolean {
  return ArrayBuffer.isView(value) && value.byteLength >= WORTH_IT_BYTES
}

expect.addEqualityTesters([areSame])
