/** A worker that counts its beginnings and ends in memory that the pool has broadcast. */

import { setTimeout } from 'node:timers/promises'
import type { TaskContext, WorkerContext } from '@slipring/worker'

/** Words in shared memory: how many were set up, and how many torn down. */
const [SET_UP, TORN_DOWN] = [0, 1] as const

let isSetUp = false

export async function setup({ broadcast }: WorkerContext<Int32Array>): Promise<void> {
  await setTimeout(1)
  Atomics.add(broadcast, SET_UP, 1)
  isSetUp = true
}

export async function teardown({ broadcast }: WorkerContext<Int32Array>): Promise<void> {
  await setTimeout(1)
  Atomics.add(broadcast, TORN_DOWN, 1)
}

export default function workerId(_: unknown, context: TaskContext): number {
  if (!isSetUp) throw new Error('It was not set up')
  return context.workerId
}

const kept: number[][] = []

export function leak({ count, ms }: { count: number; ms: number }, context: TaskContext): number {
  for (let index = 0; index < count; index++) kept.push(Array.from({ length: 1000 }, (_, item) => item + 0.5))
  const end = performance.now() + ms
  while (performance.now() < end);
  return context.workerId
}
