/** Workloads of a published benchmark of a MessagePack that no other suite has: long arrays of one number, and its first message. */

import type { Workload } from '../workload.ts'

const fill = (length: number): number[] => Array.from({ length }, () => 42)

export const omnitronWorkloads: readonly Workload[] = [
  { name: 'fill 10000', index: 120, pool: 1, make: () => fill(10_000) },
  { name: 'two fills of 65577', index: 121, pool: 1, make: () => ({ first: fill(65_577), second: fill(65_577) }) },
  {
    name: 'original',
    index: 122,
    pool: 1024,
    make: (random, position) => ({
      string: 'Hello World',
      number: position === 0 ? 12_345 : random.integer(10_000, 99_999),
      boolean: true,
      array: [1, 2, 3, 4, 5],
      object: { nested: { value: 'nested value' } },
      date: new Date(Date.UTC(2026, 0, 1) + position * 1000),
      null: null,
      undefined,
    }),
  },
]
