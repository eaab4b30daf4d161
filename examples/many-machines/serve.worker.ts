/** One machine: `node serve.worker.ts <port> <subject>`. It knows nothing of the job. */

import { connect } from '@nats-io/transport-node'
import { serve } from '@slipring/nats/serve'

const [port, subject = ''] = process.argv.slice(2)
const connection = await connect({ port: Number(port), reconnectTimeWait: 100, maxReconnectAttempts: -1 })
const serving = await serve({
  connection,
  subject,
  filename: new URL('../pool/tasks.ts', import.meta.url),
  durable: true,
  maxThreads: 1,
  maxInFlight: 16,
  // Short, so that what a killed server had is soon given to another.
  ackWait: 1000,
})
console.log('serves')
process.once('SIGTERM', () => void serving.close().then(() => connection.close()))
