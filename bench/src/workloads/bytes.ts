/** Sixty-four kibibytes in a `Uint8Array`. */

import type { Workload } from '../workload.ts'

export const bytes: Workload = {
  name: 'bytes 64K',
  index: 12,
  pool: 8,
  make: (random) => Uint8Array.from({ length: 65_536 }, () => random.integer(0, 255)),
}
