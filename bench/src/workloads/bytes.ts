/** Bytes in a `Uint8Array`. The same buffers take turns: to make new ones costs more than to send them. */

import type { Workload } from '../workload.ts'

export const largeBytes: Workload = {
  name: 'bytes 1M',
  index: 22,
  pool: 2,
  isKept: true,
  make: (random) => Uint8Array.from({ length: 1 << 20 }, () => random.integer(0, 255)),
}

export const bytes: Workload = {
  name: 'bytes 64K',
  index: 12,
  pool: 8,
  isKept: true,
  make: (random) => Uint8Array.from({ length: 65_536 }, () => random.integer(0, 255)),
}
