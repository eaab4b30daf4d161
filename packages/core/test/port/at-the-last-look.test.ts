import { expect, test } from 'vitest'
import { channelOf } from '../../src/channel/index.ts'
import { struct, u32 } from '../../src/schema/index.ts'
import { calm, type PairTraits, type SimulatedSide, simulatedPair } from './simulated-pair.ts'

// A turn that finds nothing looks on for a while, looks once more whether the port has ended, and parks. The other side may
// act between any two of these steps. The turn must find that, or a waiter must be told.

const LOOKING: PairTraits = {
  made: 'channel',
  canPoll: true,
  hearsNudges: false,
  endsSilently: true,
  deliversAfterClose: false,
  options: { waitStrategy: 'spin', highWaterMark: 0 },
}
/** The looks of a turn read the clock less often than this. */
const READINGS = 60
const Numbered = channelOf(struct({ id: u32 }))

/** Plays `act` at each reading of the clock by the looking side, in a pair of its own. */
async function atEachReading(
  begin: (sides: readonly [SimulatedSide, SimulatedSide]) => { act: () => void; check: () => Promise<void> },
): Promise<number> {
  let acted = 0
  for (let reading = 1; reading <= READINGS; reading++) {
    const sides = simulatedPair(LOOKING)
    const { act, check } = begin(sides)
    await calm(sides, 3)
    let left = reading
    sides[1].onClock = () => {
      if (--left === 0) act()
    }
    sides[0].port.postMessage('begin')
    await calm(sides, 3)
    if (left > 0) continue
    acted++
    await calm(sides, 3)
    await check()
  }
  return acted
}

test('a record that somebody waits for, and the end behind it', async () => {
  const acted = await atEachReading(([{ port }, other]) => {
    const got: number[] = []
    const channel = port.channel(Numbered)
    other.port.onmessage = () => {}
    other.port.channel(Numbered).onrecord = ({ id }: { id: number }) => got.push(id)
    return {
      act: () => {
        channel.send({ id: 7 })
        port.close()
      },
      check: async () => {
        expect(await other.port.closed).toEqual({ reason: 'peer-closed' })
        expect(got).toEqual([7])
      },
    }
  })
  expect(acted).toBeGreaterThan(20)
})

test('a record for nobody, and the end behind it', async () => {
  const acted = await atEachReading(([{ port }, other]) => {
    const channel = port.channel(Numbered)
    other.port.onmessage = () => {}
    return {
      act: () => {
        channel.send({ id: 7 })
        port.close()
      },
      check: async () => expect(await other.port.closed).toEqual({ reason: 'peer-closed' }),
    }
  })
  expect(acted).toBeGreaterThan(20)
})

test('a channel is opened, and its side waits for room', async () => {
  const acted = await atEachReading(([{ port }, other]) => {
    let isReady = false
    other.port.onmessage = () => {}
    return {
      act: () => {
        port.channel(Numbered)
        void port.ready.then(() => (isReady = true))
      },
      check: async () => expect(isReady).toBe(true),
    }
  })
  expect(acted).toBeGreaterThan(20)
})
