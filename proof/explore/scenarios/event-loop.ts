/** One ring whose consumer is an event loop: woken by `Atomics.waitAsync`, or by a message on the native port. */

import { CONSUMER_GATE } from '../../../packages/core/src/memory/layout.ts'
import type { Consumer } from '../../../packages/core/src/ring/consumer.ts'
import type { AsyncGate } from '../../../packages/core/src/signal/gate.ts'
import type { Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import {
  checkRecord,
  FOUR_SLOTS,
  judge,
  ONE_SLOT,
  positionsHold,
  produce,
  regionOf,
  type RingOptions,
  RUN,
} from './ring.ts'

export interface LoopOptions extends RingOptions {
  readonly wakeBy: 'waitAsync' | 'port'
  /** The producer posts as many messages on the native port besides: events that end no wait. */
  readonly messages?: number
}

const NUDGE = 'nudge'

/** Delivers what there is; true when parked, false at the end of the ring. */
function turn(thread: Thread, consumer: Consumer, gate: AsyncGate, options: RingOptions, seen: number[]): boolean {
  gate.run()
  for (;;) {
    thread.assert(thread.look(0, CONSUMER_GATE) === RUN, 'awake, and its gate says that it is parked')
    if (consumer.peek()) {
      checkRecord(thread, consumer, seen.length, options.payloads)
      consumer.release()
      thread.note(seen.length)
      seen.push(seen.length)
      continue
    }
    const isClosed = consumer.isProducerClosed()
    if (consumer.peek()) continue
    consumer.publishRelease()
    if (isClosed) return false
    if (gate.park(consumer)) return true
  }
}

/** Turns as `Port` takes them, and what `Port` does when it hears that the other side is gone. */
export function loopThread({ Consumer, gate }: Subject, options: LoopOptions): ThreadSpec {
  const park = options.wakeBy === 'port' ? gate.PARK_PORT : gate.PARK_ASYNC
  return {
    letter: 'c',
    inbox: 0,
    hearsOfDeath: true,
    body: (thread) => {
      let wakes = 0
      let nudges = 0
      let parks = 0
      const consumer = new Consumer(thread.region(0))
      const own = new gate.AsyncGate(thread.region(0).words, CONSUMER_GATE, park, () => wakes++)
      const seen: number[] = []
      while (turn(thread, consumer, own, options, seen)) {
        parks++
        const event = thread.nextEvent()
        if (event.kind === 'message' && event.message === NUDGE) nudges++
        thread.assert(nudges + wakes <= parks, `${nudges + wakes} signals for ${parks} parks`)
        if (event.kind !== 'death') continue
        while (consumer.peek()) {
          checkRecord(thread, consumer, seen.length, options.payloads)
          consumer.release()
          thread.note(seen.length)
          seen.push(seen.length)
        }
        consumer.publishRelease()
        break
      }
      own.dispose()
    },
  }
}

export function nudgingProducer({ Producer }: Subject, options: LoopOptions): ThreadSpec {
  return {
    letter: 'p',
    body: (thread) => {
      const producer = new Producer(thread.region(0), 1, () => thread.post(0, NUDGE))
      for (let n = 0; n < (options.messages ?? 0); n++) thread.post(0, 'hello')
      produce(thread, producer, options)
      if (options.ends !== 'idle') producer.close()
    },
  }
}

function eventLoop(name: string, options: LoopOptions, bound: number): Scenario {
  return {
    name,
    bound,
    build: (subject): Program => ({
      regions: [regionOf(options)],
      lanes: 1,
      threads: [nudgingProducer(subject, options), loopThread(subject, options)],
      invariant: positionsHold(options.capacity),
      atEnd: judge(options),
    }),
  }
}

export const eventLoopScenarios: readonly Scenario[] = [
  eventLoop('loop-by-wait', { ...ONE_SLOT, payloads: [8, 8], ends: 'idle', wakeBy: 'waitAsync' }, Infinity),
  eventLoop('loop-by-wait-closing', { ...FOUR_SLOTS, payloads: [8, 8, 8], wakeBy: 'waitAsync' }, 3),
  eventLoop('loop-by-port', { ...ONE_SLOT, payloads: [8, 8], ends: 'idle', wakeBy: 'port' }, Infinity),
  eventLoop('loop-by-port-closing', { ...FOUR_SLOTS, payloads: [8, 8, 8], wakeBy: 'port' }, 3),
  eventLoop(
    'loop-with-messages',
    { ...FOUR_SLOTS, payloads: [8, 8], ends: 'idle', wakeBy: 'waitAsync', messages: 2 },
    3,
  ),
]
