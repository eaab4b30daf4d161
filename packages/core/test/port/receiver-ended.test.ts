import { expect, test } from 'vitest'
import { CONSUMER_POSITION, CONSUMER_STATE, STATE_CLOSED } from '../../src/memory/layout.ts'
import { createOffer, openOffer } from '../../src/port/handshake.ts'
import type { PortOptions } from '../../src/port/options.ts'
import { Port } from '../../src/port/port.ts'
import { threadHost as host } from './event-loop.ts'
import { ManualLane } from './manual-lane.ts'

// A side that only posts learns from the rings alone that the other one has ended: no event of the lane tells.

class SilentLane extends ManualLane {
  readonly endsSilently = true
  isHeard = false
}

function pairOf(options: PortOptions = {}) {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lanes = [new SilentLane(), new SilentLane()] as const
  const port = new Port({ host, lane: lanes[0], regions, owner: 1, options })
  const other = new Port({ host, lane: lanes[1], regions: openOffer(offer), owner: 2, options: {} })
  return { port, other, lanes, regions }
}

const closed = { name: 'ClosedError', reason: 'peer-closed' }
const text = 'x'.repeat(900)

test('ready rejects where the other side has ended before the ring grew', async () => {
  const { port, other } = pairOf({ highWaterMark: 0 })
  expect(other.takeMessage()).toBeUndefined()
  port.postMessage(text)
  other.close()
  await expect(port.ready).rejects.toMatchObject(closed)
})

test('ready rejects where the other side has ended in a ring that the poster has left', async () => {
  const { port, other } = pairOf({ highWaterMark: 0 })
  expect(other.takeMessage()).toBeUndefined()
  port.postMessage('x'.repeat(6000))
  expect(port.stats().growths).toBe(1)
  const { ready } = port
  other.close()
  await expect(ready).rejects.toMatchObject(closed)
})

test('a port that only posts hears of the end when its ring is full, and makes no larger ring', async () => {
  const { port, other } = pairOf()
  expect(other.takeMessage()).toBeUndefined()
  other.close()
  for (let count = 0; count < 5; count++) port.postMessage(text)
  expect(port.stats().growths).toBe(0)
  expect(await port.closed).toEqual({ reason: 'peer-closed' })
})

test('a port that never took its end says all the same that it takes no more', () => {
  const { port, regions } = pairOf()
  port.close()
  expect(Atomics.load(regions.incoming.words, CONSUMER_STATE)).toBe(STATE_CLOSED)
})

test('a port that only posts, and hears the lane, is told at once', async () => {
  const { port, other, lanes, regions } = pairOf()
  lanes[1].isHeard = true
  port.postMessage('one')
  // As a browser's `parentPort` does from its first use.
  ;(port as unknown as { listen(): void }).listen()
  other.close()
  expect(lanes[1].posted).toEqual([regions.token])
  lanes[0].listener!.onMessage(regions.token)
  expect(await port.closed).toEqual({ reason: 'peer-closed' })
})

test('a message that is larger than maxBufferedBytes leaves ready as it was', async () => {
  const { port } = pairOf({ maxBufferedBytes: 1000, highWaterMark: 800 })
  expect(() => port.postMessage('x'.repeat(5000))).toThrow(expect.objectContaining({ name: 'BufferFullError' }))
  port.postMessage('small')
  expect(await port.ready).toBeUndefined()
})

test('a getter that finds another port corrupt ends only that port', () => {
  const torn = pairOf()
  Atomics.store(torn.regions.outgoing.words, CONSUMER_POSITION, 1 << 20)
  const { port, other } = pairOf()
  const value = {
    get of() {
      for (let count = 0; count < 10; count++) torn.port.postMessage(text)
      return 0
    },
  }
  expect(() => port.postMessage(value)).toThrow(expect.objectContaining({ name: 'RingCorruptError' }))
  port.postMessage('after')
  expect(other.takeMessage()).toEqual({ message: 'after' })
})

async function fillLater(bytes: Uint8Array): Promise<void> {
  await undefined
  bytes.fill(255)
}

test('bytes that are filled later land in no message', async () => {
  const { port, other, lanes } = pairOf()
  expect(other.takeMessage()).toBeUndefined()
  expect(() => port.postBytes(100, fillLater)).toThrow(TypeError)
  const message = { text: 'y'.repeat(80) }
  port.postMessage(message)
  await new Promise((resolve) => void setImmediate(resolve))
  for (const posted of lanes[0].posted) lanes[1].listener!.onMessage(posted)
  expect(other.takeMessage()).toEqual({ message })
})
