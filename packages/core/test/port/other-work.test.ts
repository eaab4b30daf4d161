import { expect, test } from 'vitest'
import type { Host } from '../../src/host.ts'
import { createOffer, openOffer } from '../../src/port/handshake.ts'
import { Port } from '../../src/port/port.ts'
import { threadHost } from './event-loop.ts'
import { ManualLane } from './manual-lane.ts'

const MESSAGES = 8000
const LISTENER_MS = 0.01

/**
 * A port gets messages that are all there, on a clock that moves only where something is done: a listener takes 10 µs, and
 * all else that its thread does between two turns takes `otherMs`. Gives the shares of the time of both.
 */
async function shares(otherMs: number): Promise<{ ofMessages: number; ofOtherWork: number }> {
  let ms = 1000
  let otherWork = 0
  const host: Host = {
    ...threadHost,
    canBlock: false,
    now: () => ms,
    nextTask: (callback) =>
      void setImmediate(() => {
        ms += otherMs
        otherWork += otherMs
        callback()
      }),
  }
  const { offer, regions } = createOffer({ capacity: 1 << 20 })
  const port = new Port({ host, lane: new ManualLane(), regions, owner: 1, options: {} })
  const other = new Port({ host, lane: new ManualLane(), regions: openOffer(offer), owner: 2, options: {} })
  for (let id = 0; id < MESSAGES; id++) port.postMessage(id)
  let count = 0
  await new Promise<void>((resolve) => {
    other.onmessage = () => {
      ms += LISTENER_MS
      if (++count === MESSAGES) resolve()
    }
  })
  other.close()
  const all = MESSAGES * LISTENER_MS + otherWork
  return { ofMessages: (MESSAGES * LISTENER_MS) / all, ofOtherWork: otherWork / all }
}

test.each([0.3, 1, 3])(
  'other work of a thread that takes %d ms a turn gets nearly half of the time',
  async (otherMs) => {
    const { ofOtherWork } = await shares(otherMs)
    expect(ofOtherWork).toBeGreaterThan(0.35)
    expect(ofOtherWork).toBeLessThan(0.5)
  },
)

test('a thread with no other work gives nearly all of its time to messages', async () => {
  const { ofMessages } = await shares(0.005)
  expect(ofMessages).toBeGreaterThan(0.99)
})
