/** A consumer that goes past records and reads them later, in another order, while the producer needs their room. */

import { CONSUMER_GATE } from '../../../packages/core/src/memory/layout.ts'
import type { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import type { RetainedRecord } from '../../../packages/core/src/ring/retained-records.ts'
import type { Program, Thread } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import {
  checkPayload,
  checkRecord,
  FOUR_SLOTS,
  judge,
  positionsHold,
  producerThread,
  regionOf,
  type RingOptions,
  RUN,
} from './ring.ts'

interface RetainedOptions extends RingOptions {
  /** Of each record what becomes of it: `r` is read and released, `k` retained. */
  readonly takes: string
  /** After the record with this number: which retained ones are read and dropped, in this order. */
  readonly drops: Readonly<Record<number, readonly number[]>>
}

function consume(thread: Thread, consumer: Consumer, { payloads, takes, drops }: RetainedOptions): void {
  const retained = new Map<number, RetainedRecord>()
  for (let n = 0; n < payloads.length;) {
    thread.assert(thread.look(0, CONSUMER_GATE) === RUN, 'awake, and its gate says that it is parked')
    if (!consumer.peek()) {
      consumer.parkUntilRecord()
      continue
    }
    checkRecord(thread, consumer, n, payloads)
    if (takes[n] === 'k') retained.set(n, consumer.retain())
    else consumer.release()
    for (const dropped of drops[n] ?? []) {
      const record = retained.get(dropped)!
      thread.assert(record.length === payloads[dropped], `record ${dropped} is retained with ${record.length} bytes`)
      checkPayload(thread, record, dropped)
      consumer.drop(record)
    }
    thread.note(n++)
  }
  // Nothing else will make it look at the ring again.
  while (!consumer.isProducerClosed()) consumer.parkUntilRecord()
  consumer.publishRelease()
}

function keeping(name: string, options: RetainedOptions, bound: number): Scenario {
  return {
    name: `retained-${name}`,
    bound,
    build: (subject): Program => ({
      regions: [regionOf(options)],
      threads: [
        producerThread(subject, options),
        { letter: 'c', body: (thread) => consume(thread, new subject.Consumer(thread.region(0)), options) },
      ],
      invariant: positionsHold(options.capacity),
      atEnd: judge(options),
    }),
  }
}

/** A record is peeked behind padding. */
const PADDED = { capacity: 64, maxPayload: 24 }

export const retainedScenarios: readonly Scenario[] = [
  // The producer is told of the one record's room that there is, less than it would rather have.
  keeping('in-reverse', { ...FOUR_SLOTS, payloads: [8, 8, 8, 8, 8, 8, 8], takes: 'rkkrrrr', drops: { 4: [2, 1] } }, 2),
  // From one place for retained records to four, with the oldest in the second of two; the positions pass 2^31.
  keeping(
    'more-and-more',
    {
      ...FOUR_SLOTS,
      payloads: [8, 8, 8, 8, 8, 8, 8],
      takes: 'kkkkrrk',
      drops: { 1: [0], 4: [2, 1, 3], 6: [6] },
      startPosition: 0x7fffffe0,
    },
    2,
  ),
  keeping('padding', { ...PADDED, payloads: [8, 8, 16, 16, 8, 8], takes: 'rrkkrr', drops: { 3: [2], 5: [3] } }, 2),
]
