/** A server of the program beside it: `nats-serve.mjs <port> <subject>`. A message to `<subject>.end` ends it. */

import { connect } from '@nats-io/transport-node'
import { serve } from '@slipring/nats/serve'

const [port, subject] = process.argv.slice(2)
const connection = await connect({ port: Number(port) })
const filename = new URL('workers/nats-tasks.mjs', import.meta.url)
const serving = await serve({ connection, subject, filename, maxThreads: 1, durable: true })
const end = async () => {
  await serving.close()
  await connection.close()
}
connection.subscribe(`${subject}.end`, { max: 1, callback: () => void end() })
await connection.flush()
console.log('serves')
