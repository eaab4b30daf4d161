/** Two lanes, p and q, to one reader r that sleeps at one bell: blocked, or as an event loop. */

import { BELL_GATE, MARKS } from '../../../packages/core/src/memory/bell-layout.ts'
import type { BellRegion } from '../../../packages/core/src/memory/bell-region.ts'
import { CONSUMER_POSITION, PRODUCER_POSITION, RECORD_MESSAGE } from '../../../packages/core/src/memory/layout.ts'
import type { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import type { FanIn, LaneEnd } from '../../../packages/core/src/ring/fan-in.ts'
import type { Producer } from '../../../packages/core/src/ring/producer.ts'
import { PARK_ASYNC, PARK_PORT, PARK_SYNC } from '../../../packages/core/src/signal/gate.ts'
import { Failure } from '../failure.ts'
import type { End, Program, RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { FOUR_SLOTS, LAST_IN_HAND, ONE_SLOT } from './ring.ts'

const LANES = 2
export const BELL = LANES
const FULL = -1
const CLOSED = -2
const NUDGE = 'nudge'
const PARKED: ReadonlySet<number> = new Set([PARK_SYNC, PARK_ASYNC, PARK_PORT])
/** `note` gets this for the end of a lane, plus its number and the reason. */
export const END = 1000
export const REASONS: readonly LaneEnd[] = ['peer-closed', 'peer-died', 'corrupt']

export interface FanInOptions {
  readonly size: { readonly capacity: number; readonly maxPayload: number }
  /** Payloads of each lane's records, in bytes. */
  readonly payloads: readonly (readonly number[])[]
  /** The producers close, or fall silent for ever. */
  readonly ends: 'close' | 'idle'
  /** How the reader sleeps. */
  readonly sleeps: 'blocked' | 'waitAsync' | 'port'
  readonly quantum?: number
  /** The second lane is taken in after the first record; its producer writes and rings before and after that. */
  readonly joins?: boolean
  /** The first lane is given up after its first record. */
  readonly removes?: boolean
}

const BELL_SPEC: RegionSpec = {
  capacity: 0,
  maxPayload: 0,
  words: new Map([
    [MARKS, 'MARKS'],
    [BELL_GATE, 'BELL_GATE'],
  ]),
}

function bellOf(thread: Thread): BellRegion {
  const { words } = thread.region(BELL)
  return { buffer: undefined as unknown as SharedArrayBuffer, lanes: LANES, words }
}

function put(thread: Thread, producer: Producer, lane: number, bytes: number, n: number): boolean {
  let offset = producer.tryClaim(bytes)
  while (offset === FULL) {
    producer.parkUntilRoom(bytes)
    offset = producer.tryClaim(bytes)
  }
  if (offset === CLOSED) return false
  const { data } = thread.region(lane)
  for (let cell = offset >> 2; cell < (offset + bytes) >> 2; cell++) data[cell] = valueOf(lane, n)
  producer.commit(bytes, RECORD_MESSAGE, n)
  producer.publish()
  return true
}

function producerThread(lane: number, { Producer, bell }: Subject, { payloads, ends }: FanInOptions): ThreadSpec {
  return {
    letter: 'pq'[lane]!,
    body: (thread) => {
      const nudge = bell.ringer(bellOf(thread), lane, () => thread.post(0, NUDGE))
      const producer = new Producer(thread.region(lane), 1, nudge)
      for (const [n, bytes] of payloads[lane]!.entries()) if (!put(thread, producer, lane, bytes, n)) return
      if (ends === 'close') producer.close()
    },
  }
}

export function valueOf(lane: number, n: number): number {
  return 10 * (lane + 1) + n
}

/** The reader's own: which records it has got, and which lanes it still waits for. */
class Reading {
  readonly fanIn: FanIn
  open = LANES
  readonly #thread: Thread
  readonly #options: FanInOptions
  readonly #consumers: readonly Consumer[]
  readonly #taken: number[] = [0, 0]

  constructor(thread: Thread, { Consumer, FanIn }: Subject, options: FanInOptions) {
    this.#thread = thread
    this.#options = options
    const onEnd = (lane: number, reason: LaneEnd): void => {
      thread.note(END + 10 * lane + REASONS.indexOf(reason))
      this.open--
    }
    this.fanIn = new FanIn(bellOf(thread), onEnd, options.quantum === undefined ? {} : { quantum: options.quantum })
    this.#consumers = [0, 1].map((lane) => new Consumer(thread.region(lane)))
    this.#add(0)
    if (options.joins !== true) this.#add(1)
  }

  drain(): void {
    while (this.take());
  }

  /** Takes one record; false when there is none. */
  take(): boolean {
    const thread = this.#thread
    const consumer = this.fanIn.next()
    thread.assert(!PARKED.has(thread.look(BELL, BELL_GATE)), 'awake, and the bell says that it is parked')
    if (consumer === undefined) return false
    const { lane } = this.fanIn
    const n = this.#taken[lane]!++
    const { data } = thread.region(lane)
    thread.assert(consumer.sequence === n, `record ${consumer.sequence} of lane ${lane} in place of ${n}`)
    thread.assert(consumer.length === this.#options.payloads[lane]![n], `record ${n} has ${consumer.length} bytes`)
    for (let cell = consumer.offset >> 2; cell < (consumer.offset + consumer.length) >> 2; cell++)
      thread.assert(data[cell] === valueOf(lane, n), `record ${n} of lane ${lane} is torn: ${data[cell]}`)
    consumer.release()
    thread.note(valueOf(lane, n))
    if (n > 0 || lane > 0) return true
    if (this.#options.joins === true) this.#add(1)
    if (this.#options.removes === true) this.fanIn.remove(lane)
    return true
  }

  #add(lane: number): void {
    this.fanIn.add(lane, this.#consumers[lane]!)
  }
}

function blockedReader(subject: Subject, options: FanInOptions): ThreadSpec {
  return {
    letter: 'r',
    body: (thread) => {
      const reading = new Reading(thread, subject, options)
      while (reading.open > 0) {
        // The first time before a look: who was just added has news by itself.
        reading.fanIn.parkUntilNews()
        reading.drain()
      }
    },
  }
}

function loopReader(subject: Subject, options: FanInOptions): ThreadSpec {
  return {
    letter: 'r',
    inbox: 0,
    hearsOfDeath: true,
    body: (thread) => {
      let signals = 0
      let parks = 0
      const reading = new Reading(thread, subject, options)
      const gate = reading.fanIn.gate(options.sleeps === 'port' ? 'port' : 'waitAsync', () => signals++)
      for (;;) {
        gate.run()
        do reading.drain()
        while (reading.open > 0 && !gate.park(reading.fanIn))
        if (reading.open === 0) break
        parks++
        const event = thread.nextEvent()
        if (event.kind === 'message') signals++
        thread.assert(signals <= parks, `${signals} signals for ${parks} parks`)
        if (event.kind === 'death') reading.fanIn.laneDied(0)
      }
      gate.dispose()
    },
  }
}

/** In order within each lane, all of it, and its end last. */
function judge({ payloads, ends, removes = false }: FanInOptions): (end: End) => void {
  return ({ asleep, notes, look }) => {
    const lost = asleep.filter((letter) => letter !== 'r' || ends === 'close')
    if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
    if (removes) requireNotes(notes['r']!, 0, [valueOf(0, 0)])
    payloads.forEach((records, lane) => {
      if (removes && lane === 0) return
      const expected = records.map((_, n) => valueOf(lane, n))
      requireNotes(notes['r']!, lane, ends === 'close' ? [...expected, END + 10 * lane] : expected)
      requireReleased(look, lane)
    })
  }
}

export function requireNotes(notes: readonly number[], lane: number, expected: readonly number[]): void {
  const found = notesOf(notes, lane)
  if (found.join() !== expected.join())
    throw new Failure(`lane ${lane} gave ${found.join(' ')}, not ${expected.join(' ')}`)
}

export function notesOf(notes: readonly number[], lane: number): readonly number[] {
  return notes.filter((note) => Math.floor((note % END) / 10) === (note < END ? lane + 1 : lane))
}

/** Nobody looks at a lane that was left: everything must have been given back. */
export function requireReleased(look: End['look'], lane: number): void {
  const inHand = (look(lane, PRODUCER_POSITION) - look(lane, CONSUMER_POSITION)) | 0
  if (inHand !== 0) throw new Failure(`lane ${lane} was left with ${inHand} bytes in hand`)
}

export function programOf(subject: Subject, options: FanInOptions): Program {
  const reader = options.sleeps === 'blocked' ? blockedReader : loopReader
  return {
    regions: [options.size, options.size, BELL_SPEC],
    lanes: 1,
    threads: [producerThread(0, subject, options), producerThread(1, subject, options), reader(subject, options)],
    atEnd: judge(options),
  }
}

function fanIn(name: string, bound: number, options: FanInOptions): Scenario {
  return { name: `fanin-${name}`, bound, build: (subject) => programOf(subject, options) }
}

/** One thread is all three, so that the order is known: two records a turn, and who rings gets a turn before the round is over. */
const turns: Scenario = {
  name: 'fanin-turns',
  bound: 0,
  build: (subject) => {
    const payloads = [Array(6).fill(8), Array(3).fill(8)] as readonly (readonly number[])[]
    const options: FanInOptions = { size: FOUR_SLOTS, payloads, ends: 'idle', sleeps: 'blocked', quantum: 32 }
    return {
      regions: [options.size, options.size, BELL_SPEC],
      threads: [
        {
          letter: 'r',
          body: (thread) => {
            const reading = new Reading(thread, subject, options)
            const producers = payloads.map(
              (_, lane) => new subject.Producer(thread.region(lane), 1, subject.bell.ringer(bellOf(thread), lane)),
            )
            const published = [0, 0]
            const publish = (lane: number): void => void put(thread, producers[lane]!, lane, 8, published[lane]!++)
            // Both lanes are left.
            reading.drain()
            for (const lane of [0, 0, 0, 0]) publish(lane)
            reading.take()
            for (const lane of [1, 1, 1]) publish(lane)
            for (let n = 0; n < 3; n++) reading.take()
            for (const lane of [0, 0]) publish(lane)
            reading.drain()
          },
        },
      ],
      atEnd: ({ notes }) => {
        const order = notes['r']!.join(' ')
        if (order !== '10 11 20 21 12 13 22 14 15') throw new Failure(`the order was ${order}`)
      },
    }
  },
}

/** Where records are left in the consumer's hand. */
const UNEVEN = { size: LAST_IN_HAND, payloads: [[0, 104, 0, 120], []] } as const

export const fanInScenarios: readonly Scenario[] = [
  turns,
  fanIn('blocked', 2, { size: ONE_SLOT, payloads: [[8, 8], [8]], ends: 'idle', sleeps: 'blocked' }),
  fanIn('blocked-closing', 2, { size: FOUR_SLOTS, payloads: [[8], [8]], ends: 'close', sleeps: 'blocked' }),
  fanIn('bytes-in-hand', 1, { ...UNEVEN, ends: 'idle', sleeps: 'blocked' }),
  fanIn('by-wait', 2, { size: FOUR_SLOTS, payloads: [[8], [8]], ends: 'idle', sleeps: 'waitAsync' }),
  fanIn('by-port', 2, { size: FOUR_SLOTS, payloads: [[8], [8]], ends: 'idle', sleeps: 'port' }),
  fanIn('removing', 2, { size: ONE_SLOT, payloads: [[8, 8, 8], [8]], ends: 'idle', sleeps: 'blocked', removes: true }),
  fanIn('joining', 2, { size: ONE_SLOT, payloads: [[8], [8, 8]], ends: 'idle', sleeps: 'blocked', joins: true }),
]
