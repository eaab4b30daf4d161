/** The three things a worker may do with what it gets: send it back, count it, or send so many of its own. */

import type { WorkerTask } from '../threads/line.ts'
import type { Rotation } from '../workload.ts'
import { rotationOf } from './supply.ts'
import type { Peer } from './transport.ts'

/** Ends a series of one-way messages: the sink answers with how many there were, and the last of them. */
export const END = 'end of the series'

export type Receipt = [count: number, last: unknown]

export function peerFor({ role, workload }: WorkerTask): Peer {
  if (role === 'echo') return (value) => value
  return role === 'sink' ? createSink() : createSource(rotationOf(workload))
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

/** Asks a source to make so many messages ready, before it is asked to send them. Its answer is `END`. */
export function prepareRequest(count: number): number {
  return -count
}

function createSource(inputs: Rotation): Peer {
  return (request, post) => {
    const count = request as number
    if (count < 0) inputs.makeReady(-count)
    for (let i = 0; i < count; i++) post(inputs.next())
    return END
  }
}
