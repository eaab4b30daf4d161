/** Prints which timers are left after each end of a remote pool and of a server. The argument: the port of NATS. */

import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { remotePool } from '@slipring/nats'
import { serve } from '@slipring/nats/serve'

const port = Number(process.argv[2])
const filename = new URL('tasks.worker.ts', import.meta.url)

const timers = (): string[] => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')

/** The platform tells of closed handles in the next turns. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

const ends: Record<string, (subject: string) => Promise<unknown>> = {
  'a pool and a server close': async (subject) => {
    const connection = await connect({ port })
    const serving = await serve({ connection, subject, filename, maxThreads: 1 })
    const pool = remotePool({ connection, subject })
    await pool.run(1, { timeout: 60_000 })
    await pool.close()
    await serving.close()
    await connection.close()
  },
  'the connection of a durable server closes': async (subject) => {
    const connection = await connect({ port })
    const serving = await serve({ connection, subject, filename, maxThreads: 1, durable: true })
    await connection.close()
    await serving.closed.catch(() => {})
    await serving.close()
  },
  'JetStream refuses the second consumer of a durable server': async (subject) => {
    const connection = await connect({ port })
    const { streams } = await jetstreamManager(connection)
    await streams.add({
      name: `slipring=${subject.replaceAll('.', '=')}`,
      subjects: [`${subject}.task.>`, `${subject}.piece.*`],
      retention: 'workqueue',
      allow_direct: true,
      max_consumers: 1,
    })
    // Those of the connection, which stays.
    const before = timers().length
    const refusal: unknown = await serve({ connection, subject, filename, maxThreads: 1, durable: true }).catch(
      (error: unknown) => error,
    )
    await turns()
    const left = timers().length - before
    await connection.close()
    if (!(refusal instanceof Error) || left !== 0) throw new Error(`${left} timers are left after ${String(refusal)}`)
  },
  'a pool without servers is destroyed while it asks for some': async (subject) => {
    const connection = await connect({ port })
    const pool = remotePool({ connection, subject })
    const task = pool.run(1).catch(() => {})
    await pause(50)
    pool.destroy()
    await task
    await connection.close()
  },
  'a pool without servers is destroyed before it sends a task again': async (subject) => {
    const connection = await connect({ port })
    const pool = remotePool({ connection, subject, deadAfter: 60_000 })
    const task = pool.run(1).catch(() => {})
    // It asks for half a second, and then waits.
    await pause(600)
    pool.destroy()
    await task
    await connection.close()
  },
}

const kept: Record<string, string[]> = {}
let number = 0
for (const [name, end] of Object.entries(ends)) {
  await end(`released.s${++number}`)
  await turns()
  kept[name] = timers()
}
console.log(JSON.stringify(kept))
