/**
 * A stack that overflows anywhere in a call of a port (docs/decisions/0024): the call has worked, or has done nothing, or the
 * port ends and both sides are told. Nothing is lost, comes twice or comes in another order.
 */

import { describe, expect, test, vi } from 'vitest'
import { channelOf } from '../../src/channel/index.ts'
import { struct, u32 } from '../../src/schema/index.ts'
import { everywhere, type Overflow, overflowIfDue } from './overflowing.ts'
import { calm, type PairTraits, type SimulatedSide, simulatedPair } from './simulated-pair.ts'
import { receiveMessageSync } from '../../src/port/receive-on-port.ts'

vi.mock('../../src/atomics.ts', async (original) => {
  const { overflowing } = await import('./overflowing.ts')
  return overflowing(await original())
})

const CHANNEL: PairTraits = {
  made: 'channel',
  canPoll: true,
  hearsNudges: false,
  endsSilently: false,
  deliversAfterClose: false,
  options: { waitStrategy: 'park' },
}
const TRAITS: [string, PairTraits][] = [
  ['as on Node', CHANNEL],
  ['as in pages, closing silently', { ...CHANNEL, canPoll: false, endsSilently: true, deliversAfterClose: true }],
]
const WORKER: [string, PairTraits] = ['to a worker', { ...CHANNEL, made: 'worker' }]

const Numbered = channelOf(struct({ id: u32 }))
const LARGE = 'as large as no record of the first ring. '.repeat(200)

function overflowingPair(traits: PairTraits): readonly [SimulatedSide, SimulatedSide] {
  const sides = simulatedPair(traits)
  for (const side of sides) {
    // A request to the platform takes stack, too.
    side.onAsked = overflowIfDue
    const post = side.lane.post.bind(side.lane)
    side.lane.post = (...message) => (overflowIfDue(), post(...message))
  }
  return sides
}

const plainly: Overflow = (act) => void act()

async function reasonOf({ port }: SimulatedSide): Promise<string> {
  return Promise.race([
    port.closed.then(({ reason }) => reason),
    new Promise<string>((resolve) => void setImmediate(resolve, 'open')),
  ])
}

async function reasonsOf(sides: readonly SimulatedSide[]): Promise<string[]> {
  return Promise.all(sides.map(reasonOf))
}

/** Both are open: false when both are told how the first has ended. */
async function areOpen([first, second]: readonly [SimulatedSide, SimulatedSide]): Promise<boolean> {
  const reasons = await reasonsOf([first, second])
  if (reasons[0] === 'open' && reasons[1] === 'open') return true
  expect(reasons).toEqual(['stack-overflow', 'peer-stack-overflow'])
  return false
}

type Port = SimulatedSide['port']

/** A posting, and the other messages that may arrive: when the call throws, and when it hides an inner exception. */
interface Posting {
  readonly post: (port: Port) => void
  readonly ifThrown?: unknown[]
  readonly ifHidden?: unknown[]
}

const POSTINGS: Record<string, Posting> = {
  'a small message': { post: (port) => port.postMessage('it') },
  'a deep message': { post: (port) => port.postMessage([[[[[[[[[[[[[[[['deep']]]]]]]]]]]]]]]]) },
  'a message for which the ring grows': { post: (port) => port.postMessage(LARGE) },
  'a message with what only the platform carries': { post: (port) => port.postMessage([new SharedArrayBuffer(8)]) },
  'a message whose getter posts': {
    post: (port) =>
      port.postMessage({
        get it() {
          port.postMessage('inner')
          return 'outer'
        },
      }),
    ifThrown: ['inner'],
  },
  'a message whose getter hides that it could not post': {
    post: (port) =>
      port.postMessage({
        get it() {
          try {
            port.postMessage('inner')
          } catch {
            return 'alone'
          }
          return 'outer'
        },
      }),
    ifThrown: ['inner'],
    ifHidden: [{ it: 'alone' }],
  },
  'bytes that are filled': { post: (port) => port.postBytes(100, (bytes) => bytes.fill(7)) },
  'bytes that are filled in a larger ring': { post: (port) => port.postBytes(3000, (bytes) => bytes.fill(7)) },
  'a message while somebody waits for room': {
    post: (port) => {
      void port.ready
      port.postMessage(LARGE)
    },
  },
}

