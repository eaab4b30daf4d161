/**
 * One job over many machines: `npm run example -- many-machines`. The machines are three processes here.
 *
 * Starts `nats-server` and three servers, and gives them 200,000 flights to aggregate, as durable tasks. On the way it kills one
 * server, and kills and restarts `nats-server` itself. The answer must be that of one thread without all that.
 */

import { connect } from '@nats-io/transport-node'
import { remotePool } from '@slipring/nats'
import { SingleBar } from 'cli-progress'
import Table from 'cli-table3'
import { isDeepStrictEqual } from 'node:util'
import { aggregate } from '../pool/tasks.ts'
import { merged, tasks } from './flights.ts'
import { startNats } from './nats.ts'
import { startServer, stopServer } from './processes.ts'

const SERVERS = 3
const SUBJECT = 'flights'

const nats = await startNats()
const servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(nats.port, SUBJECT)))
const connection = await connect({ port: nats.port, reconnectTimeWait: 100, maxReconnectAttempts: -1 })
const pool = remotePool<typeof import('../pool/tasks.ts')>({ connection, subject: SUBJECT, durable: true })

const bar = new SingleBar({ format: '{bar} {percentage}% {event}', hideCursor: true, clearOnComplete: true })
const hasBar = process.stderr.isTTY
if (hasBar) bar.start(tasks.length, 0, { event: '' })
const tell = (event: string): void => {
  if (hasBar) bar.update({ event })
  console.log(event)
}

/** Accidents on the way, and after how many results. */
const events = new Map<number, () => unknown>([
  [
    Math.floor(tasks.length / 3),
    () => {
      servers[0]!.kill('SIGKILL')
      tell(`One of ${SERVERS} servers is killed`)
    },
  ],
  [
    Math.floor((tasks.length * 2) / 3),
    async () => {
      tell('nats-server is killed')
      await nats.kill()
      await nats.start()
      tell('nats-server is there again')
    },
  ],
])

const since = performance.now()
const bands = []
let done = 0
for await (const result of pool.map(tasks, { name: 'aggregate', ordered: false })) {
  bands.push(result)
  done++
  if (hasBar) bar.increment()
  void events.get(done)?.()
}
const seconds = (performance.now() - since) / 1000
bar.stop()

const answer = merged(bands)
if (!isDeepStrictEqual(answer, merged(tasks.map((flights) => aggregate(flights)))))
  throw new Error('The answer differs from that of one thread')

const table = new Table({ head: ['Miles', 'Flights', 'Late', 'Minutes late'], style: { head: [], border: [] } })
for (const [miles, { flights, late, minutes }] of answer) {
  const share = `${((late / flights) * 100).toFixed(1)} %`
  table.push([`from ${miles}`, flights.toLocaleString('en'), share, (minutes / Math.max(1, late)).toFixed(0)])
}
console.log(table.toString())
console.log(`${tasks.length} tasks in ${seconds.toFixed(1)} s. The answer is that of one thread.`)

await pool.close()
await connection.close()
await Promise.all(servers.map(stopServer))
await nats.stop()
