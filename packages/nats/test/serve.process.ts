/** A server in a process of its own: `node serve.process.ts <port> <subject> <options as JSON>`. */

import { serve } from '@slipring/nats/serve'
import { connect } from '@nats-io/transport-node'

const [port, subject = '', options = '{}'] = process.argv.slice(2)
const connection = await connect({ port: Number(port), reconnectTimeWait: 100, maxReconnectAttempts: -1 })
const filename = new URL('tasks.worker.ts', import.meta.url)
const serving = await serve({ connection, subject, filename, maxThreads: 1, ...(JSON.parse(options) as object) })
process.once('SIGTERM', () => void serving.close().then(() => connection.close()))
console.log('serves')
