import { expect, test } from 'vitest'
import type { Host, Lane, LaneListener } from '../../src/host.ts'
import { createOffer, openOffer } from '../../src/port/handshake.ts'
import { Port } from '../../src/port/port.ts'
import { threadHost as host } from './event-loop.ts'
import { receiveMessageSync } from '../../src/port/receive-on-port.ts'

// Messages of a sender that knows nothing of us may wait on the native port when the ring says that the other side has
// ended. The order of the two is nobody's; but none may be lost, and the end comes behind all.

const task = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
const PAUSES = { none: undefined, microtask: () => Promise.resolve(), task }
type Pause = keyof typeof PAUSES

class FilledLane implements Lane {
  listener!: LaneListener
  #onNudge!: () => boolean

  post(): void {}

  start(listener: LaneListener): void {
    this.listener = listener
  }

  hearNudges(_token: string, onNudge: () => boolean): void {
    this.#onNudge = onNudge
  }

  nudge(token: string): void {
    if (!this.#onNudge()) this.listener.onMessage(token)
  }

  close(): void {}
}

const FOREIGN = ['first', 'second', 'third']

/** How somebody asks for messages, and the list of those that come. */
const ASKERS: Record<string, (port: Port, seen: unknown[]) => unknown> = {
  'a listener': (port, seen) => {
    port.onmessage = (event: { data: unknown }) => seen.push(event.data)
  },
  'a listener that blocks for the second': (port, seen) => {
    port.onmessage = (event: { data: unknown }) => {
      seen.push(event.data)
      const isFirst = seen.length === 1
      const taken = isFirst ? receiveMessageSync(port, { timeout: 0 }) : undefined
      if (taken !== undefined) seen.push(taken.message)
    }
  },
  'an iteration': async (port, seen) => {
    for await (const message of port) seen.push(message)
  },
  'one receive() after the other': async (port, seen) => {
    const next = (): Promise<number> =>
      port.receive().then(
        (message) => seen.push(message),
        () => 0,
      )
    while ((await next()) !== 0);
  },
  'receive(), once for each,': async (port, seen) => {
    while (seen.length <= FOREIGN.length) seen.push(await port.receive())
  },
  'receive(), once for each, with a pause,': async (port, seen) => {
    for (; seen.length <= FOREIGN.length; await task()) seen.push(await port.receive())
  },
  'takeMessage(), once for each,': async (port, seen) => {
    for (; seen.length <= FOREIGN.length; await task()) {
      const taken = port.takeMessage()
      if (taken !== undefined) seen.push(taken.message)
    }
  },
}

/** A posted message in each place among the foreign ones, and the end behind all. */
const STORIES = [0, 1, 2, 3].map((place) => FOREIGN.toSpliced(place, 0, 'ours').concat('end'))

async function run(story: readonly string[], pauses: readonly Pause[], ask: (typeof ASKERS)[string]) {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lane = new FilledLane()
  const port = new Port({ host, lane: new FilledLane(), regions, owner: 1, options: {} })
  const other = new Port({ host, lane, regions: openOffer(offer), owner: 2, options: {} })
  const seen: unknown[] = []
  ask(other, seen)
  for (const [index, step] of story.entries()) {
    if (FOREIGN.includes(step)) lane.listener.onMessage(step)
    else {
      if (step === 'end') port.close()
      else port.postMessage(step)
      lane.nudge(regions.token)
    }
    await PAUSES[pauses[index]!]?.()
  }
  const { reason } = await other.closed
  await task()
  return { seen, reason }
}

/** Every way to pause after each of `steps`. */
function pausings(steps: number): Pause[][] {
  if (steps === 0) return [[]]
  return pausings(steps - 1).flatMap((rest) => (Object.keys(PAUSES) as Pause[]).map((pause) => [pause, ...rest]))
}

test.each(Object.keys(ASKERS))('%s gets all foreign messages in order before a port ends', async (asker) => {
  for (const story of STORIES)
    for (const pauses of pausings(story.length)) {
      const { seen, reason } = await run(story, pauses, ASKERS[asker]!)
      const how = JSON.stringify({ story, pauses })
      expect(reason, how).toBe('peer-closed')
      expect(seen, how).toHaveLength(story.length - 1)
      expect(seen, how).toContain('ours')
      expect(
        seen.filter((message) => message !== 'ours'),
        how,
      ).toEqual(FOREIGN)
    }
})

test('an end that came before the last message was taken is told without another request', async () => {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lane = new FilledLane()
  const port = new Port({ host, lane: new FilledLane(), regions, owner: 1, options: {} })
  const other = new Port({ host, lane, regions: openOffer(offer), owner: 2, options: {} })
  expect(other.takeMessage()).toBeUndefined()
  port.postMessage('one')
  port.postMessage('two')
  port.close()
  lane.nudge(regions.token)
  await task()
  expect(other.takeMessage()).toEqual({ message: 'one' })
  await task()
  expect(receiveMessageSync(other, { timeout: 0 })).toEqual({ message: 'two' })
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
})

test('a thread that blocks again and again leaves one task for its event loop, and not one for each sleep', async () => {
  let tasks = 0
  const counting: Host = { ...host, nextTask: (callback) => void (tasks++, setImmediate(callback)) }
  const { offer, regions } = createOffer({ capacity: 4096 })
  const port = new Port({ host, lane: new FilledLane(), regions, owner: 1, options: {} })
  const other = new Port({ host: counting, lane: new FilledLane(), regions: openOffer(offer), owner: 2, options: {} })
  const seen: unknown[] = []
  other.onmessage = (event: { data: unknown }) => seen.push(event.data)
  port.postMessage('one')
  expect(receiveMessageSync(other, { timeout: 0 })).toEqual({ message: 'one' })
  const before = tasks
  while (other.stats().parks < 10) expect(receiveMessageSync(other, { timeout: 1 })).toBeUndefined()
  expect(tasks - before).toBeLessThanOrEqual(1)
  port.postMessage('two')
  await expect.poll(() => seen).toEqual(['two'])
  port.close()
})
