/**
 * A server in a process of its own: `node serve.process.ts <port> <subject> <options as JSON> [later]`. With `later` it connects,
 * and serves once it gets a line.
 */

import { once } from 'node:events'
import { serve } from '@slipring/nats/serve'
import { connect } from '@nats-io/transport-node'

const [port, subject = '', options = '{}', when] = process.argv.slice(2)
const connection = await connect({
  port: Number(port),
  reconnectTimeWait: 100,
  maxReconnectAttempts: -1,
  // NATS may be away at that moment, too.
  waitOnFirstConnect: true,
})
const filename = new URL('tasks.worker.ts', import.meta.url)
if (when === 'later') {
  console.log('is ready')
  await once(process.stdin, 'data')
  process.stdin.destroy()
}
const serving = await serve({ connection, subject, filename, maxThreads: 1, ...(JSON.parse(options) as object) })
process.once('SIGTERM', () => void serving.close().then(() => connection.close()))
console.log('serves')
