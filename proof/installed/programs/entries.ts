/** A user's program for Node with every entry of the installed packages, as TypeScript sees it. */

import * as core from '@slipring/core'
import { channelOf } from '@slipring/core/channel'
import { decode, encode } from '@slipring/core/codec'
import { isQueueFullError, move } from '@slipring/core/pool'
import { createRing } from '@slipring/core/ring'
import { f64, list, string, struct } from '@slipring/core/schema'
import { attachState, createState } from '@slipring/core/state'
import { type NodePort, parentPort, Pool, type PortOptions, Worker } from '@slipring/worker'
import { Piscina } from '@slipring/worker/piscina'
import * as poolWorker from '@slipring/worker/pool-worker'
import * as register from '@slipring/worker/register'

const Ticker = struct({ symbol: string, last: f64, trades: list(f64) })

export const last: number = Ticker.decode(Ticker.encode({ symbol: 'A', last: 1, trades: [] })).last
export const average: Pool<{ average(prices: number[]): number }> = new Pool({ filename: '/prices.mjs' })
export const answer: Promise<number> = average.run([1, 2], { name: 'average' })

const options: PortOptions = { capacity: 1 << 16 }

export async function exchange(file: URL): Promise<NodePort> {
  const worker = new Worker(file, options)
  worker.on('message', (message) => console.log(message))
  worker.postMessage(decode(encode({ when: new Date(0) })))
  for await (const message of worker.port) console.log(message)
  await worker.terminate()
  return worker.port
}

// @ts-expect-error
export const wrong: string = Ticker.decode(new Uint8Array(8)).last

export { poolWorker, register }
export { attachState, channelOf, core, createRing, createState, isQueueFullError, move, parentPort, Piscina }
