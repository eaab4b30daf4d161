/** One step of a game: a thousand entities, every number a 32-bit float or a small integer. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'

const ENTITIES = 1_000
const WORLD = 1_000
const SPEED = 10

export const tick: Workload = {
  name: 'tick 1000',
  index: 7,
  pool: 8,
  make: (random) => Array.from({ length: ENTITIES }, () => makeEntity(random)),
}

export function makeEntity(random: Random): unknown {
  return {
    position: vector(random, WORLD),
    velocity: vector(random, SPEED),
    health: random.integer(0, 1_000),
    flags: random.integer(0, 255),
  }
}

function vector(random: Random, size: number): unknown {
  return { x: coordinate(random, size), y: coordinate(random, size), z: coordinate(random, size) }
}

function coordinate(random: Random, size: number): number {
  return Math.fround((random.next() * 2 - 1) * size)
}
