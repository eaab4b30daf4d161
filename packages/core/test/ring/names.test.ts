import { expect, test } from 'vitest'
import {
  createBell,
  createRing,
  FanIn,
  type Nudge,
  openBell,
  openConsumer,
  openProducer,
  RECORD_MESSAGE,
  ringer,
} from '../../src/ring/index.ts'

test('the names of the part are enough for a lane that rings a bell', () => {
  const bell = createBell(2)
  const fanIn = new FanIn(bell, () => {})
  const ring = createRing({ capacity: 4096 })
  fanIn.add(1, openConsumer(ring))
  expect(fanIn.next()).toBeUndefined()
  const nudge: Nudge = ringer(openBell(bell.buffer), 1)
  const producer = openProducer(ring, nudge)
  expect(producer.tryClaim(4)).toBeGreaterThan(0)
  producer.commit(4, RECORD_MESSAGE, 7)
  expect(fanIn.hasNews()).toBe(false)
  producer.publish()
  expect([fanIn.hasNews(), fanIn.next()?.sequence, fanIn.lane]).toEqual([true, 7, 1])
})
