/** The other thread of a trial: does what ports are for, and tells of all that came of it. */

import { setTimeout as delay } from 'node:timers/promises'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { attach, type NodePort, type Offer, receiveMessageSync } from '@slipring/worker'
import { makeMessage } from '../../packages/worker/test/stress-messages.ts'
import { randomOf } from '../litmus/lock-step.js'
import type { Plan } from './plan.ts'
import { Side } from './side.ts'

const AT_A_TIME = 20

interface Trial {
  readonly plan: Plan
  readonly offer: Offer
}

parentPort!.on('message', async ({ plan, offer }: Trial) => {
  const { maxCapacity, victim } = plan
  const whenFull = victim === 'writes, and blocks when full' ? 'block' : 'buffer'
  const side = new Side()
  const port = side.attempt(() => attach(offer, { maxCapacity, whenFull }))
  if (port === undefined) {
    ;(offer.lane as MessagePort).close()
    return parentPort!.postMessage({ sight: side.sight() })
  }
  side.watch(port)
  const random = randomOf(plan.seed + 3)
  // Nobody has to listen for a port to end.
  port.ref()
  if (victim === 'listens') port.on('message', (message) => side.take(message))
  else if (victim === 'receives') await receive(port, side)
  else if (victim === 'blocks') await block(port, side, Infinity)
  else if (victim === 'blocks for a time') await block(port, side, 1 + (random() % 3))
  else await write(plan, port, side, random)
  await port.closed
  parentPort!.postMessage({ sight: side.sight() })
})

async function receive(port: NodePort, side: Side): Promise<void> {
  while (!side.isOver)
    try {
      side.take(await port.receive({ timeout: 20 }))
    } catch (error) {
      side.noteError(error)
    }
}

async function block(port: NodePort, side: Side, timeout: number): Promise<void> {
  while (!side.isOver) {
    for (let count = 0; count < AT_A_TIME; count++)
      side.takeWrapped(side.attempt(() => receiveMessageSync(port, { timeout })))
    await delay(0)
  }
}

async function write({ victim }: Plan, port: NodePort, side: Side, random: () => number): Promise<void> {
  const isPatient = victim === 'tries to write'
  port.on('message', (message) => side.take(message))
  while (!side.isOver) {
    for (let count = random() % AT_A_TIME; count > 0; count--) {
      const { message, transferred } = makeMessage(side.sent, random, (inner) => port.postMessage(inner))
      const isSent = side.attempt(() =>
        isPatient ? port.tryPostMessage(message, transferred) : port.postMessage(message, transferred),
      )
      if (isSent === false) break
      side.sent++
    }
    // It is rejected at once when the other side takes nothing any more.
    if (isPatient) await Promise.race([port.ready.catch((error: unknown) => side.noteError(error)), delay(20)])
    await delay(0)
  }
}