function shown(value: unknown): unknown {
  return value === LARGE ? 'large' : ArrayBuffer.isView(value) ? value.byteLength : value
}

async function postedIn(traits: PairTraits, { post }: Posting, overflow: Overflow) {
  const sides = overflowingPair(traits)
  const [{ port }, other] = sides
  const got: unknown[] = []
  other.port.onmessage = ({ data }: { data: unknown }) => void got.push(shown(data))
  await calm(sides)
  port.postMessage('first')
  await calm(sides)
  const error = overflow(() => post(port))
  port.postMessage('last')
  await calm(sides, 4)
  return { sides, got, error }
}

describe.each([...TRAITS, WORKER])('posting, %s:', (_, traits) => {
  test.each(Object.entries(POSTINGS))('%s', async (_name, posting) => {
    const { got: all } = await postedIn(traits, posting, plainly)
    const { ifThrown = [], ifHidden = all.slice(1, -1) } = posting
    const whole = [all.slice(1, -1), ifHidden]
    const thrown = await everywhere(async (overflow) => {
      const { sides, got, error } = await postedIn(traits, posting, overflow)
      const isOpen = await areOpen(sides)
      const may = isOpen ? (error === undefined ? whole : [[], ifThrown]) : [...whole, [], ifThrown]
      // Also a port that ends may have come to it.
      const last = isOpen || got.at(-1) === 'last' ? ['last'] : []
      expect(may.map((posted) => ['first', ...posted, ...last])).toContainEqual(got)
    })
    expect(thrown).toBeGreaterThan(10)
  })
})

const TAKES: Record<string, (port: Port) => unknown> = {
  takeMessage: (port) => port.takeMessage()?.message,
  takeMessageSync: (port) => receiveMessageSync(port, { timeout: 0 })?.message,
  receive: (port) => port.receive(),
  'receive with a time': (port) => port.receive({ timeout: 1000 }),
  'receive with a signal': (port) => port.receive({ signal: new AbortController().signal }),
  'a loop': (port) =>
    port[Symbol.asyncIterator]()
      .next()
      .then(({ value }) => value),
  'the first listener': (port) => void port.addEventListener('message', () => {}),
}

const MESSAGES: [string, unknown][] = [
  ['small messages', 'small'],
  ['messages for which the ring grows', LARGE],
  ['messages by the native lane', [new SharedArrayBuffer(8)]],
]

/** The result of `take`, in the end: an error if it failed. */
async function outcomeOf(take: () => unknown, overflow: Overflow): Promise<{ error: unknown; value: unknown }> {
  let value: unknown
  const error: unknown = overflow(() => (value = take()))
  const settled = value instanceof Promise ? value.catch((cause: unknown) => cause) : value
  const given = await Promise.race([settled, new Promise((resolve) => void setImmediate(resolve, undefined))])
  return given instanceof Error ? { error: given, value: undefined } : { error, value: given }
}

describe.each(TRAITS)('taking, %s:', (_, traits) => {
  // Where the lane cannot be polled, only events bring what comes by it.
  const messages = traits.canPoll ? MESSAGES : MESSAGES.slice(0, 1)
  const cases = Object.entries(TAKES).flatMap(([name, take]) =>
    messages.map(([what, message]) => [name, what, take, message] as const),
  )
  test.each(cases)('%s, of %s', async (_name, _what, take, message) => {
    await everywhere(async (overflow) => {
      const sides = overflowingPair(traits)
      const [taker, other] = [sides[1], sides[0]]
      taker.port.engageNow()
      // In a page who only posts is not told of any end.
      other.port.onmessage = () => {}
      for (let number = 0; number < 3; number++) other.port.postMessage([number, message])
      const { error, value } = await outcomeOf(() => take(taker.port), overflow)
      const numbers = value === undefined ? [] : [(value as [number])[0]]
      await calm(sides, 4)
      // A listener has them. Any use of the port brings its end where the stack had no room even to ask for that.
      for (let next = taker.port.takeMessage(); next !== undefined; next = taker.port.takeMessage())
        numbers.push((next.message as [number])[0])
      await calm(sides, 4)
      const isOpen = await areOpen([taker, other])
      if (!isOpen) expect(error).toBeInstanceOf(Error)
      if (isOpen && take === TAKES['the first listener']) return
      expect(numbers).toEqual([0, 1, 2].slice(0, isOpen ? 3 : numbers.length))
    })
  })
})

