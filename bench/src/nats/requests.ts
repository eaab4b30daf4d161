/** The client's own requests, with a format by hand. `behind`: what runs the tasks in the process that answers. */

import { connect } from '@nats-io/transport-node'
import type { OpenPool } from '../pool/pool.ts'
import { formats } from './formats.ts'
import { openAnswering } from './server.ts'

const LIMIT_MS = 30_000

export async function openRequests(format: 'JSON' | 'msgpackr', ...behind: 'pool'[]): Promise<OpenPool> {
  const { port, close } = await openAnswering('./answer.ts', format, ...behind)
  // As fast as the client goes: it makes no stack for each request.
  const connection = await connect({ port, noAsyncTraces: true })
  const { encode, decode } = formats[format]
  return {
    run: async (task, call) => {
      const answer = await connection.request(`bench.${call}`, encode(task), { timeout: LIMIT_MS })
      return decode(answer.data)
    },
    close: async () => {
      await connection.close()
      close()
    },
  }
}
