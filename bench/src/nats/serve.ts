/** The server of the pool over NATS: `node serve.ts <port> <threads> <durable>`. */

import { connect } from '@nats-io/transport-node'
import { serve } from '@slipring/nats/serve'

const [port, threads, durable] = process.argv.slice(2)
const connection = await connect({ port: Number(port), noAsyncTraces: true })
await serve({
  connection,
  subject: 'bench',
  filename: new URL('../pool/workers/tasks.mjs', import.meta.url),
  maxThreads: Number(threads),
  minThreads: Number(threads),
  durable: durable === 'true',
  // Its tasks take microseconds.
  maxInFlight: 256,
})
console.log('answers')
