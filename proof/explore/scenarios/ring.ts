/** One ring between a producer and a consumer that may both sleep. */

import {
  CONSUMER_GATE,
  CONSUMER_POSITION,
  PRODUCER_GATE,
  PRODUCER_POSITION,
  RECORD_MESSAGE,
} from '../../../packages/core/src/memory/layout.ts'
import type { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import type { Producer } from '../../../packages/core/src/ring/producer.ts'
import type { Region } from '../../../packages/core/src/memory/region.ts'
import { Failure } from '../failure.ts'
import type { End, Look, Program, RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'

export const RUN = 0
const CLOSED = -2
const FULL = -1

/** Bytes of each record's payload: multiples of 8. */
type Payloads = readonly number[]

export interface RingOptions {
  readonly capacity: number
  readonly maxPayload: number
  readonly payloads: Payloads
  readonly startPosition?: number
  /** The producer closes, or falls silent for ever: then nothing after the last record can rescue a lost wake-up. */
  readonly ends?: 'close' | 'idle'
  /** Records in one publish. */
  readonly batch?: number
  readonly producerTimeoutMs?: number
  readonly consumerTimeoutMs?: number
  readonly strays?: number
}

/** A region that is smaller than the product makes them, so that it is full after a record or two. */
export function regionOf({ capacity, maxPayload, startPosition = 0 }: RingOptions): RegionSpec {
  return { capacity, maxPayload, initial: { [PRODUCER_POSITION]: startPosition, [CONSUMER_POSITION]: startPosition } }
}

/** Writes record `n`: its payload is `n` in every cell. */
function writePayload(region: Region, offset: number, bytes: number, n: number): void {
  for (let cell = offset >> 2; cell < (offset + bytes) >> 2; cell++) region.data[cell] = n
}

/** Claims room for the payload, sleeping until there is some; false when the consumer is gone. */
function claim(thread: Thread, producer: Producer, bytes: number, timeoutMs: number): number {
  let offset = producer.tryClaim(bytes)
  while (offset === FULL) {
    // After one wait in vain for as long as it takes, or the waits would never end.
    const hasRoom =
      producer.parkUntilRoom(bytes, timeoutMs) || (timeoutMs !== Infinity && producer.parkUntilRoom(bytes))
    thread.assert(thread.look(0, PRODUCER_GATE) === RUN, 'awake, and its gate says that it is parked')
    offset = producer.tryClaim(bytes)
    thread.assert(!hasRoom || offset >= 0, `told that there is room, and got ${offset}`)
  }
  const used = producer.usedBytes
  thread.assert(used >= 0 && used <= producer.region.capacity && used % 8 === 0, `believes that ${used} bytes are used`)
  return offset
}

export function produce(thread: Thread, producer: Producer, options: RingOptions): boolean {
  const { payloads, batch = 1, ends = 'close', producerTimeoutMs = Infinity } = options
  for (const [n, bytes] of payloads.entries()) {
    const offset = claim(thread, producer, bytes, producerTimeoutMs)
    if (offset === CLOSED) return false
    writePayload(thread.region(0), offset, bytes, n + 1)
    producer.commit(bytes, RECORD_MESSAGE, n)
    // The rest of a batch goes out with the close.
    if ((n + 1) % batch === 0 || (n + 1 === payloads.length && ends === 'idle')) producer.publish()
    thread.note(n)
  }
  return true
}

/** Checks the record just peeked against what the producer writes. */
export function checkRecord(thread: Thread, consumer: Consumer, n: number, payloads: Payloads): void {
  thread.assert(consumer.sequence === n, `record ${consumer.sequence} in place of ${n}`)
  thread.assert(consumer.kind === RECORD_MESSAGE, `record ${n} is of kind ${consumer.kind}`)
  thread.assert(consumer.length === payloads[n], `record ${n} has ${consumer.length} bytes`)
  checkPayload(thread, consumer, n)
}

/** `record`: where its payload is. */
export function checkPayload(thread: Thread, record: { offset: number; length: number }, n: number): void {
  const { data } = thread.region(0)
  for (let cell = record.offset >> 2; cell < (record.offset + record.length) >> 2; cell++)
    thread.assert(data[cell] === n + 1, `record ${n} is torn: ${data[cell]} at cell ${cell}`)
}

/** Takes every record, sleeping for the next; ends with the ring. */
function consume(thread: Thread, consumer: Consumer, options: RingOptions): void {
  const { payloads, consumerTimeoutMs = Infinity } = options
  let timeoutMs = consumerTimeoutMs
  for (let n = 0; ;) {
    thread.assert(thread.look(0, CONSUMER_GATE) === RUN, 'awake, and its gate says that it is parked')
    if (consumer.peek()) {
      checkRecord(thread, consumer, n, payloads)
      consumer.release()
      thread.note(n++)
      timeoutMs = consumerTimeoutMs
    } else if (consumer.isProducerClosed()) {
      if (consumer.peek()) continue
      thread.assert(n === payloads.length, `the end after ${n} records of ${payloads.length}`)
      return consumer.publishRelease()
    } else if (!consumer.parkUntilRecord(timeoutMs)) timeoutMs = Infinity
  }
}

export function producerThread({ Producer }: Subject, options: RingOptions): ThreadSpec {
  return {
    letter: 'p',
    body: (thread) => {
      const producer = new Producer(thread.region(0))
      produce(thread, producer, options)
      if (options.ends !== 'idle') producer.close()
    },
  }
}

export function consumerThread({ Consumer }: Subject, options: RingOptions): ThreadSpec {
  return { letter: 'c', body: (thread) => consume(thread, new Consumer(thread.region(0)), options) }
}

/** Published is never behind released, nor further ahead than the ring is long. */
export function positionsHold(capacity: number): (look: Look) => void {
  return (look) => {
    const used = (look(0, PRODUCER_POSITION) - look(0, CONSUMER_POSITION)) | 0
    if (used < 0 || used > capacity || used % 8 !== 0)
      throw new Failure(`${used} bytes are used in a ring of ${capacity}`)
  }
}

/** Nobody sleeps for ever, but a consumer that has taken everything from a silent producer. */
export function judge({ ends, payloads }: RingOptions): (end: End) => void {
  return ({ asleep, notes }) => {
    const mayWait = ends === 'idle' && notes['c']!.length === payloads.length
    const lost = asleep.filter((letter) => !(letter === 'c' && mayWait))
    if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
  }
}

function ring(name: string, options: RingOptions, bound: number = Infinity): Scenario {
  return {
    name,
    bound,
    build: (subject): Program => ({
      regions: [regionOf(options)],
      threads: [producerThread(subject, options), consumerThread(subject, options)],
      invariant: positionsHold(options.capacity),
      atEnd: judge(options),
      strays: options.strays ?? 0,
    }),
  }
}

export const ONE_SLOT = { capacity: 16, maxPayload: 8 }
export const FOUR_SLOTS = { capacity: 64, maxPayload: 8 }
/** Released in portions of 16 bytes. A sleeping producer is woken when a quarter of the ring is free beyond its need. */
const UNEVEN = { capacity: 128, maxPayload: 56 }
/** Released in portions of 16 bytes: a last record of 8 is in hand until the consumer parks, and the largest needs it too. */
const LAST_IN_HAND = { capacity: 128, maxPayload: 120 }
/** After the first record the positions pass `2 ** 31` or `2 ** 32`. */
const NEAR_2_31 = 0x7ffffff0
const NEAR_2_32 = -16

export const ringScenarios: readonly Scenario[] = [
  ring('one-record', { ...ONE_SLOT, payloads: [8] }),
  ring('one-slot', { ...ONE_SLOT, payloads: [8, 8], ends: 'idle' }),
  ring('one-slot-closing', { ...ONE_SLOT, payloads: [8, 8, 8] }, 3),
  ring('four-slots', { ...FOUR_SLOTS, payloads: [8, 8, 8, 8, 8, 8], ends: 'idle' }, 3),
  ring('batches', { ...FOUR_SLOTS, payloads: [8, 8, 8, 8, 8, 8], batch: 3, ends: 'idle' }, 3),
  ring('batch-beyond-the-ring', { ...FOUR_SLOTS, payloads: [8, 8, 8, 8, 8, 8], batch: 7 }, 3),
  ring('padding', { ...UNEVEN, payloads: [48, 24, 56, 8, 40], ends: 'idle' }, 2),
  ring('bytes-in-hand', { ...LAST_IN_HAND, payloads: [0, 104, 0, 120], ends: 'idle' }, 2),
  ring('near-2-31', { ...ONE_SLOT, payloads: [8, 8], startPosition: NEAR_2_31, ends: 'idle' }),
  ring('padding-near-2-31', { ...UNEVEN, payloads: [48, 24, 56, 8, 40], startPosition: 0x7fffffd0, ends: 'idle' }, 2),
  ring('near-2-32', { ...FOUR_SLOTS, payloads: [8, 8, 8, 8, 8, 8], startPosition: NEAR_2_32, ends: 'idle' }, 2),
  ring('time-outs', { ...ONE_SLOT, payloads: [8, 8], producerTimeoutMs: 5, consumerTimeoutMs: 5 }, 2),
  ring('stray-wakes', { ...ONE_SLOT, payloads: [8, 8], strays: 2 }, 2),
]
