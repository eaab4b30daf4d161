import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker as NativeWorker } from 'node:worker_threads'
import { Worker } from '@slipring/worker'
import type { Endpoint } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { afterEach, describe, expect, test } from 'vitest'
import { outlived } from './outlived.ts'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

async function collect(): Promise<void> {
  gc()
  await setImmediate()
}

const file = new URL('outlived.worker.ts', import.meta.url)
const ALL = ['a plain message is answered', 'another is answered', 'the call under way']

const workers: NativeWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()))
})

interface Line {
  readonly port: Endpoint
  readonly ended: Promise<unknown>
}

const lines: Record<string, () => Line> = {
  'a native worker, by the adapter': () => {
    const worker = new NativeWorker(file, { workerData: 'native' })
    workers.push(worker)
    return { port: nodeEndpoint(worker), ended: once(worker, 'exit') }
  },
  'the port of a worker': () => {
    const worker = new Worker(file)
    workers.push(worker)
    return { port: worker.port, ended: worker.port.closed }
  },
}

describe.each(Object.entries(lines))('Comlink over %s', (_, line) => {
  test('leaves the worker alive when a proxy is released: calls and plain messages are answered', async () => {
    const { port, ended } = line()
    expect(await outlived(port, ended)).toEqual(ALL)
  })

  test('leaves it alive when the proxies are collected', async () => {
    const { port, ended } = line()
    expect(await outlived(port, ended, collect)).toEqual(ALL)
  })
})
