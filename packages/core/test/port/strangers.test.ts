import { expect, test } from 'vitest'
import { calm, type PairTraits, simulatedPair } from './simulated-pair.ts'

// Native messages of somebody who knows nothing of us, posted before the other side ended.

const POLLED: PairTraits = {
  made: 'channel',
  canPoll: true,
  hearsNudges: false,
  endsSilently: true,
  deliversAfterClose: false,
  options: { waitStrategy: 'park' },
}

test('taking messages until there is none gets all of them', async () => {
  const sides = simulatedPair(POLLED)
  const [stranger, { port }] = sides
  port.listen()
  stranger.lane.post('one')
  stranger.lane.post('two')
  stranger.port.close()
  const taken: unknown[] = []
  for (let next; (next = port.takeMessage()) !== undefined;) taken.push(next.message)
  expect(taken).toEqual(['one', 'two'])
  await calm(sides)
  expect(await port.closed).toEqual({ reason: 'peer-closed' })
})

test('any number of them is looked at without a full stack', async () => {
  const sides = simulatedPair(POLLED)
  const [stranger, { port }] = sides
  const count = 40_000
  port.listen()
  stranger.lane.post(0)
  expect(port.takeMessage()).toBeUndefined()
  for (let id = 1; id < count; id++) stranger.lane.post(id)
  stranger.port.close()
  // The first look is a task of its own, and finds all of them.
  sides[1].choices[0]!.run()
  for (let id = 0; id < count; id++) expect(port.takeMessage()).toEqual({ message: id })
  await calm(sides)
  expect(await port.closed).toEqual({ reason: 'peer-closed' })
})

test('without shared memory a message whose getter closes the port counts for nothing', () => {
  const [{ port }] = simulatedPair({ ...POLLED, made: 'page' })
  port.postMessage('before')
  port.postMessage({
    get last() {
      port.close()
      return true
    },
  })
  expect(port.stats().messagesSent).toBe(1)
})
