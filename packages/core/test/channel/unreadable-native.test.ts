import { expect, test } from 'vitest'
import { OOB_STANDALONE } from '../../src/channel/out-of-band.ts'
import { EMPTY, MESSAGE, Receiver } from '../../src/channel/receiver.ts'
import { encode } from '../../src/codec/index.ts'
import { OUT_OF_BAND } from '../../src/memory/layout.ts'
import { createRegion } from '../../src/memory/region.ts'
import { Producer } from '../../src/ring/producer.ts'

const RING = 'ring'
const LANE = 'lane'
const LOST = 'lost'

const nothing = (): void => {}

/** What arrives of messages that went by these ways, each with its number as its value. */
function arrived(...ways: readonly string[]): unknown[] {
  const region = createRegion({ capacity: 4096 })
  const lane = { post: nothing }
  const receiver = new Receiver({ region, lane, token: 'token', owner: 2, onRing: nothing, onForeign: nothing })
  const producer = new Producer(region)
  let announced = 0
  for (const [number, way] of ways.entries()) {
    const bytes = encode(number)
    if (way === RING) {
      const at = producer.tryClaim(bytes.length)
      new Uint8Array(region.buffer, 1024).set(bytes, at)
      producer.commit(bytes.length, 2, number)
      producer.publish()
    } else Atomics.store(region.words, OUT_OF_BAND, ++announced)
    if (way === LANE) receiver.onMessage(['token', number, OOB_STANDALONE, bytes, undefined])
    if (way === LOST) receiver.onUnreadable()
  }
  const values: unknown[] = []
  while (receiver.next() === MESSAGE) values.push(receiver.value)
  expect(receiver.next()).toBe(EMPTY)
  return values
}

test('a native message that cannot be read is passed over, whatever comes before and after it', () => {
  expect(arrived(RING, LOST, RING)).toEqual([0, 2])
  expect(arrived(LANE, LOST, LANE, RING)).toEqual([0, 2, 3])
  expect(arrived(LOST, LOST, LANE)).toEqual([2])
  expect(arrived(RING, LANE, LOST)).toEqual([0, 1])
  expect(arrived(RING, LOST, LANE, LOST, RING)).toEqual([0, 2, 4])
})
