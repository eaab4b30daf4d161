/** The doomed thread of a trial: does what the plan says until its time has come, and ends as the plan says. */

import { workerData } from 'node:worker_threads'
import { accept, attach, type NodePort, type Offer, parentPort, receiveMessageSync } from '@slipring/worker'
import { numbered, type Plan } from './fault-plan.ts'

interface Doom {
  readonly plan: Plan
  readonly offer: Offer | undefined
  /** Messages whose `postMessage` has returned; shared. */
  readonly posted: Int32Array
}

const { plan, offer, posted } = workerData as Doom
const { kill, state, survivor, code, afterMs, capacity, maxCapacity } = plan
const options = { capacity, maxCapacity }
const port: NodePort =
  survivor === 'drop-in' ? parentPort! : survivor === 'connect' ? await accept(options) : attach(offer!, options)
const deadline = kill === 'terminate' ? Infinity : performance.now() + Math.max(afterMs, 0)
const kept: unknown[] = []
let sent = 0

const isOver = (): boolean => performance.now() >= deadline

function post(): void {
  const [message, transfer] = numbered(sent)
  port.postMessage(message, transfer)
  // Not before postMessage has returned: until then the message may be lost.
  Atomics.store(posted, 0, ++sent)
}

function die(): void {
  if (kill === 'exit') process.exit(code)
  if (kill === 'throw') throw new Error('on purpose')
  if (kill === 'memory') for (;;) kept.push(Array.from({ length: 10_000 }, () => kept.length))
  // By itself: without a listener nothing holds this thread.
  port.off('message', onMessage)
}

function onMessage(): void {
  if (state === 'conversing') post()
  if (isOver()) die()
}

function flood(): void {
  for (let burst = 0; burst < (state === 'growing' ? 20_000 : 300); burst++) {
    post()
    if (isOver()) return die()
  }
  setTimeout(flood, 1)
}

if (state === 'blocked') {
  while (!isOver()) {
    const timeout = deadline === Infinity ? Infinity : Math.max(deadline - performance.now(), 0)
    if (receiveMessageSync(port, { timeout }) !== undefined) post()
  }
  die()
} else {
  port.on('message', onMessage)
  if (state === 'flooding' || state === 'growing') flood()
  else if (deadline !== Infinity) setTimeout(die, Math.max(deadline - performance.now(), 1))
}
