/** The tasks of the pools. */

import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import type { Call } from './pool.ts'

export interface PoolCase {
  readonly name: string
  readonly call: Call
  /** They take turns. */
  readonly tasks: () => readonly unknown[]
}

const USERS = 20
const MICROS = 100

export const EMPTY = 'empty'

export const POOL_CASES: readonly PoolCase[] = [
  { name: EMPTY, call: 'echo', tasks: () => [undefined] },
  { name: 'small object', call: 'echo', tasks: () => inputsOf(workloadNamed('point')) },
  { name: `${USERS} users`, call: 'echo', tasks: () => inGroups(inputsOf(workloadNamed('User')), USERS) },
  { name: '64 KiB', call: 'echo', tasks: () => inputsOf(workloadNamed('bytes 64K')) },
  { name: `${MICROS} µs of work`, call: 'compute', tasks: () => [MICROS] },
]

export function poolCaseNamed(name: string): PoolCase {
  const found = POOL_CASES.find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`No task of pools is named ${name}`)
  return found
}

function inGroups(values: readonly unknown[], size: number): unknown[] {
  return Array.from({ length: Math.floor(values.length / size) }, (_, group) =>
    values.slice(group * size, (group + 1) * size),
  )
}
