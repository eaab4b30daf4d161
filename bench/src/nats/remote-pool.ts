/** The pool over NATS. */

import { connect } from '@nats-io/transport-node'
import { remotePool } from '@slipring/nats'
import type { OpenPool } from '../pool/pool.ts'
import { openAnswering } from './server.ts'

export async function openRemotePool(threads: number, durable: boolean): Promise<OpenPool> {
  const { port, close } = await openAnswering('./serve.ts', String(threads), String(durable))
  const connection = await connect({ port, noAsyncTraces: true })
  const pool = remotePool({ connection, subject: 'bench', durable })
  return {
    run: (task, call) => (call === 'echo' ? pool.run(task) : pool.run(task, { name: call })),
    close: async () => {
      pool.destroy()
      await connection.close()
      close()
    },
  }
}
