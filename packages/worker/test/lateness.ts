/** How late a timer is that is due every 5 ms, and the flood that may make it so. */

import type { NodePort } from '@slipring/worker'

const DUE_MS = 5
/** Posted in one piece, so that the poster's own loop turns too. */
const BURST = 2000

/** Milliseconds late, and how many messages and timers there were. */
export interface Lateness {
  readonly messages: number
  readonly timers: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Listens until the flood ends. */
export async function latenessUnder(port: NodePort): Promise<Lateness> {
  const late: number[] = []
  let messages = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    late.push(Math.max(0, now - last - DUE_MS))
    last = now
  }, DUE_MS)
  await new Promise<void>((resolve) => port.on('message', (message) => (message === 'end' ? resolve() : messages++)))
  port.removeAllListeners('message')
  clearInterval(timer)
  late.sort((a, b) => a - b)
  const at = (share: number): number => late[Math.min(late.length - 1, Math.floor(share * late.length))] ?? Infinity
  return { messages, timers: late.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** Posts for `ms` as fast as the other side takes it. */
export async function flood(port: NodePort, ms: number): Promise<void> {
  const end = performance.now() + ms
  let id = 0
  while (performance.now() < end) {
    for (let index = 0; index < BURST; index++) port.postMessage({ id: id++, x: index / 3, y: -index })
    await port.ready
    await new Promise((resolve) => setImmediate(resolve))
  }
  port.postMessage('end')
}
