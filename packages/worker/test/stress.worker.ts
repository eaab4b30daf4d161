/** The worker of the stress test: sends its own mixture while it checks what it receives. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach, receiveMessageOnPort, receiveMessageSync } from '@slipring/worker'
import { checkMessage, makeMessage, type Numbered, type Plan, randomOf } from './stress-messages.ts'

const { seed, messages, receive, options, offer } = workerData as Plan
const port = attach(offer, options)
const random = randomOf(seed + 1)
const wrong: string[] = []
let sent = 0
let received = 0

function sendBurst(): void {
  const burst = random() % 200
  for (let index = 0; index < burst && sent < messages; index++) {
    const { message, transferred } = makeMessage(sent, random, (inner) => port.postMessage(inner))
    sent = message.number + 1
    port.postMessage(message, transferred)
  }
}

/** False after the last message. */
function take(message: Numbered): boolean {
  const problem = checkMessage(message, received++)
  if (problem !== undefined) wrong.push(problem)
  if (message.end !== true) return true
  while (sent < messages) sendBurst()
  parentPort!.postMessage(wrong)
  port.close()
  return false
}

if (receive === 'block') {
  for (;;) {
    sendBurst()
    const next = receiveMessageSync(port, { timeout: sent < messages ? random() % 2 : Infinity })
    if (next !== undefined && !take(next.message as Numbered)) break
  }
} else if (receive === 'listen') {
  port.on('message', take)
  const timer = setInterval(() => {
    sendBurst()
    if (sent >= messages) clearInterval(timer)
  }, 1)
} else {
  const turn = (): void => {
    sendBurst()
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      if (!take(next.message as Numbered)) return
    setTimeout(turn, random() % 2)
  }
  turn()
}
