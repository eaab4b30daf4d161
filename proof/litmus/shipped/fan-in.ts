/** Races of the shipped fan-in: two producers, a lane each, and one reader at one bell. */

import { createBell, openBell, type BellRegion } from '../../../packages/core/src/memory/bell-region.ts'
import { RECORD_MESSAGE } from '../../../packages/core/src/memory/layout.ts'
import { createRegion, openRegion, type Region } from '../../../packages/core/src/memory/region.ts'
import { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import { FanIn, type OnLaneEnd } from '../../../packages/core/src/ring/fan-in.ts'
import { Producer } from '../../../packages/core/src/ring/producer.ts'
import { ringer } from '../../../packages/core/src/signal/bell.ts'
import type { Actor, LitmusTest } from '../lock-step.js'
import { allowed, forbidden, interesting } from '../outcomes.js'
import { FORGOTTEN_MS } from './regions.ts'

const LANES = 2
const BELL = LANES
const BYTES = 24

interface Lanes {
  readonly rings: readonly Region[]
  readonly bell: BellRegion
}

interface Shared {
  readonly templates: readonly Uint8Array[]
  readonly buffers: readonly (readonly SharedArrayBuffer[])[]
}

/** Two small rings and a bell an instance. Between two rounds their bytes are put back as they were made. */
function lanes(
  instances: number,
  actorsOn: (lanesOf: (instance: number) => Lanes) => readonly Actor[],
): Pick<LitmusTest, 'instances' | 'share' | 'open'> {
  return {
    instances,
    share: (): Shared => {
      const ring = createRegion({ capacity: 4096 }).buffer
      const templates = [ring, ring, createBell(LANES).buffer].map((buffer) => new Uint8Array(buffer).slice())
      const copies = (): SharedArrayBuffer[] =>
        templates.map((template) => {
          const buffer = new SharedArrayBuffer(template.length)
          new Uint8Array(buffer).set(template)
          return buffer
        })
      return { templates, buffers: Array.from({ length: instances }, copies) }
    },
    open: ({ templates, buffers }: Shared) => {
      const opened = buffers.map((each) => ({
        rings: each.slice(0, LANES).map((buffer) => openRegion(buffer)),
        bell: openBell(each[BELL]),
      }))
      const bytes = buffers.map((each) => each.map((buffer) => new Uint8Array(buffer)))
      return {
        actors: actorsOn((instance) => opened[instance]!),
        reset: (instance) => bytes[instance]!.forEach((part, index) => part.set(templates[index]!)),
      }
    },
  }
}

function readerOf({ rings, bell }: Lanes, onEnd: OnLaneEnd): FanIn {
  const fanIn = new FanIn(bell, onEnd)
  rings.forEach((ring, lane) => fanIn.add(lane, new Consumer(ring)))
  return fanIn
}

function put(producer: Producer, { data }: Region, word: number, sequence: number): void {
  const offset = producer.tryClaim(BYTES)
  data.fill(word, offset >> 2, (offset + BYTES) >> 2)
  producer.commit(BYTES, RECORD_MESSAGE, sequence)
  producer.publish()
}

const AWAKE = 0
const PARKED = 1
const TOOK_ALL = 2

/** As an event loop does that only the native port wakes: looks at all lanes once, then parks. */
const publishesAndPark: LitmusTest = {
  name: 'fan-in: publishes on two lanes against park',
  leansOn: 'no lane is forgotten, one signal a park',
  threads: 3,
  stride: 4,
  jitter: 400,
  ...lanes(64, (lanesOf) => {
    const producer = (lane: number) => (i: number) => {
      const { rings, bell } = lanesOf(i)
      let nudges = 0
      put(
        new Producer(
          rings[lane]!,
          1,
          ringer(bell, lane, () => nudges++),
        ),
        rings[lane]!,
        lane,
        0,
      )
      return nudges
    }
    return [
      (i) => {
        const fanIn = readerOf(lanesOf(i), () => {})
        const gate = fanIn.gate('port', () => {})
        let taken = 0
        for (let consumer = fanIn.next(); consumer !== undefined; consumer = fanIn.next()) {
          consumer.release()
          taken++
        }
        return (gate.park(fanIn) ? PARKED : AWAKE) + (taken === LANES ? TOOK_ALL : 0)
      },
      producer(0),
      producer(1),
    ]
  }),
  outcomes: [
    interesting([PARKED, 1, 0], 'parked, the first lane woke it', 'its P3 was first'),
    interesting([PARKED, 0, 1], 'parked, the second lane woke it', 'its P3 was first'),
    interesting([PARKED + TOOK_ALL, 0, 0], 'took both, parked', 'both P1 before A5'),
    allowed([PARKED + TOOK_ALL, 1, 0], 'took both, woken for nothing', 'A5 found its record, its P2 came after C1'),
    allowed([PARKED + TOOK_ALL, 0, 1], 'took both, woken for nothing', 'A5 found its record, its P2 came after C1'),
    allowed([AWAKE, 0, 0], 'did not park', 'A3 before C2, its P2 before C1'),
    allowed([AWAKE, 1, 0], 'awake, signalled', 'C1, P2 of the first, C2'),
    allowed([AWAKE, 0, 1], 'awake, signalled', 'C1, P2 of the second, C2'),
    allowed([AWAKE + TOOK_ALL, 0, 0], 'took both, did not park', 'A5 found a record, its A3 came between A6 and C2'),
    allowed([AWAKE + TOOK_ALL, 1, 0], 'took both, awake, signalled', 'the same, and its P2 between C1 and C2'),
    allowed([AWAKE + TOOK_ALL, 0, 1], 'took both, awake, signalled', 'the same, and its P2 between C1 and C2'),
    forbidden([PARKED, 0, 0], 'parked, nobody woke it', 'a lane is forgotten'),
    forbidden([PARKED, 1, 1], 'parked, signalled twice', 'one exchange gets PARK'),
  ],
}

const RECORDS = 3
const NEVER_SLEPT = 0
const SLEPT = 1
const SLEPT_ON = 2
const WRONG = 3

/** Records and ends of both lanes, as a blocked reader takes them. */
function readAll({ rings, bell }: Lanes): number {
  let open = LANES
  let isRight = true
  let sleeps = 0
  const taken = rings.map(() => 0)
  const fanIn = readerOf({ rings, bell }, (lane, reason) => {
    open--
    isRight &&= reason === 'peer-closed' && taken[lane] === RECORDS
  })
  for (;;) {
    const consumer = fanIn.next()
    if (consumer === undefined) {
      if (open === 0) break
      sleeps++
      if (!fanIn.parkUntilNews(FORGOTTEN_MS)) return SLEPT_ON
      continue
    }
    const { lane } = fanIn
    const words = rings[lane]!.data.subarray(consumer.offset >> 2, (consumer.offset + consumer.length) >> 2)
    isRight &&= consumer.sequence === taken[lane]!++ && words.every((word) => word === consumer.sequence)
    consumer.release()
  }
  if (!isRight) return WRONG
  return sleeps === 0 ? NEVER_SLEPT : SLEPT
}

const recordsAndEnds: LitmusTest = {
  name: 'fan-in: records and ends of two lanes against a blocked reader',
  leansOn: 'each lane in order, its end last, and nobody sleeps on',
  threads: 3,
  stride: 1,
  jitter: 1000,
  ...lanes(64, (lanesOf) => {
    const producer = (lane: number) => (i: number) => {
      const { rings, bell } = lanesOf(i)
      const ring = rings[lane]!
      const own = new Producer(ring, 1, ringer(bell, lane))
      for (let n = 0; n < RECORDS; n++) put(own, ring, n, n)
      own.close()
      return 0
    }
    return [(i) => readAll(lanesOf(i)), producer(0), producer(1)]
  }),
  outcomes: [
    interesting([NEVER_SLEPT, 0, 0], 'all without sleeping', 'all was there in time'),
    interesting([SLEPT, 0, 0], 'all, after sleeping', 'C2 before A3, so P2 sees PARK'),
    forbidden([SLEPT_ON, 0, 0], 'slept on', 'a lane is forgotten, or a lost wake-up'),
    forbidden([WRONG, 0, 0], 'torn, out of order, or the end too early', 'A5 looks at the state first'),
  ],
}

export const fanIn: readonly LitmusTest[] = [publishesAndPark, recordsAndEnds]
