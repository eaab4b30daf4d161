import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
} from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { Actor, type Deed } from './actor.ts'
import { type PairTraits, simulatedPair } from './simulated-pair.ts'
import { endSimulatedWaits, simulateWaits } from './simulated-waits.ts'

// Runs random programs over two ports. The next steps of the two threads come in a random order. In every order, each message
// for a port that its own side does not close comes once, in order, and both ports end.

const RUNS = Number(process.env['ORDERS'] ?? 3000)
/** No program here makes more events, unless it goes round in circles. */
const MOST_EVENTS = 20_000
/** This many timers in a row may bring nothing: the port asks ten times whether an unreadable message is its own. */
const MOST_TIMERS = 14

type Step = { readonly side: 0 | 1; readonly do: Deed } | { readonly next: number } | 'microtasks'
type Ending = 'listen' | 'receive' | 'take'

const deeds = oneof(
  {
    arbitrary: constantFrom<Deed>(
      ...(['post', 'post', 'post much', 'post large', 'post twice within', 'try to post', 'post bytes'] as const),
      ...(['transfer', 'post natively', 'post natively', 'send a record', 'wait for room'] as const),
      ...([
        'post an instance',
        'transfer what cannot be read',
        'post natively what cannot be read',
        'fail to fill',
      ] as const),
    ),
    weight: 30,
  },
  {
    arbitrary: constantFrom<Deed>(
      ...(['take', 'take, blocking', 'receive', 'receive for a while', 'lose patience', 'receive a lease'] as const),
      ...([
        'give leases back',
        'iterate',
        'iterate over two',
        'listen',
        'listen and take',
        'listen and answer',
      ] as const),
      ...(['listen and fail', 'listen for records', 'receive a record', 'open a channel alone'] as const),
    ),
    weight: 25,
  },
  { arbitrary: constantFrom<Deed>('close', 'close', 'close within', 'listen and close', 'die'), weight: 1 },
)
const steps: Arbitrary<Step> = oneof(
  { arbitrary: record({ side: constantFrom(0 as const, 1 as const), do: deeds }), weight: 3 },
  { arbitrary: record({ next: nat(5) }), weight: 3 },
  { arbitrary: constantFrom('microtasks' as const), weight: 1 },
)
const traits: Arbitrary<PairTraits> = record({
  made: constantFrom('channel' as const, 'worker', 'page'),
  canPoll: boolean(),
  hearsNudges: boolean(),
  endsSilently: boolean(),
  deliversAfterClose: boolean(),
  losesShared: boolean(),
  wakeBy: constantFrom('port' as const, 'waitAsync'),
  hasClasses: boolean(),
  options: record({
    delivery: constantFrom('batch' as const, 'task'),
    maxCapacity: constantFrom(4096, 1 << 16),
    whenFull: constantFrom('buffer' as const, 'throw'),
    waitStrategy: constantFrom('park' as const, 'adaptive'),
  }),
})

