/** The three things a worker may do with what it gets: send it back, count it, or send so many of its own. */

import type { WorkerTask } from '../threads/line.ts'
import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import type { Peer } from './transport.ts'

/** Ends a series of one-way messages: the sink answers with how many there were, and the last of them. */
export const END = 'end of the series'

export type Receipt = [count: number, last: unknown]

export function peerFor({ role, workload }: WorkerTask): Peer {
  if (role === 'echo') return (value) => value
  return role === 'sink' ? createSink() : createSource(inputsOf(workloadNamed(workload)))
}

function createSink(): Peer {
  let count = 0
  let last: unknown = null
  return (value) => {
    if (value !== END) {
      count++
      last = value
      return undefined
    }
    const receipt: Receipt = [count, last]
    count = 0
    last = null
    return receipt
  }
}

function createSource(inputs: readonly unknown[]): Peer {
  let next = 0
  return (count, post) => {
    for (let i = 0; i < (count as number); i++) {
      post(inputs[next])
      next = next + 1 === inputs.length ? 0 : next + 1
    }
    return END
  }
}
