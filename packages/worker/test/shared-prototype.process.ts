// Gives Object.prototype properties that every descriptor and every loop over keys meets. Prints what arrives, as JSON.
// oxlint-disable-next-line import/no-unassigned-import -- only to be loaded
import 'node:crypto'
// oxlint-disable-next-line import/no-unassigned-import -- only to be loaded
import 'node:stream'
import { channelOf } from '@slipring/core/channel'
import { struct, u8 } from '@slipring/core/schema'

// Node loads these late, which would fail then.
void [process.stdout, globalThis.MessageEvent]
const [, , ...names] = process.argv
for (const name of names) Reflect.set(Object.prototype, name, name === 'value' ? 7 : () => name)

const { attach, createChannel, default: threads, Worker } = await import('@slipring/worker')

const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
const echoed = new Promise<unknown>((resolve) => worker.once('message', resolve))
worker.postMessage({ list: [1, new Map([['a', new Error('b')]])] })
const echo = (await echoed) as { list: [1, Map<string, Error>] }
const port = { ofWorker: worker.port === (worker as unknown as { slipringPort: unknown }).slipringPort }
Object.assign(worker, { port: 'of the program' })
await worker.terminate()

const { port: near, offer } = createChannel()
const far = attach(offer)
const schema = channelOf(struct({ n: u8 }))
const record = new Promise((resolve) => (far.channel(schema).onrecord = (view) => resolve(view.copy())))
const event = new Promise<MessageEvent>((resolve) => far.addEventListener('message', resolve as never))
near.channel(schema).send({ n: 5 })
near.postMessage('plain')

console.log(
  JSON.stringify({
    list: [echo.list[0], echo.list[1].get('a')?.message],
    port: [port.ofWorker, (worker as unknown as { port: unknown }).port],
    record: await record,
    event: [(await event).data, (await event).constructor.name],
    named: [near.constructor.name, Object.keys(threads).length > 10],
  }),
)
near.close()
