// Messages taken on a stack that fills up: a port that took none goes on, and one that lost something ends and says so. What
// must not be is a port that is dead and does not know.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { attach, createChannel, isRingCorruptError, receiveMessageOnPort, receiveMessageSync } from '../src/index.ts'
import { amountOfRun } from '../../../tools/short-run.mjs'

const COUNT = 14_000
const TRIALS = amountOfRun(24)

interface Outcome {
  /** The last that was taken before the stack was full, and the next that came after. */
  readonly last: number
  readonly next: number | undefined
  readonly closed: string | undefined
  readonly peerClosed: string | undefined
}

async function takenUntilFull(
  depth: number,
  post: (port: ReturnType<typeof attach>, number: number) => void,
  take: (port: ReturnType<typeof attach>) => { message: unknown } | undefined,
): Promise<Outcome> {
  const { port, offer } = createChannel()
  const other = attach(offer)
  for (let number = 0; number < COUNT; number++) post(port, number)
  let last = -1
  const dive = (): void => {
    const taken = take(other)
    if (taken !== undefined) last = taken.message as number
    dive()
  }
  const after = (levels: number): void => (levels === 0 ? dive() : after(levels - 1))
  expect(() => after(depth)).toThrow(/call stack|has ended|read to its end|Cannot/)
  let closed: string | undefined
  let peerClosed: string | undefined
  void other.closed.then(({ reason }) => (closed = reason))
  void port.closed.then(({ reason }) => (peerClosed = reason))
  await sleep(5)
  let next: number | undefined
  try {
    next = take(other)?.message as number | undefined
  } catch (error) {
    if (!isRingCorruptError(error)) throw error
  }
  if (next === undefined) await Promise.race([Promise.all([port.closed, other.closed]), sleep(1000)])
  const outcome = { last, next, closed, peerClosed }
  port.close()
  other.close()
  return outcome
}

const posts = {
  plain: (port: ReturnType<typeof attach>, number: number): void => port.postMessage(number),
  'by the native lane': (port: ReturnType<typeof attach>, number: number): void =>
    port.postMessage(number, [new ArrayBuffer(1)]),
}
const takes = {
  receiveMessageOnPort: (port: ReturnType<typeof attach>) => receiveMessageOnPort(port),
  receiveMessageSync: (port: ReturnType<typeof attach>) => receiveMessageSync(port, { timeout: 0 }),
}

for (const [lane, post] of Object.entries(posts)) {
  for (const [name, take] of Object.entries(takes)) {
    test(`messages, ${lane}, taken by ${name} until the stack is full`, { timeout: 60_000 }, async () => {
      const outcomes: Outcome[] = []
      for (let trial = 0; trial < TRIALS; trial++) outcomes.push(await takenUntilFull(trial * 3, post, take))
      for (const { last, next, closed, peerClosed } of outcomes) {
        expect(last).toBeGreaterThan(0)
        expect(last).toBeLessThan(COUNT - 1)
        // One may be lost with the call that threw, as natively.
        if (next !== undefined) expect([last + 1, last + 2]).toContain(next)
        else expect([closed, peerClosed]).toEqual(['corrupt', 'peer-closed'])
      }
    })
  }
}

test('a listener that could not be added for a full stack leaves the port as it was', { timeout: 60_000 }, async () => {
  let failures = 0
  for (let level = 120; level >= 0; level--) {
    const { port, offer } = createChannel({ capacity: 4096 })
    const other = attach(offer)
    const heard: unknown[] = []
    const listen = (message: unknown): void => void heard.push(message)
    if (listensAtLevel(other, listen, level)) {
      failures++
      other.on('message', listen)
      other.on('message', (message) => heard.push(message))
      port.postMessage('hello')
      await expect.poll(() => heard).toEqual(['hello', 'hello'])
    }
    port.close()
    other.close()
  }
  expect(failures).toBeGreaterThan(5)
})

/** Adds a listener so many levels below a full stack; whether that failed. */
function listensAtLevel(port: ReturnType<typeof attach>, listen: (message: unknown) => void, level: number): boolean {
  let levels = 0
  let hasFailed = false
  const dive = (): void => {
    try {
      dive()
    } catch {
      // Full: on the way back.
    }
    if (levels++ !== level) return
    try {
      port.on('message', listen)
    } catch {
      hasFailed = true
    }
  }
  dive()
  return hasFailed
}
