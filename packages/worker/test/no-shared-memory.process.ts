/**
 * Uses all that the package makes in a process whose main thread, whose workers or all of whose threads have no
 * `SharedArrayBuffer`, as its flags say, and prints what came of it.
 */

import { isMainThread, Worker as NativeWorker, workerData } from 'node:worker_threads'
import {
  accept,
  acceptSync,
  attach,
  connect,
  createChannel,
  type NodePort,
  ownClass,
  parentPort,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { channelOf } from '@slipring/core/channel'
import { createRing } from '@slipring/core/ring'
import { struct, u32 } from '@slipring/core/schema'
import { stateOf } from '@slipring/core/state'

const file = new URL(import.meta.url)
const Numbered = stateOf(struct({ number: u32 }))
const NumberedRecord = channelOf(Numbered)

class Point {
  readonly x: number
  constructor(x: number) {
    this.x = x
  }
}
const point = ownClass({ name: 'Point', type: Point, to: ({ x }) => x, from: (x) => new Point(x as number) })
const codec = { classes: [point] }

if (isMainThread) await run()
else if (workerData === 'ours') await serve(parentPort!, 'parentPort')
else {
  const refused = refusal(() => typeof SharedArrayBuffer === 'function' || acceptSync())
  await serve(await accept({ codec }), refused)
}

async function run(): Promise<void> {
  log(
    'a ring',
    refusal(() => createRing({ capacity: 4096 })),
  )
  log(
    'capacity',
    refusal(() => createChannel({ capacity: 5 })),
  )
  log(
    'maxBufferedBytes',
    refusal(() => createChannel({ maxBufferedBytes: -1 })),
  )

  const { port, offer } = createChannel()
  const other = attach(offer)
  log('channel', [port.mode, other.mode])
  log(
    'attached again',
    refusal(() => attach(offer)),
  )
  port.postMessage({ text: 'taken' })
  log('taken', receiveMessageOnPort(other)?.message)
  port.postMessage('heard')
  log('heard', await new Promise((resolve) => other.once('message', resolve)))
  port.close()
  log('closed', (await other.closed).reason)

  const beside = createChannel()
  beside.port.state(Numbered).writer.set({ number: 5 })
  const { reader } = attach(beside.offer).state(Numbered)
  log('state', [await reader.changed(), reader.mode, reader.latest()?.number])
  beside.port.close()

  const ours = new Worker(file, { workerData: 'ours', codec, whenFull: 'block', parentPort: { whenFull: 'block' } })
  await talk('Worker', ours, ours.port)

  const native = new NativeWorker(file, { workerData: 'connect' })
  await talk('connect', native, connect(native, { codec }))

  const silent = new Worker(
    'require("node:worker_threads").parentPort.once("message", (value) => process.exit(value))',
    {
      eval: true,
    },
  )
  const exit = new Promise((resolve) => silent.once('exit', resolve))
  silent.postMessage(3)
  log('a worker that does not load the package', await exit)
}

/** The same by any port to a worker. */
async function talk(name: string, worker: NativeWorker, port: NodePort): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  const records = port.channel(NumberedRecord)
  const state = port.state(Numbered)
  state.writer.set({ number: 6 })
  const buffer = new ArrayBuffer(4)
  port.postMessage({ buffer }, [buffer])
  port.postMessage(new Point(1))
  records.send({ number: 2 })
  log(name, [port.mode, await port.receive(), await port.receive(), (await records.receive()).number])
  log('state', [await state.reader.changed(), state.reader.latest()?.number])
  port.postMessage('end')
  log(name, (await port.closed).reason)
  await ended
}

async function serve(port: NodePort, how: string): Promise<void> {
  if (workerData === 'ours') port.useCodec(codec)
  const records = port.channel(NumberedRecord)
  const state = port.state(Numbered)
  const { buffer } = await port.receive()
  const { x } = await port.receive()
  const { number } = await records.receive()
  port.postMessage([how, port.mode, buffer.byteLength, x, refusal(() => receiveMessageSync(port, { timeout: 1 }))])
  port.postMessage(new Point(x + 1))
  records.send({ number: number + 1 })
  await state.reader.changed()
  state.writer.set({ number: state.reader.latest()!.number + 1 })
  await port.receive()
  port.close()
}

function refusal(act: () => unknown): string {
  try {
    act()
    return 'none'
  } catch (error) {
    return String(error)
  }
}

function log(...line: unknown[]): void {
  console.log(JSON.stringify(line))
}
