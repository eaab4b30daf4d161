/** A hundred small records in an array. */

import type { Workload } from '../workload.ts'

const USERS = 100
const POOL = 16

export const nested: Workload = {
  name: 'nested 100',
  index: 16,
  pool: POOL,
  make: (_, position) => ({ users: Array.from({ length: USERS }, (__, i) => makeUser(position * USERS + i)) }),
}

function makeUser(id: number): unknown {
  return { id, name: `User ${id}`, email: `user${id}@example.com`, active: id % 2 === 0 }
}
