/** Races of the shipped ring: publish, release and close against the other side's looks and sleeps. */

import { CONSUMER_GATE, RECORD_MESSAGE } from '../../../packages/core/src/memory/layout.ts'
import type { Region } from '../../../packages/core/src/memory/region.ts'
import { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import { FULL, Producer } from '../../../packages/core/src/ring/producer.ts'
import { parkSync } from '../../../packages/core/src/signal/gate.ts'
import type { LitmusTest } from '../lock-step.js'
import { FORGOTTEN_MS, regions } from './regions.ts'
import { allowed, forbidden, interesting } from '../outcomes.js'

const PAYLOAD = 24
const LARGEST = 1016
const OLD = 0x01010101
const NEW = 0x02020202

function put(producer: Producer, { data }: Region, bytes: number, word: number, sequence: number): boolean {
  const offset = producer.tryClaim(bytes)
  if (offset === FULL) return false
  data.fill(word, offset >> 2, (offset + bytes) >> 2)
  producer.commit(bytes, RECORD_MESSAGE, sequence)
  producer.publish()
  return true
}

/** Whether the peeked record is this one, with every byte as it was written. */
function isWhole({ offset, length, sequence }: Consumer, { data }: Region, word: number, expected: number): boolean {
  return sequence === expected && data.subarray(offset >> 2, (offset + length) >> 2).every((found) => found === word)
}

const TORN = 3

const publishAndPeek: LitmusTest = {
  name: 'ring: two publishes against peeks',
  leansOn: 'order and integrity of records, over a wrap with its padding record',
  threads: 2,
  stride: 1,
  jitter: 150,
  // One record fits before the end of the data area; the next one needs a padding record.
  ...regions({ instances: 128, startPosition: 4096 - 40 }, (regionOf) => [
    (i) => {
      const producer = new Producer(regionOf(i))
      put(producer, regionOf(i), PAYLOAD, OLD, 0)
      put(producer, regionOf(i), PAYLOAD, NEW, 1)
      return 0
    },
    (i) => {
      const consumer = new Consumer(regionOf(i))
      for (let records = 0; records < 2; records++) {
        if (!consumer.peek()) return records
        if (!isWhole(consumer, regionOf(i), records === 0 ? OLD : NEW, records)) return TORN
        consumer.release()
      }
      return 2
    },
  ]),
  outcomes: [
    interesting([0, 0], 'nothing yet', 'the load came before the first P1'),
    interesting([0, 1], 'the first record', 'both loads between the two P1'),
    interesting([0, 2], 'both records', 'some load after the second P1'),
    forbidden([0, TORN], 'torn, or out of order', 'P1 comes after all bytes'),
  ],
}

const AT_ONCE = 0
const SECOND_LOOK = 1
const WOKEN = 2
const SLEPT_ON = 3
const IN_VAIN = 4

/** Parks on the consumer's gate until `isThere`, and says how that ended. */
function parkUntil(isThere: () => boolean, consumer: Consumer, { words }: Region): number {
  let isNews = false
  const sleeper = { hasNews: () => (isNews = consumer.hasNews()) }
  for (let parks = 0; ; parks++) {
    if (isThere()) return parks < 2 ? [AT_ONCE, isNews ? SECOND_LOOK : WOKEN][parks]! : IN_VAIN
    if (!parkSync(words, CONSUMER_GATE, sleeper, FORGOTTEN_MS)) return SLEPT_ON
  }
}

const parkOutcomes = (news: string, inVain: typeof allowed, why: string): LitmusTest['outcomes'] => [
  interesting([0, AT_ONCE], 'there at once', `${news} before the first look`),
  allowed([0, SECOND_LOOK], 'there at the second look', `${news} before C2`),
  interesting([0, WOKEN], 'parked, and woken', `C2 before ${news}, so P2 sees PARK`),
  inVain([0, IN_VAIN], 'woken too early, parked again', why),
  forbidden([0, SLEPT_ON], 'slept on', 'a lost wake-up'),
]

const publishAndPark: LitmusTest = {
  name: 'ring: publish against park',
  leansOn: 'no wake-up is lost',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...regions({ instances: 64 }, (regionOf) => [
    (i) => {
      put(new Producer(regionOf(i)), regionOf(i), PAYLOAD, OLD, 0)
      return 0
    },
    (i) => {
      const consumer = new Consumer(regionOf(i))
      return parkUntil(() => consumer.peek(), consumer, regionOf(i))
    },
  ]),
  outcomes: parkOutcomes('P1', forbidden, 'one publish, one signal'),
}

const closeAndPark: LitmusTest = {
  name: 'ring: close against park',
  leansOn: 'the end wakes as a record does',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...regions({ instances: 64 }, (regionOf) => [
    (i) => {
      new Producer(regionOf(i)).close()
      return 0
    },
    (i) => {
      const consumer = new Consumer(regionOf(i))
      return parkUntil(() => consumer.isProducerClosed(), consumer, regionOf(i))
    },
  ]),
  outcomes: parkOutcomes('E1', allowed, 'close publishes first: its P2 found PARK, E1 came later'),
}

const NOTHING = 0
const FOUND = 1
const FOUND_AFTER_END = 2
const LOST = 3

const lastRecord: LitmusTest = {
  name: 'ring: the last record and close, against the look for the end',
  leansOn: 'the end comes last',
  threads: 2,
  stride: 1,
  jitter: 150,
  ...regions({ instances: 128 }, (regionOf) => [
    (i) => {
      const producer = new Producer(regionOf(i))
      put(producer, regionOf(i), PAYLOAD, OLD, 0)
      producer.close()
      return 0
    },
    (i) => {
      const consumer = new Consumer(regionOf(i))
      if (consumer.peek()) return FOUND
      if (!consumer.isProducerClosed()) return NOTHING
      return consumer.peek() ? FOUND_AFTER_END : LOST
    },
  ]),
  outcomes: [
    interesting([0, NOTHING], 'nothing yet', 'both looks before E1'),
    interesting([0, FOUND], 'the record', 'the first look after P1'),
    allowed([0, FOUND_AFTER_END], 'the record, after the end was seen', 'P1 and E1 between the two looks'),
    forbidden([0, LOST], 'the end without the record', 'P1 before E1'),
  ],
}

/** Four of the largest records: no room is left. */
function fillUp(producer: Producer, region: Region): void {
  for (let n = 0; n < 4; n++) put(producer, region, LARGEST, OLD, n)
}

const WHOLE = 0
const OVERWRITTEN = 1

function take(region: Region, records: number): number {
  const consumer = new Consumer(region)
  let found = WHOLE
  for (let n = 0; n < records; n++) {
    if (!consumer.peek() || !isWhole(consumer, region, OLD, n)) found = OVERWRITTEN
    consumer.release()
  }
  consumer.publishRelease()
  return found
}

const LOOKS_FOR_ROOM = 60

const releaseAndClaim: LitmusTest = {
  name: 'ring: release against claim, when full',
  leansOn: 'no byte is overwritten while it is read',
  threads: 2,
  stride: 1,
  jitter: 400,
  ...regions({ instances: 128, fill: fillUp }, (regionOf) => [
    (i) => {
      const producer = new Producer(regionOf(i))
      for (let looks = 0; looks < LOOKS_FOR_ROOM; looks++) if (put(producer, regionOf(i), LARGEST, NEW, 4)) return 1
      return 0
    },
    (i) => take(regionOf(i), 1),
  ]),
  outcomes: [
    interesting([0, WHOLE], 'full to the last look', 'all looks before the release'),
    interesting([1, WHOLE], 'read, released, claimed', 'a look after the release'),
    forbidden([1, OVERWRITTEN], 'overwritten while read', 'claimed before the release'),
    forbidden([0, OVERWRITTEN], 'not what was written', 'nobody wrote'),
  ],
}

const releaseAndPark: LitmusTest = {
  name: 'ring: release against the sleep of a producer',
  leansOn: 'no wake-up is lost, with the roles exchanged',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...regions({ instances: 64, fill: fillUp }, (regionOf) => [
    (i) => {
      const producer = new Producer(regionOf(i))
      if (put(producer, regionOf(i), LARGEST, NEW, 4)) return AT_ONCE
      if (!producer.parkUntilRoom(LARGEST, FORGOTTEN_MS)) return SLEPT_ON
      return put(producer, regionOf(i), LARGEST, NEW, 4) ? WOKEN : IN_VAIN
    },
    // All of them: a producer asks to be woken only when there is more than its one record needs.
    (i) => take(regionOf(i), 4),
  ]),
  outcomes: [
    interesting([AT_ONCE, WHOLE], 'room at once', 'the release before the look'),
    interesting([WOKEN, WHOLE], 'waited for room', 'the release after the look'),
    forbidden([SLEPT_ON, WHOLE], 'slept on', 'a lost wake-up'),
    forbidden([IN_VAIN, WHOLE], 'woken without room', 'it looks before it returns'),
    forbidden([AT_ONCE, OVERWRITTEN], 'overwritten while read', 'see above'),
    forbidden([WOKEN, OVERWRITTEN], 'woken, and overwritten', 'see above'),
  ],
}

export const ring: readonly LitmusTest[] = [
  publishAndPeek,
  publishAndPark,
  closeAndPark,
  lastRecord,
  releaseAndClaim,
  releaseAndPark,
]
