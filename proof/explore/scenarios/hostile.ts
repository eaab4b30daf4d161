/**
 * A third thread writes one word or cell it has no business with, at any time. A reader may end with RingCorruptError;
 * nobody runs for ever, reads outside the region, or passes off a record that was never whole as one.
 */

import {
  CONSUMER_POSITION,
  CONSUMER_STATE,
  PRODUCER_POSITION,
  PRODUCER_STATE,
  RECORD_LENGTH_BITS,
  RECORD_MESSAGE,
  RECORD_PADDING,
  STATE_CORRUPT,
  WANTED_POSITION,
} from '../../../packages/core/src/memory/layout.ts'
import type { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import { store } from '../doors/atomics.ts'
import { Failure } from '../failure.ts'
import type { Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { positionsHold, produce, regionOf, type RingOptions } from './ring.ts'

interface Hit {
  readonly name: string
  readonly word?: number
  readonly cell?: number
  readonly value: number
  /** No record may be passed over. (Where a well-formed record hides another, the receiver notices by the numbers.) */
  readonly keepsOrder?: boolean
}

const OPTIONS: RingOptions = { capacity: 64, maxPayload: 24, payloads: [8, 8, 8, 8, 8] }
const MOST_RECORDS = 20

function isCorrupt(error: unknown): boolean {
  return error instanceof Error && error.name === 'RingCorruptError'
}

/** Takes what it gets. After the first error it must get the same for ever, and the producer must see the end. */
function consumeWarily(thread: Thread, consumer: Consumer, hit: Hit): void {
  try {
    for (let n = 0; ;) {
      thread.assert(n < MOST_RECORDS, 'more records than there can be')
      if (!consumer.peek()) {
        if (!consumer.isProducerClosed()) consumer.parkUntilRecord()
        else if (!consumer.peek()) return
        continue
      }
      // As somebody does who waits for the native lane with a record in hand.
      consumer.hasNews()
      const { offset, length, kind, sequence } = consumer
      thread.assert(hit.keepsOrder !== true || sequence === n, `record ${sequence} in place of ${n}`)
      thread.assert(kind >= RECORD_MESSAGE, `a record of kind ${kind}`)
      thread.assert(length <= OPTIONS.maxPayload, `a payload of ${length} bytes`)
      thread.assert(offset >= 8 && offset + length <= OPTIONS.capacity, `a payload from ${offset}, ${length} bytes`)
      consumer.release()
      n++
    }
  } catch (error) {
    if (!isCorrupt(error)) throw error
    if (hit.word !== CONSUMER_STATE)
      thread.assert(thread.look(0, CONSUMER_STATE) === STATE_CORRUPT, 'corrupt, and its state does not say so')
    let again: unknown
    try {
      consumer.peek()
    } catch (second) {
      again = second
      if (!isCorrupt(second)) throw second
    }
    thread.assert(again === error, 'corrupt once, and then no longer')
  }
}

function hostile(hit: Hit): Scenario {
  return {
    name: `hostile-${hit.name}`,
    // One preemption to hit at any step, and one more between the two reads of a header word.
    bound: hit.cell === undefined ? 1 : 2,
    build: (subject): Program => ({
      regions: [regionOf(OPTIONS)],
      threads: [honestProducer(subject), wary(subject, hit), intruder(hit)],
      readsAreSteps: true,
      wakesBlindly: true,
      // Nothing that was not published is read, so it is not released either.
      ...(hit.cell === undefined ? {} : { invariant: positionsHold(OPTIONS.capacity) }),
      atEnd: ({ asleep }) => {
        // A broken record ends the ring for both. A broken position may silence it, as any peer can.
        if (hit.cell !== undefined && asleep.length > 0) throw new Failure(`${asleep.join()} for ever asleep`)
      },
    }),
  }
}

function honestProducer({ Producer }: Subject): ThreadSpec {
  return {
    letter: 'p',
    mayThrow: isCorrupt,
    body: (thread) => {
      const producer = new Producer(thread.region(0))
      // The words were hit before it was there: it has nothing of its own to compare with.
      if (producer.usedBytes !== 0) return
      if (produce(thread, producer, OPTIONS)) producer.close()
    },
  }
}

function wary({ Consumer }: Subject, hit: Hit): ThreadSpec {
  return { letter: 'c', body: (thread) => consumeWarily(thread, new Consumer(thread.region(0)), hit) }
}

function intruder({ word, cell, value }: Hit): ThreadSpec {
  return {
    letter: 'h',
    isHostile: true,
    body: (thread) => {
      if (cell !== undefined) thread.scribble(0, cell, value)
      else store(thread.region(0).words, word!, value)
    },
  }
}

function header(kind: number, length: number): number {
  return (kind << RECORD_LENGTH_BITS) | length
}

const POSITIONS = [4, 72, -8, 0x7ffffff8, -0x80000000]

const hits: readonly Hit[] = [
  ...POSITIONS.map((value) => ({ name: `published-${value}`, word: PRODUCER_POSITION, value })),
  ...POSITIONS.map((value) => ({ name: `released-${value}`, word: CONSUMER_POSITION, value })),
  { name: 'wanted', word: WANTED_POSITION, value: 1 << 30 },
  { name: 'producer-state', word: PRODUCER_STATE, value: 77 },
  { name: 'consumer-state', word: CONSUMER_STATE, value: 77 },
  // The first record, and the last of the data area.
  ...[0, 12].flatMap((cell) => [
    { name: `kind-${cell}`, cell, value: header(0, 8) },
    { name: `unknown-kind-${cell}`, cell, value: header(15, 8) },
    { name: `short-${cell}`, cell, value: header(RECORD_MESSAGE, 0) },
    { name: `long-${cell}`, cell, value: header(RECORD_MESSAGE, 24) },
    { name: `too-long-${cell}`, cell, value: header(RECORD_MESSAGE, 32) },
    { name: `past-the-end-${cell}`, cell, value: header(RECORD_MESSAGE, 64) },
    { name: `longest-${cell}`, cell, value: header(RECORD_MESSAGE, (1 << RECORD_LENGTH_BITS) - 1) },
  ]),
  // Only the last of these is well formed: it ends with the data area and does not begin it.
  { name: 'padding-0', cell: 0, value: header(RECORD_PADDING, 8), keepsOrder: true },
  { name: 'padding-4', cell: 4, value: header(RECORD_PADDING, 8), keepsOrder: true },
  { name: 'padding-12', cell: 12, value: header(RECORD_PADDING, 8) },
  { name: 'padding-all-around', cell: 0, value: header(RECORD_PADDING, OPTIONS.capacity - 8), keepsOrder: true },
]

export const hostileScenarios: readonly Scenario[] = hits.map(hostile)
