import { expect, test } from 'vitest'
import { struct, u32 } from '../../src/schema/index.ts'
import { type IsStopped, stopNearEverywhere } from '../signal/full-stack.ts'
import { calm, type PairTraits, type SimulatedSide, simulatedPair } from './simulated-pair.ts'

// Who is told that its stack was too full to wait for a message does not wait: the message that comes next is for others.

const TRAITS: PairTraits = {
  made: 'channel',
  canPoll: true,
  hearsNudges: false,
  endsSilently: false,
  deliversAfterClose: false,
  options: { waitStrategy: 'park' },
}
const Numbered = struct({ id: u32 })

/** What it settles with; an error where the stack was too full. */
async function outcomeOf(receive: () => Promise<unknown>, isStopped: IsStopped): Promise<() => unknown> {
  let promise: Promise<unknown> | undefined
  isStopped(() => (promise = receive()))
  // Its caller has none either, where the stack was too full even for that.
  let outcome: unknown = promise === undefined ? new RangeError('not asked') : 'nothing'
  promise?.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  )
  await Promise.resolve()
  return () => outcome
}

const always: IsStopped = (act) => {
  act()
  return false
}

let asksLeft = Infinity

/** A pair of which the second may be stopped. */
function stoppablePair(): readonly [SimulatedSide, SimulatedSide] {
  const sides = simulatedPair(TRAITS)
  sides[1].onAsked = () => {
    if (asksLeft-- === 0) throw new RangeError('Maximum call stack size exceeded')
  }
  return sides
}

/** Where the platform is asked for a task or a timer, and wherever this engine finds the stack full. */
async function stopEverywhere(trial: (isStopped: IsStopped) => Promise<void>): Promise<void> {
  await stopAtEachAsk(trial)
  await stopNearEverywhere(trial)
}

/** How many there are. */
async function stopAtEachAsk(trial: (isStopped: IsStopped) => Promise<void>): Promise<number> {
  for (let asks = 0; ; asks++) {
    const outcomes: boolean[] = []
    await trial((act) => {
      asksLeft = asks
      try {
        act()
      } finally {
        outcomes.push(asksLeft < 0)
        asksLeft = Infinity
      }
      return outcomes.includes(true)
    })
    if (!outcomes.includes(true)) return asks
  }
}

test.each<[string, object]>([
  ['', {}],
  [' for a while', { timeout: 1000 }],
  [' until a signal', { signal: new AbortController().signal }],
])('no message is lost to a receive%s that a full stack has stopped', async (_, options) => {
  let stops = 0
  await stopEverywhere(async (isStopped) => {
    const [sender, receiver] = stoppablePair()
    const first = await outcomeOf(() => receiver.port.receive(), always)
    const second = await outcomeOf(() => receiver.port.receive(options), isStopped)
    const third = await outcomeOf(() => receiver.port.receive(), always)
    for (const message of ['a', 'b', 'c']) sender.port.postMessage(message)
    await calm([sender, receiver])
    const outcomes = [first(), second(), third()]
    if (outcomes[1] instanceof Error) stops++
    expect(outcomes.filter((outcome) => !(outcome instanceof Error))).toEqual(
      ['a', 'b', 'c'].slice(0, outcomes[1] instanceof Error ? 2 : 3),
    )
  })
  expect(stops).toBeGreaterThan(10)
})

test('no record is lost to a receive that a full stack has stopped', async () => {
  let stops = 0
  await stopEverywhere(async (isStopped) => {
    const sides = stoppablePair()
    const [sending, receiving] = sides.map(({ port }) => port.channel(Numbered, { name: 'numbered' })) as [any, any]
    await calm(sides)
    const first = await outcomeOf(() => receiving.receive(), always)
    const second = await outcomeOf(() => receiving.receive(), isStopped)
    const third = await outcomeOf(() => receiving.receive(), always)
    for (let id = 0; id < 3; id++) sending.send({ id })
    await calm(sides)
    const outcomes = [first(), second(), third()]
    if (outcomes[1] instanceof Error) stops++
    expect(outcomes.filter((outcome) => !(outcome instanceof Error))).toEqual(
      [{ id: 0 }, { id: 1 }, { id: 2 }].slice(0, outcomes[1] instanceof Error ? 2 : 3),
    )
  })
  expect(stops).toBeGreaterThan(10)
})

test('listeners get messages again after a loop whose first step a full stack has stopped', async () => {
  let stops = 0
  await stopEverywhere(async (isStopped) => {
    const [sender, receiver] = stoppablePair()
    const got: unknown[] = []
    receiver.port.onmessage = ({ data }: { data: unknown }) => got.push(data)
    await calm([sender, receiver])
    // Behind another who waits the loop asks for a task.
    const first = await outcomeOf(() => receiver.port.receive(), always)
    const step = await outcomeOf(() => receiver.port[Symbol.asyncIterator]().next(), isStopped)
    if (!(step() instanceof Error)) return
    stops++
    for (const message of ['a', 'b']) sender.port.postMessage(message)
    await calm([sender, receiver])
    expect(first()).toBe('a')
    expect(got).toEqual(['b'])
  })
  expect(stops).toBeGreaterThan(10)
})

test('a port goes on where the platform could not be asked for a task within a receive', async () => {
  const stops = await stopAtEachAsk(async (isStopped) => {
    const [sender, receiver] = stoppablePair()
    sender.port.postMessage('a')
    const first = await outcomeOf(() => receiver.port.receive(), isStopped)
    const second = await outcomeOf(() => receiver.port.receive(), always)
    await calm([sender, receiver])
    expect(first() === 'a' ? 'a' : second()).toBe('a')
  })
  expect(stops).toBeGreaterThan(0)
})