test.each(TRAITS)(
  'records of a typed channel are sent and received wholly, or the port ends: %s',
  async (_, traits) => {
    await everywhere(async (overflow) => {
      const sides = overflowingPair(traits)
      const [sending, receiving] = sides.map(({ port }) => port.channel(Numbered, { name: 'numbered' })) as [any, any]
      await calm(sides)
      const first = outcomeOf(() => receiving.receive(), plainly)
      sending.send({ id: 0 })
      const error = overflow(() => sending.send({ id: 1 }))
      sending.send({ id: 2 })
      await calm(sides, 4)
      const got: unknown[] = [(await first).value]
      const isOpen = await areOpen(sides)
      const more = isOpen ? (error === undefined ? 2 : 1) : 0
      for (let count = 0; count < more; count++) {
        const next = outcomeOf(() => receiving.receive(), plainly)
        await calm(sides)
        got.push((await next).value)
      }
      if (isOpen) expect(got).toEqual((error === undefined ? [0, 1, 2] : [0, 2]).map((id) => ({ id })))
    })
  },
)

test.each(TRAITS)('a port that is closed is closed, and the other side is told: %s', async (_, traits) => {
  await everywhere(async (overflow) => {
    const sides = overflowingPair(traits)
    const got: unknown[] = []
    sides[1].port.onmessage = ({ data }: { data: unknown }) => void got.push(data)
    await calm(sides)
    for (const message of ['a', 'b', LARGE]) sides[0].port.postMessage(message)
    overflow(() => sides[0].port.close())
    await calm(sides, 4)
    const reasons = await reasonsOf(sides)
    expect([
      ['closed', 'peer-closed'],
      ['closed', 'peer-stack-overflow'],
      ['stack-overflow', 'peer-stack-overflow'],
      ['open', 'open'],
    ]).toContainEqual(reasons)
    if (reasons[0] !== 'open') expect(got).toEqual(['a', 'b', LARGE])
  })
})

// The rings of a port in mode `copied` do not move.
test.each([...TRAITS, WORKER])(
  'a port that is transferred moves, or goes on, or both sides are told: %s',
  async (_, traits) => {
    const reasons = new Set<string>()
    await everywhere(async (overflow) => {
      const carriers = overflowingPair(CHANNEL)
      const sides = overflowingPair({ ...traits, isMovable: true })
      const [moving, near] = sides
      // As a native port that was transferred.
      moving.lane.close = () => {}
      const got: unknown[] = []
      near.port.onmessage = ({ data }: { data: unknown }) => void got.push(data)
      near.port.postMessage('for it')
      moving.port.postMessage('before')
      await calm(sides)
      const { port } = moving
      const error = overflow(() => carriers[0].port.postMessage({ port }, [port]))
      await calm(carriers, 4)
      await calm(sides, 4)
      const reason = await reasonOf(moving)
      reasons.add(reason)
      if (reason === 'open') {
        expect(error).toBeDefined()
        port.postMessage('after')
        await calm(sides)
        expect(got).toEqual(['before', 'after'])
        expect(port.takeMessage()).toEqual({ message: 'for it' })
      } else {
        expect(got).toEqual(['before'])
        expect([reason, await reasonOf(near)]).toEqual(
          reason === 'closed' ? ['closed', 'open'] : ['stack-overflow', 'peer-stack-overflow'],
        )
      }
      // A port that has moved belongs to the other thread.
      if (error === undefined) expect(reason).toBe('closed')
    })
    expect(reasons).toContain('closed')
    expect(reasons).toContain('stack-overflow')
  },
)

test.each([
  'reading failed: Maximum call stack size exceeded',
  'the tree has too much recursion',
  'my parser: Stack overflow',
])('an error of the program that only ends as a stack overflow does leaves the port open: %s', async (text) => {
  const sides = overflowingPair(CHANNEL)
  const fail = (): never => {
    throw new Error(text)
  }
  expect(() => sides[0].port.channel(Numbered, new Proxy({}, { get: fail, ownKeys: fail }))).toThrow(text)
  expect(await reasonsOf(sides)).toEqual(['open', 'open'])
})
