/** Messages that are lent where they lie, and given back late and in another order, while the ring fills and grows. */

import type { Lease } from '../../../packages/core/src/direction/lease.ts'
import { CONSUMER_POSITION, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import type { Region } from '../../../packages/core/src/memory/region.ts'
import type { LentBytes } from '../doors/codec.ts'
import { Failure } from '../failure.ts'
import type { Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import {
  messagesOf,
  receiverOf,
  RECORD_PAYLOAD,
  requireFirstRingReleased,
  senderOf,
  TO_RECEIVER,
  TO_SENDER,
} from './halves.ts'
import { Blocking } from './taking.ts'

interface LentOptions {
  /** The messages in order: `r` fits the ring, `n` needs the native lane. */
  readonly sends: string
  readonly whenFull: 'buffer' | 'block'
  readonly capacity: number
  readonly maxCapacity: number
  /** After so many were taken: which are given back, in this order. */
  readonly returns: Readonly<Record<number, readonly number[]>>
}

/** The positions of the first ring pass 2^32. */
const START = -16

function senderThread(subject: Subject, { sends, whenFull, maxCapacity }: LentOptions): ThreadSpec {
  return {
    letter: 's',
    inbox: TO_SENDER,
    body: (thread) => {
      const sender = senderOf(subject, thread, { maxCapacity, whenFull })
      for (const message of messagesOf(sends)) sender.send(message, undefined)
    },
  }
}

/** Its bytes are read when it is taken, and once more just before it is given back. */
function requireBytes(thread: Thread, lease: Lease, id: number): void {
  const bytes = lease.bytes as unknown as LentBytes
  thread.assert(bytes.length === RECORD_PAYLOAD, `message ${id} has ${bytes.length} bytes`)
  thread.assert(bytes.id() === id, `bytes of message ${bytes.id()} in place of ${id}`)
}

function borrower(subject: Subject, { sends, returns }: LentOptions): ThreadSpec {
  return {
    letter: 'r',
    body: (thread) => {
      let region: Region = thread.region(0)
      const polled = { poll: () => thread.poll(TO_RECEIVER) }
      const receiver = receiverOf(subject, thread, { onRing: (next) => (region = next) }, polled)
      const blocking = new Blocking(subject, receiver, () => region.words)
      const held = new Map<number, Lease>()
      for (let taken = 1; taken <= sends.length; taken++) {
        const lease = blocking.take(Infinity, subject.into.LEASE) as Lease
        requireBytes(thread, lease, taken)
        held.set(taken, lease)
        thread.note(taken)
        for (const id of returns[taken] ?? []) {
          requireBytes(thread, held.get(id)!, id)
          held.get(id)!.release()
        }
      }
    },
  }
}

function lent(name: string, options: LentOptions, bound: number): Scenario {
  const { capacity, maxCapacity } = options
  return {
    name: `lent-${name}`,
    bound,
    build: (subject): Program => ({
      regions: [
        { capacity, maxPayload: RECORD_PAYLOAD, initial: { [PRODUCER_POSITION]: START, [CONSUMER_POSITION]: START } },
        ...(maxCapacity === capacity ? [] : [{ capacity: maxCapacity, maxPayload: RECORD_PAYLOAD, isSpare: true }]),
      ],
      lanes: 2,
      threads: [senderThread(subject, options), borrower(subject, options)],
      atEnd: ({ asleep, notes, look }) => {
        if (asleep.length > 0) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
        if (notes['r']!.length !== options.sends.length) throw new Failure(`${notes['r']!.length} messages lent`)
        // All are given back, also those of a ring that nobody reads any more.
        requireFirstRingReleased(look)
      },
    }),
  }
}

export const lentScenarios: readonly Scenario[] = [
  // The first lies in a ring that is left before it is given back; the third in memory of its own.
  lent(
    'growing',
    { sends: 'rrnr', whenFull: 'buffer', capacity: 16, maxCapacity: 64, returns: { 3: [3, 1], 4: [4, 2] } },
    2,
  ),
  // Room for two: the sender waits for the second, which is no use before the first is back as well.
  lent(
    'blocking',
    { sends: 'rrrrr', whenFull: 'block', capacity: 32, maxCapacity: 32, returns: { 2: [2, 1], 4: [3, 4], 5: [5] } },
    2,
  ),
]
