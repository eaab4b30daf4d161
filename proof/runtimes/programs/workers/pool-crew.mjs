/** Counts its beginnings and ends in memory that the pool has broadcast. */

import { setTimeout as pause } from 'node:timers/promises'

let isSetUp = false
const kept = []

export async function setup({ broadcast }) {
  await pause(1)
  if (broadcast === 'refuse') throw new RangeError('not this one')
  Atomics.add(broadcast, 0, 1)
  isSetUp = true
}

export async function teardown({ broadcast }) {
  await pause(1)
  Atomics.add(broadcast, 1, 1)
}

export default function workerId(_, context) {
  if (!isSetUp) throw new Error('It was not set up')
  return context.workerId
}

export const broadcast = (_, context) => context.broadcast[2]

export function leak(count, { workerId: id }) {
  for (let index = 0; index < count; index++) kept.push(Array.from({ length: 1000 }, (_, item) => item + 0.5))
  return id
}
