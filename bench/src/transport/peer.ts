/** The two things a worker may do with what it gets: send it back, or count it. */

import type { WorkerTask } from '../threads/line.ts'
import type { Peer } from './transport.ts'

/** Ends a series of one-way messages: the sink answers with how many there were, and the last of them. */
export const END = 'end of the series'

export type Receipt = [count: number, last: unknown]

export function peerFor(role: WorkerTask['role']): Peer {
  return role === 'echo' ? (value) => value : createSink()
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
