/** What the pools are given. */

export interface PoolCase {
  readonly name: string
  /** The function to call; undefined: the default, which gives its task back. */
  readonly call: string | undefined
  readonly task: unknown
}

const USERS = 20
const BYTES = 64 << 10
const COMPUTED_MICROS = 100

const users = Array.from({ length: USERS }, (_, id) => ({
  id,
  name: `User ${id}`,
  email: `user${id}@example.com`,
  isActive: id % 3 !== 0,
  tags: ['one', 'two'],
  address: { street: `${id} Main Street`, city: 'Springfield' },
}))

export const POOL_CASES: readonly PoolCase[] = [
  { name: 'undefined', call: undefined, task: undefined },
  { name: 'small object', call: undefined, task: { id: 7, x: 1.5, y: -2.5, name: 'player', tags: ['a', 'b'] } },
  { name: `${USERS} users`, call: undefined, task: users },
  { name: '64 KiB', call: undefined, task: new Uint8Array(BYTES).fill(7) },
  { name: `${COMPUTED_MICROS} µs of work`, call: 'compute', task: COMPUTED_MICROS },
]
