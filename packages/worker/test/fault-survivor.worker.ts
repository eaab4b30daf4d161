/** The surviving thread of a trial between two workers: receives until its port ends, and reports. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { createChannel, type NodePort, receiveMessageSync } from '@slipring/worker'
import { currentMs, isFlooded, type Numbered, numbered, type Plan, startBusyness, Tally } from './fault-plan.ts'

const plan = workerData as Plan
const { capacity, maxCapacity } = plan
const { port, offer, transfer } = createChannel({ capacity, maxCapacity })
const tally = new Tally()
let sent = 0

native!.postMessage(offer, transfer as never)
if (plan.survivor === 'worker that blocks') block(port)
else listen(port)
const { reason } = await port.closed
const { received, wrong, lastAt } = tally
native!.postMessage({ received, wrong, lastAt, reason, closedAt: currentMs() })

function block(from: NodePort): void {
  for (let burst = 0; isFlooded(plan) && burst < 500; burst++) post(from)
  for (let next; (next = receiveMessageSync(from)) !== undefined;) {
    tally.take(next.message as Numbered)
    if (isFlooded(plan)) post(from)
  }
}

function listen(from: NodePort): void {
  from.on('message', (message) => tally.take(message))
  void from.closed.then(startBusyness(plan))
  if (!isFlooded(plan)) return
  const timer = setInterval(() => {
    for (let burst = 0; burst < 200; burst++) post(from)
  }, 2)
  void from.closed.then(() => clearInterval(timer))
}

function post(to: NodePort): void {
  to.postMessage(...numbered(sent++))
}
