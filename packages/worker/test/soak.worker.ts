/** The other thread of the soak. Listens, and now and then blocks for a while to receive. */

import { workerData } from 'node:worker_threads'
import { attach, type Offer, receiveMessageSync } from '@slipring/worker'
import { SoakMemory } from './soak-memory.ts'
import { type Letter, SoakSide } from './soak-side.ts'
import { randomOf } from './stress-messages.ts'

const { offer, seed, sampleMs } = workerData as { offer: Offer; seed: number; sampleMs: number }
const memory = new SoakMemory()
const port = attach(offer)
const random = randomOf(seed + 0x5eed)
let isOver = false
const side = new SoakSide(port, random)
port.on('message', take)
const samples = setInterval(() => memory.sample(), sampleMs)
blockNowAndThen()

function take(letter: Letter): void {
  if (letter.account === undefined) return side.take(letter)
  isOver = true
  side.stop()
  clearInterval(samples)
  memory.sample()
  port.postMessage({ seen: 0, account: side.account, growth: memory.growth } satisfies Letter)
  port.close()
}

function blockNowAndThen(): void {
  setTimeout(() => {
    const end = performance.now() + (random() % 30)
    while (!isOver && performance.now() < end) {
      const next = receiveMessageSync(port, { timeout: random() % 10 })
      if (next !== undefined) take(next.message as Letter)
    }
    if (!isOver) blockNowAndThen()
  }, random() % 300)
}
