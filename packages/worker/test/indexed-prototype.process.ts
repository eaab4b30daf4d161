/** A prototype has properties that are named by an index, as `Array.prototype[0] = 'p'` makes them: what arrives, as JSON. */

import { setTimeout as after } from 'node:timers/promises'
import { channelOf } from '@slipring/core/channel'
import { list, string, struct, u8 } from '@slipring/core/schema'
import { spoilPrototype } from './indexed-prototype.ts'

const [, , name, when] = process.argv
void process.stdout
if (when === 'before') spoilPrototype(name!)
const { attach, createChannel, receiveMessageSync, Worker } = await import('@slipring/worker')
spoilPrototype(name!)

const worker = new Worker(new URL('indexed-prototype.worker.ts', import.meta.url), { workerData: name })
const { port1 } = new MessageChannel()
const echoes: unknown[] = []
const sent = [
  [1, 2],
  { list: [new Map([[1, new Uint8Array([7, 8])]])] },
  { text: 'a'.repeat(200_000) },
  { port: port1 },
]
const areEchoed = new Promise<void>((resolve) => {
  worker.on('message', (message) => {
    if (echoes.push(message) === sent.length) resolve()
  })
  worker.on('messageerror', (error) => {
    throw error
  })
})
for (const message of sent) worker.postMessage(message, message === sent.at(-1) ? [port1] : [])
await areEchoed
const { mode } = worker.port
await worker.terminate()

const { port: near, offer } = createChannel({ capacity: 4096 })
const far = attach(offer)
const ends = Promise.all([near.closed, far.closed])
near.postMessage('pulled')
const pulled = [await far.receive(), receiveNothing()]
near.postMessage('taken at once')
const taken = receiveMessageSync(far)?.message
near.postBytes(3, (bytes) => bytes.fill(9))
const lease = await far.receiveLease()
const leased = [...lease.bytes]
lease.release()
const schema = channelOf(struct({ numbers: list(u8), name: string }))
const record = new Promise((resolve) => (far.channel(schema).onrecord = (view) => resolve(view.copy())))
near.channel(schema).send({ numbers: [1, 2], name: 'n' })
const typed = await record
const heard: unknown[] = []
far.on('message', (message) => heard.push(message))
// More than the ring has room for: it grows, and what waits is buffered.
for (let id = 0; id < 100; id++) near.postMessage({ id, text: 'b'.repeat(id * 10) })
while (heard.length < 100) await after(1)
near.close()
const reasons = (await ends).map(({ reason }) => reason)

console.log(
  JSON.stringify({ mode, echoes: echoes.map(shown), pulled, taken, leased, typed, heard: heard.length, reasons }),
)

function receiveNothing(): unknown {
  return receiveMessageSync(far, { timeout: 1 })?.message ?? 'nothing'
}

function shown(echo: unknown): unknown {
  if (Array.isArray(echo)) return echo
  const { list: items, text, port } = echo as { list?: [Map<number, Uint8Array>]; text?: string; port?: string }
  return items !== undefined ? [...items[0].get(1)!] : (text?.length ?? port)
}
