// Messages taken and posted on a stack that fills up (docs/decisions/0024): the port goes on, or ends and both sides are told
// why. No port may be dead without knowing it.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
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
        else expect([closed, peerClosed]).toEqual(['stack-overflow', 'peer-stack-overflow'])
      }
    })
  }
}

/** Calls `act` so many frames above a stack overflow and gives its exception; `padding` arguments make frames larger. */
function thrownAbove(frames: number, padding: number, act: () => void): unknown {
  let left = frames
  // Unless there is room even to call it.
  let thrown: unknown = new RangeError('not called')
  const dive = (): void => {
    try {
      dive()
    } catch {
      // Full: on the way back.
    }
    if (left-- !== 0) return
    thrown = undefined
    try {
      act()
    } catch (error) {
      thrown = error
    }
  }
  const begin = (..._padding: number[]): void => dive()
  begin(...Array.from({ length: padding }, () => 0))
  return thrown
}

const LARGE = 'more than the first ring has room for. '.repeat(200)
const MESSAGES: [string, unknown][] = [
  ['numbers', 1],
  ['messages for which the ring grows', [1, LARGE]],
  ['messages by the native lane', [1, new SharedArrayBuffer(8)]],
]

// The first of all with room enough: what is not compiled yet needs much more of the stack for that than for itself.
test.each(MESSAGES)(
  '%s, posted to another thread at every depth of a full stack',
  { timeout: 60_000 },
  async (_, message) => {
    const worker = new Worker(new URL('stack-overflow.worker.ts', import.meta.url))
    const reasons = new Set<string>()
    for (let frames = -1; frames < amountOfRun(40); frames++) {
      for (let padding = 0; padding < 3; padding++) {
        const { port, offer, transfer } = createChannel({ capacity: 4096 })
        worker.postMessage(offer, transfer as never)
        port.postMessage(0)
        await once(worker, 'message')
        // Until it is asleep, mostly.
        await sleep(2)
        const post = (): void => port.postMessage(message)
        const thrown = frames === -1 ? post() : thrownAbove(frames, padding, post)
        port.postMessage(2)
        port.close()
        const [{ got, reason }] = (await once(worker, 'message')) as [{ got: (number | [number])[]; reason: string }]
        const numbers = got.map((value) => (Array.isArray(value) ? value[0] : value))
        reasons.add(reason)
        if (reason === 'peer-closed') expect(numbers).toEqual(thrown === undefined ? [0, 1, 2] : [0, 2])
        else expect([[0], [0, 1]]).toContainEqual(numbers)
        const { reason: own } = await port.closed
        expect(own).toBe(reason === 'peer-closed' ? 'closed' : 'stack-overflow')
      }
    }
    expect(['peer-closed', 'peer-stack-overflow']).toEqual(expect.arrayContaining([...reasons]))
    await worker.terminate()
  },
)
