/** Ways to bring many values from a worker, one after the other. */

import { once } from 'node:events'
import { Worker as NativeWorker } from 'node:worker_threads'
import { Pool, Worker } from '@slipring/worker'

/** An open way. */
export interface Way {
  /** Takes so many values. `onValue` gets each, where values come to this side. */
  take(count: number, onValue?: (value: unknown) => void): Promise<void>
  close(): Promise<unknown>
}

export interface StreamSystem {
  readonly name: string
  /** Values go to the worker, which counts them. */
  readonly isSource?: true
  readonly open: (inputs: readonly unknown[]) => Way | Promise<Way>
}

export const PORT = 'port, one way'

const script = (name: string): URL => new URL(`./workers/${name}.mjs`, import.meta.url)

export const streamSystems: readonly StreamSystem[] = [
  { name: PORT, open: (inputs) => openPort(new Worker(script('port')), inputs) },
  { name: 'Pool.stream', open: (inputs) => openStream(inputs, 16) },
  { name: 'Pool.stream, 256 ahead', open: (inputs) => openStream(inputs, 256) },
  { name: 'Pool.run of a source', isSource: true, open: openSource },
  { name: 'postMessage, one way', open: (inputs) => openPort(new NativeWorker(script('native-port')), inputs) },
  { name: 'TransformStream', open: openTransform },
]

interface Poster {
  postMessage(message: unknown): void
  on(type: 'message', listener: (value: any) => void): unknown
  terminate(): Promise<unknown>
}

function openPort(worker: Poster, inputs: readonly unknown[]): Way {
  let left = 0
  let done: (() => void) | undefined
  let tell: ((value: unknown) => void) | undefined
  worker.on('message', (value) => {
    tell?.(value)
    if (--left === 0) done?.()
  })
  worker.postMessage(inputs)
  return {
    take(count, onValue) {
      left = count
      tell = onValue
      worker.postMessage(count)
      return new Promise((resolve) => (done = resolve))
    },
    close: () => worker.terminate(),
  }
}

function openStream(inputs: readonly unknown[], highWaterMark: number): Way {
  const pool = new Pool({ filename: script('values'), maxThreads: 1 })
  const stream = pool.stream(inputs, { highWaterMark })
  return { take: taking(stream), close: () => stream.return().then(() => pool.close()) }
}

function openSource(inputs: readonly unknown[]): Way {
  const pool = new Pool({ filename: script('values'), maxThreads: 1 })
  async function* values(count: number): AsyncGenerator<unknown> {
    for (let next = 0; next < count; next++) yield inputs[next % inputs.length]
  }
  return {
    async take(count) {
      const counted: unknown = await pool.run(values(count), { name: 'count' })
      if (counted !== count) throw new Error(`The worker has read ${String(counted)} of ${count} values`)
    },
    close: () => pool.close(),
  }
}

async function openTransform(inputs: readonly unknown[]): Promise<Way> {
  const worker = new NativeWorker(script('transform'))
  worker.postMessage(inputs)
  const [readable] = (await once(worker, 'message')) as [ReadableStream]
  return { take: taking(readable.values()), close: () => worker.terminate() }
}

function taking(values: AsyncIterator<unknown>): Way['take'] {
  return async (count, onValue) => {
    for (let left = count; left > 0; left--) {
      const { value } = await values.next()
      onValue?.(value)
    }
  }
}

export function streamNamed(name: string): StreamSystem {
  const system = streamSystems.find((candidate) => candidate.name === name)
  if (system === undefined) throw new Error(`No stream is named ${name}`)
  return system
}