/** All that promises lead to, until each side waits for a task. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

const LAST_DEEDS: readonly Deed[] = [
  ...(['post natively', 'post', 'transfer', 'send a record', 'transfer what cannot be read'] as const),
  ...(['post natively what cannot be read', 'post an instance'] as const),
]

async function play(pairTraits: PairTraits, program: readonly Step[], ending: Ending, seed: number): Promise<void> {
  simulateWaits()
  const sides = simulatedPair(pairTraits)
  const actors = sides.map((side) => new Actor(side)) as [Actor, Actor]
  actors[0].other = actors[1]
  actors[1].other = actors[0]
  const next = async (choice: number): Promise<boolean> => {
    const choices = sides.flatMap((side) => side.choices)
    choices[choice % choices.length]?.run()
    await microtasks()
    return choices.some(({ isTimer }) => !isTimer)
  }
  let random = seed
  // Somebody may look by a timer for what never comes.
  const calm = async (): Promise<void> => {
    let events = 0
    for (let silent = 0; silent < MOST_TIMERS; silent++) {
      if (await next((random = (random * 48271) % 0x7fffffff))) silent = 0
      if (events++ > MOST_EVENTS) throw new Error(`not calm after ${MOST_EVENTS} events`)
    }
  }
  const check = (): void => {
    for (const actor of actors) actor.check(pairTraits)
  }
  for (const step of program) {
    if (step === 'microtasks') await microtasks()
    else if ('next' in step) await next(step.next)
    else actors[step.side].do(step.do)
  }
  await calm()
  for (const actor of actors) actor.giveBack()
  // A message may make its receiver post.
  do for (const actor of actors) await actor.getRest(ending, calm)
  while (actors.map(({ isLate }) => isLate).includes(true))
  await calm()
  check()
  for (const actor of actors) actor.checkRoom()
  // These messages may still be on their way when the end is seen.
  if (seed % 3 !== 0) for (const deed of LAST_DEEDS) actors[0].do(deed)
  if (seed % 3 === 1) await calm()
  actors[0].do('close')
  await actors[1].getRest(ending, calm)
  check()
  for (const actor of actors) expect(actor.pending).toEqual([])
}

const CHANNEL: PairTraits = {
  made: 'channel',
  canPoll: false,
  hearsNudges: false,
  endsSilently: true,
  deliversAfterClose: false,
  options: { maxCapacity: 1 << 16, waitStrategy: 'park' },
}
/** Each was found by this test, and lost something or never heard of the end. */
const FOUND: [name: string, PairTraits, Step[], Ending, seed: number][] = [
  [
    'a stranger posts before the end',
    { ...CHANNEL, canPoll: true },
    [
      { side: 0, do: 'post natively' },
      { side: 0, do: 'close' },
    ],
    'listen',
    1,
  ],
  [
    'the end comes before the first take',
    CHANNEL,
    [
      { side: 0, do: 'post' },
      { side: 0, do: 'close' },
    ],
    'receive',
    299008650,
  ],
  [
    'the end is in a larger ring, of which who takes the last message of the smaller knows nothing',
    CHANNEL,
    [
      { side: 0, do: 'post twice within' },
      { side: 0, do: 'post large' },
      { side: 0, do: 'close' },
    ],
    'take',
    24,
  ],
  [
    'a worker takes messages one by one and hears no native ones otherwise',
    { ...CHANNEL, canPoll: true },
    [{ side: 0, do: 'post' }],
    'receive',
    3,
  ],
  [
    'records of a channel that the other side has not opened come before the end',
    CHANNEL,
    [
      { side: 0, do: 'post' },
      { side: 0, do: 'open a channel alone' },
      { side: 0, do: 'send a record' },
      { side: 0, do: 'close' },
    ],
    'take',
    3,
  ],
  [
    'a channel is said to be open again, behind the last message',
    { ...CHANNEL, made: 'page' },
    [
      { side: 1, do: 'open a channel alone' },
      { side: 0, do: 'open a channel alone' },
      { side: 0, do: 'post' },
    ],
    'take',
    3,
  ],
  [
    'a message that cannot be read is behind others when nobody asks for messages and the worker dies',
    {
      made: 'worker',
      canPoll: false,
      hearsNudges: false,
      endsSilently: false,
      deliversAfterClose: false,
      wakeBy: 'port',
      hasClasses: false,
      options: { delivery: 'batch', maxCapacity: 4096, whenFull: 'buffer', waitStrategy: 'park' },
    },
    [
      { side: 1, do: 'post much' },
      { side: 0, do: 'iterate' },
      { side: 1, do: 'transfer what cannot be read' },
      { side: 0, do: 'listen for records' },
      { side: 1, do: 'die' },
      { next: 3 },
    ],
    'listen',
    1,
  ],
  [
    'messages that cannot be read are the last of a worker that dies while an iteration is between two messages',
    { ...CHANNEL, made: 'worker', endsSilently: false, options: { maxCapacity: 4096, waitStrategy: 'park' } },
    [
      { side: 0, do: 'iterate over two' },
      { side: 1, do: 'post' },
      { side: 1, do: 'transfer what cannot be read' },
      { side: 1, do: 'transfer what cannot be read' },
      { side: 1, do: 'die' },
    ],
    'listen',
    1,
  ],
  [
    'a side dies after it has opened a channel behind its last message, of which the other side knows nothing',
    { ...CHANNEL, endsSilently: false, options: { maxCapacity: 4096, waitStrategy: 'park' } },
    [
      { side: 0, do: 'post' },
      { side: 0, do: 'open a channel alone' },
      { side: 0, do: 'die' },
    ],
    'receive',
    1,
  ],
  [
    'a message that cannot be read is the last of a worker that dies behind a large one',
    {
      made: 'worker',
      canPoll: false,
      hearsNudges: false,
      endsSilently: false,
      deliversAfterClose: false,
      losesShared: false,
      wakeBy: 'port',
      hasClasses: false,
      options: { delivery: 'batch', maxCapacity: 65_536, whenFull: 'buffer', waitStrategy: 'park' },
    },
    [
      { side: 1, do: 'post large' },
      { side: 1, do: 'transfer what cannot be read' },
      { side: 1, do: 'die' },
      { next: 3 },
      { next: 3 },
    ],
    'listen',
    1,
  ],
]

afterAll(endSimulatedWaits)

test.each(FOUND)('%s', (_, ...args) => play(...args))

test(
  `${RUNS} random programs over two ports in random orders lose nothing, and end`,
  { timeout: 30_000 + RUNS * 20 },
  async () => {
    const endings = constantFrom<Ending>('listen', 'receive', 'take')
    const seeds = integer({ min: 1, max: 0x7ffffffe })
    const check = asyncProperty(traits, array(steps, { maxLength: 50, size: 'max' }), endings, seeds, play)
    await assert(check, { numRuns: RUNS })
  },
)
