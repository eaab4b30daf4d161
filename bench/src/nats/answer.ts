/** The process that answers requests by hand: `node answer.ts <port> <format>`, and `<port> msgpackr pool` with a thread behind it. */

import { connect, type Msg } from '@nats-io/transport-node'
import { Pool } from '@slipring/worker'
import echo, { compute } from '../pool/workers/tasks.mjs'
import { scriptBeside } from '../script-beside.ts'
import { formats } from './formats.ts'

const [port, format, behind] = process.argv.slice(2)
const connection = await connect({ port: Number(port) })
const answers = behind === 'pool' ? await byThread() : byHand()
for (const [name, answer] of Object.entries(answers))
  connection.subscribe(`bench.${name}`, { queue: 'bench', callback: (_, message) => answer(message) })
await connection.flush()
console.log('answers')

type Answers = Record<'echo' | 'compute', (message: Msg) => void>

function byHand(): Answers {
  const { encode, decode } = formats[format as keyof typeof formats]
  return {
    echo: (message) => void message.respond(encode(echo(decode(message.data)))),
    compute: (message) => void message.respond(encode(compute(decode(message.data)))),
  }
}

async function byThread(): Promise<Answers> {
  const filename = scriptBeside(import.meta.url, 'packed.worker')
  const pool = new Pool<typeof import('./packed.worker.ts')>({ filename, minThreads: 1, maxThreads: 1 })
  await pool.run(formats.msgpackr.encode(null), { name: 'echo' })
  const answer = (name: keyof Answers) => (message: Msg) =>
    void pool.run(message.data, { name }).then((packed) => message.respond(packed))
  return { echo: answer('echo'), compute: answer('compute') }
}
