/** The process that answers requests by hand: `node answer.ts <port> <format>`. */

import { connect } from '@nats-io/transport-node'
import { formats } from './formats.ts'
import echo, { compute } from '../pool/workers/tasks.mjs'

const [port, format] = process.argv.slice(2)
const { encode, decode } = formats[format as keyof typeof formats]
const connection = await connect({ port: Number(port) })
const functions = { echo, compute }
for (const [name, run] of Object.entries(functions))
  connection.subscribe(`bench.${name}`, {
    queue: 'bench',
    callback: (_, message) => void message.respond(encode(run(decode(message.data)))),
  })
await connection.flush()
console.log('answers')
