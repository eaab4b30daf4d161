/** The hostile thread: talks over a channel as it should, and scribbles over the memory of both directions meanwhile. */

import { parentPort } from 'node:worker_threads'
import { createChannel, type NodePort } from '@slipring/worker'
import { makeMessage } from '../../packages/worker/test/stress-messages.ts'
import { randomOf } from '../litmus/lock-step.js'
import type { Plan } from './plan.ts'
import { Scribbler } from './scribbler.ts'
import { Side } from './side.ts'

const BURST = 12
const SLICE_MS = 0.3

// Also the rings that our sender makes when the first one is full.
let made: SharedArrayBuffer[] = []
globalThis.SharedArrayBuffer = new Proxy(SharedArrayBuffer, {
  construct(target, [bytes]) {
    const buffer = new target(bytes)
    // Larger than what messages carry, and what is for sleeping only.
    if (bytes > 4096) made.push(buffer)
    return buffer
  },
})

parentPort!.on('message', async (plan: Plan) => {
  made = []
  const { capacity, maxCapacity, startPosition } = plan
  const { port, offer, transfer } = createChannel({ capacity, maxCapacity, startPosition })
  const side = new Side()
  side.watch(port)
  port.on('message', (message) => side.take(message))
  parentPort!.postMessage({ offer }, [...transfer] as never)
  await converse(plan, port, side, new Scribbler(made, randomOf(plan.seed + 1), plan.target))
  side.attempt(() => port.close())
  await port.closed
  parentPort!.postMessage({ sight: side.sight() })
})

/** Until the time is over; after its own port has ended it only scribbles. */
async function converse(plan: Plan, port: NodePort, side: Side, scribbler: Scribbler): Promise<void> {
  const random = randomOf(plan.seed + 2)
  const end = performance.now() + plan.ms
  while (performance.now() < end) {
    for (let burst = random() % BURST; burst > 0 && !side.isOver; burst--)
      side.attempt(() => {
        const { message, transferred } = makeMessage(side.sent, random, (inner) => port.postMessage(inner))
        port.postMessage(message, transferred)
        side.sent++
      })
    // One is enough to end a port, but for payloads: most conversations are to last a while.
    const most = plan.target === 'payloads' ? random() % 8 : random() % 3
    const sliceEnd = performance.now() + SLICE_MS
    for (let count = 0; count < most && performance.now() < sliceEnd; count++) scribbler.scribble()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
