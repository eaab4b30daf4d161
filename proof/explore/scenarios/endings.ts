/** The other side closes while somebody parks, or dies at any step. */

import { CONSUMER_POSITION, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import type { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import { Failure } from '../failure.ts'
import type { End, Program, Thread } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import { loopThread, nudgingProducer } from './event-loop.ts'
import {
  checkRecord,
  consumerThread,
  FOUR_SLOTS,
  ONE_SLOT,
  positionsHold,
  producerThread,
  regionOf,
  type RingOptions,
} from './ring.ts'
import { supervisor } from './state.ts'

const RECORD_BYTES = 16
const PAYLOADS = [8, 8, 8]

/** The consumer takes one record and closes: the producer that waits for room must hear of it. */
const consumerCloses: Scenario = {
  name: 'consumer-closes',
  bound: Infinity,
  build: (subject): Program => {
    const options: RingOptions = { ...ONE_SLOT, payloads: PAYLOADS, ends: 'idle' }
    return {
      regions: [regionOf(options)],
      threads: [
        producerThread(subject, options),
        {
          letter: 'c',
          body: (thread) => {
            const consumer = new subject.Consumer(thread.region(0))
            while (!consumer.peek()) consumer.parkUntilRecord()
            checkRecord(thread, consumer, 0, PAYLOADS)
            consumer.release()
            consumer.close()
          },
        },
      ],
      invariant: positionsHold(options.capacity),
    }
  },
}

/** Records that are published and not released are whole, for a successor. */
function requireIntact({ look, cell }: End, options: RingOptions): void {
  const start = options.startPosition ?? 0
  for (let position = look(0, CONSUMER_POSITION); position !== look(0, PRODUCER_POSITION); position += RECORD_BYTES) {
    const n = (position - start) / RECORD_BYTES
    const at = (position & (options.capacity - 1)) >> 2
    const found = [cell(0, at + 1), cell(0, at + 2), cell(0, at + 3)]
    if (found.join() !== [n, n + 1, n + 1].join()) throw new Failure(`record ${n} is left as ${found.join(' ')}`)
  }
}

function requireInOrder(notes: readonly number[]): void {
  if (notes.some((note, n) => note !== n)) throw new Failure(`delivered ${notes.join(' ')}`)
}

/** Either side dies at any step; the other blocks, and may do so for ever: its thread has no event to hear of it. */
const deathOfEither: Scenario = {
  name: 'death-of-either',
  bound: 2,
  build: (subject): Program => {
    const options: RingOptions = { ...ONE_SLOT, payloads: PAYLOADS }
    return {
      regions: [regionOf(options)],
      threads: [
        { ...producerThread(subject, options), mayDie: true },
        { ...consumerThread(subject, options), mayDie: true },
      ],
      deaths: 1,
      invariant: positionsHold(options.capacity),
      atEnd: (end) => {
        if (end.asleep.length > 0 && end.dead.length === 0) throw new Failure('for ever asleep, and nobody died')
        requireInOrder(end.notes['c']!)
        requireIntact(end, options)
      },
    }
  },
}

/** The producer dies at any step; the event loop hears of it and must have everything that was published. */
const deathOfProducer: Scenario = {
  name: 'death-of-producer',
  bound: 3,
  build: (subject): Program => {
    const options = { ...FOUR_SLOTS, payloads: PAYLOADS, wakeBy: 'waitAsync' } as const
    return {
      regions: [regionOf(options)],
      lanes: 1,
      threads: [{ ...nudgingProducer(subject, options), mayDie: true }, loopThread(subject, options)],
      deaths: 1,
      wakesBlindly: true,
      invariant: positionsHold(options.capacity),
      atEnd: ({ asleep, notes, look }) => {
        if (asleep.length > 0) throw new Failure(`${asleep.join()} for ever asleep`)
        requireInOrder(notes['c']!)
        if (look(0, CONSUMER_POSITION) !== look(0, PRODUCER_POSITION))
          throw new Failure(`ends at ${look(0, CONSUMER_POSITION)}, published up to ${look(0, PRODUCER_POSITION)}`)
      },
    }
  },
}

/** Both block; one dies at any step, and a third thread hears of it: the other gets all that was published, and its end. */
function deathHeard(dying: 'producer' | 'consumer', bound: number): Scenario {
  const options: RingOptions = { ...ONE_SLOT, payloads: PAYLOADS }
  return {
    name: `death-of-${dying}-heard`,
    bound,
    build: (subject): Program => ({
      regions: [regionOf(options)],
      threads: [
        { ...producerThread(subject, options), mayDie: dying === 'producer' },
        {
          letter: 'c',
          body: (thread) => drain(thread, new subject.Consumer(thread.region(0))),
          mayDie: dying === 'consumer',
        },
        supervisor((thread) =>
          dying === 'producer'
            ? subject.death.endForProducer(thread.region(0))
            : subject.death.endForConsumer(thread.region(0)),
        ),
      ],
      deaths: 1,
      wakesBlindly: true,
      invariant: positionsHold(options.capacity),
      atEnd: (end) => {
        const lost = end.asleep.filter((letter) => letter !== 's' || end.dead.length > 0)
        if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
        requireInOrder(end.notes['c']!)
        requireIntact(end, options)
        if (!end.dead.includes('c') && end.look(0, CONSUMER_POSITION) !== end.look(0, PRODUCER_POSITION))
          throw new Failure('the end, and something published is left')
      },
    }),
  }
}

/** Takes what there is, however much that is, up to the end. */
function drain(thread: Thread, consumer: Consumer): void {
  for (let n = 0; ;) {
    const isLast = consumer.isProducerClosed()
    if (consumer.peek()) {
      checkRecord(thread, consumer, n, PAYLOADS)
      consumer.release()
      thread.note(n++)
    } else if (isLast) return consumer.publishRelease()
    else consumer.parkUntilRecord()
  }
}

export const endingScenarios: readonly Scenario[] = [
  consumerCloses,
  deathOfEither,
  deathOfProducer,
  deathHeard('producer', 2),
  deathHeard('consumer', 2),
]
