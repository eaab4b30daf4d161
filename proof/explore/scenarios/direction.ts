/** One direction: ring and native lane merged by number, and a full ring followed by a larger one. */

import { EMPTY, ENDED, IN_LANE, isStatus, MESSAGE, type Status } from '../../../packages/core/src/direction/status.ts'
import {
  CONSUMER_GATE,
  CONSUMER_OWNER,
  CONSUMER_POSITION,
  PRODUCER_POSITION,
  UNWRAPPED,
  WANTED_POSITION,
} from '../../../packages/core/src/memory/layout.ts'
import { EVERY_MESSAGE_UNWRAPPED, type Region } from '../../../packages/core/src/memory/region.ts'
import type { AsyncGate } from '../../../packages/core/src/signal/gate.ts'
import type { ModelledMessage } from '../doors/codec.ts'
import { Failure } from '../failure.ts'
import type { Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { Drain } from './drain.ts'
import {
  LONG_PAYLOAD,
  LONGER_PAYLOAD,
  messagesOf,
  receiverOf,
  RECORD_PAYLOAD,
  requireFirstRingReleased,
  senderOf,
  TO_RECEIVER,
  TO_SENDER,
} from './halves.ts'
import { Blocking } from './taking.ts'

interface DirectionOptions {
  /** The messages in order: `r` fits the ring, `l` and `x` larger ones only, `n` needs the native lane. */
  readonly sends: string
  /** How the receiver sleeps: blocked, polling its native port; or as an event loop that either of two things wakes. */
  readonly receiver: 'blocked' | 'waitAsync' | 'port' | 'native' | 'absent'
  readonly ends?: 'close' | 'idle'
  /** The peer may be one that reads native messages only, until it takes its end of the ring. */
  readonly isUnwrapped?: boolean
  /** The message after an unwrapped one fits the first ring. */
  readonly fitsFirstRing?: boolean
  readonly maxCapacity?: number
  readonly whenFull?: 'buffer' | 'block'
  /** Another ring is sent ahead, and used once it is there. */
  readonly losesShared?: boolean
  /** The receiver closes after so many messages. */
  readonly closesAfter?: number
  /** The blocked receiver asks for so many messages and never again. */
  readonly stopsAfter?: number
  /** The platform drops as many native messages, before anybody listens. */
  readonly drops?: number
  /** The sender is an event loop that parks for `drain`, and at the end waits for it, or does not. */
  readonly drain?: 'awaited' | 'given-up'
  /** Bytes. */
  readonly highWaterMark?: number
  /** The event loop also polls. */
  readonly polls?: boolean
  /** So many looks at a ring that has grown find it empty, and the first size is back. */
  readonly calmLooks?: number
  /** Before it parks it looks what is there, and only that tells it of the end. */
  readonly glances?: boolean
  /** And what it polls overtakes the message whose event is under way: as in Deno. */
  readonly overtakes?: boolean
}

/** A native message of somebody who uses the port directly. */
const FOREIGN = 'foreign'
/** One record, then four: one message unread, and the next makes the ring grow. */
const FIRST = 16
const SECOND = 64
/** The first one that a long message fits. */
const LONG = 128
const LONGER = 256
/** The positions of the first ring pass 2^32. */
const START = -16

function senderThread(subject: Subject, options: DirectionOptions): ThreadSpec {
  return {
    letter: 's',
    inbox: TO_SENDER,
    body: (thread) => {
      const { sends, whenFull = 'buffer', highWaterMark = 0, calmLooks = Infinity, losesShared = false } = options
      const { maxCapacity = sends.includes('l') ? LONGER : SECOND } = options
      const sender = senderOf(subject, thread, { maxCapacity, whenFull, highWaterMark, calmLooks, losesShared })
      const drain = options.drain !== undefined ? new Drain(thread, subject, sender, highWaterMark) : undefined
      for (const message of messagesOf(sends)) {
        sender.send(message, undefined)
        drain?.sent(whenFull === 'block')
      }
      if (options.drain === 'awaited') drain?.awaitReady()
      drain?.giveUp()
      if (options.isUnwrapped === true && sender.lane.spills < sender.order.messages) thread.post(TO_RECEIVER, FOREIGN)
      // Whether there was somebody who could be told of the end.
      thread.note(thread.look(0, CONSUMER_OWNER))
      if (options.ends !== 'idle') sender.close()
    },
  }
}

/** A message that came unwrapped is itself; any other is what the codec read. */
function noteMessage(thread: Thread, value: unknown, expected: number): void {
  const id = typeof value === 'number' ? value : (value as ModelledMessage).id
  thread.assert(id === expected, `message ${id} in place of ${expected}`)
  thread.note(id)
}

function requireAll(thread: Thread, delivered: number, { sends, drops = 0 }: DirectionOptions): void {
  thread.assert(drops + delivered === sends.length, `the end after ${delivered} messages of ${sends.length}`)
}

/** As `Port.takeMessageSync` does. */
function blockedReceiver(subject: Subject, options: DirectionOptions): ThreadSpec {
  return {
    letter: 'r',
    body: (thread) => {
      let region: Region = thread.region(0)
      const polled = { poll: () => thread.poll(TO_RECEIVER) }
      const onForeign = (message: unknown): void =>
        thread.assert(message === FOREIGN, 'our native message is taken for somebody else’s')
      const receiver = receiverOf(subject, thread, { onRing: (next) => (region = next), onForeign }, polled)
      const blocking = new Blocking(subject, receiver, () => region.words)
      for (let delivered = 0; ;) {
        if (delivered === options.closesAfter) {
          receiver.publishRelease()
          return receiver.close()
        }
        if (delivered === options.stopsAfter) return
        const value = blocking.take()
        if (value === undefined) {
          thread.assert(
            polled.poll() === undefined,
            'the end, and what somebody else posted before it is left on the lane',
          )
          return requireAll(thread, delivered, options)
        }
        noteMessage(thread, value, ++delivered)
      }
    },
  }
}

function gateOf({ gate }: Subject, region: Region, { receiver }: DirectionOptions): AsyncGate {
  const park = receiver === 'port' ? gate.PARK_PORT : gate.PARK_ASYNC
  return new gate.AsyncGate(region.words, CONSUMER_GATE, park, () => {})
}

/** Turns as `Port` takes them. */
function loopReceiver(subject: Subject, options: DirectionOptions): ThreadSpec {
  return {
    letter: 'r',
    inbox: TO_RECEIVER,
    body: (thread) => {
      const { drops = 0, overtakes, polls = overtakes, glances } = options
      for (let n = 0; n < drops; n++) thread.nextEvent()
      let own = gateOf(subject, thread.region(0), options)
      const parkOn = (region: Region): void => {
        own.dispose()
        own = gateOf(subject, region, options)
      }
      const polled = polls === true ? { poll: () => thread.poll(TO_RECEIVER) } : {}
      const receiver = receiverOf(subject, thread, { onRing: parkOn, onForeign: () => {} }, polled)
      let unwrapped = 0
      let delivered = 0
      const takeAll = (): Status => {
        for (;;) {
          const found = receiver.next()
          if (isStatus(found)) return found
          noteMessage(thread, found, drops + ++delivered)
        }
      }
      const glanced = (): Status => {
        const status = receiver.glance()
        if (status !== MESSAGE) return status
        const before = delivered
        const next = takeAll()
        thread.assert(delivered > before || next === IN_LANE, 'a message was seen that is not there')
        receiver.publishRelease()
        return next === ENDED ? EMPTY : next
      }
      for (;;) {
        own.run()
        let status: Status
        do {
          status = takeAll()
          receiver.publishRelease()
          if (glances === true && status !== IN_LANE) status = glanced()
        } while (status === EMPTY && !own.park(receiver))
        if (status === ENDED) {
          requireAll(thread, delivered, options)
          return own.dispose()
        }
        if (status === IN_LANE) {
          thread.assert(receiver.next() === IN_LANE, 'sent to the native lane for a message that is in the ring')
          const isRestInRing = options.fitsFirstRing === true && unwrapped > 0
          const isAllHere = isRestInRing && thread.look(0, UNWRAPPED) === unwrapped
          thread.assert(!isAllHere, 'sent to the native lane, which has nothing more')
        }
        const event = thread.nextEvent()
        if (event.kind !== 'message') continue
        if (overtakes === true) takeAll()
        if (!Array.isArray(event.message)) unwrapped++
        const isForeign = event.message === FOREIGN
        thread.assert(
          receiver.onMessage(event.message) !== isForeign,
          'somebody else’s native message is taken for ours',
        )
      }
    },
  }
}

/** Reads native messages and nothing else, as a worker does that knows nothing of us. */
function nativeReceiver(options: DirectionOptions): ThreadSpec {
  return {
    letter: 'r',
    inbox: TO_RECEIVER,
    body: (thread) => {
      for (let delivered = 0; delivered < options.sends.length;) {
        const event = thread.nextEvent()
        if (event.kind === 'message') noteMessage(thread, event.message, ++delivered)
      }
    },
  }
}

function receiverThread(subject: Subject, options: DirectionOptions): ThreadSpec {
  if (options.receiver === 'native') return nativeReceiver(options)
  if (options.receiver === 'absent') return { letter: 'r', body: () => {} }
  return options.receiver === 'blocked' ? blockedReceiver(subject, options) : loopReceiver(subject, options)
}

function direction(name: string, options: DirectionOptions, bound: number): Scenario {
  const { sends, receiver, ends, isUnwrapped, maxCapacity, drops = 0, closesAfter, drain, calmLooks } = options
  const larger = sends.includes('l')
    ? [
        { capacity: LONG, maxPayload: LONG_PAYLOAD, isSpare: true },
        { capacity: LONGER, maxPayload: LONGER_PAYLOAD, isSpare: true },
      ]
    : [{ capacity: SECOND, maxPayload: RECORD_PAYLOAD, isSpare: true }]
  return {
    name: `direction-${name}`,
    bound,
    build: (subject): Program => ({
      regions: [
        {
          capacity: FIRST,
          maxPayload: RECORD_PAYLOAD,
          initial: {
            [PRODUCER_POSITION]: START,
            [CONSUMER_POSITION]: START,
            // An earlier wait has left these.
            [WANTED_POSITION]: 1 << 20,
            [UNWRAPPED]: isUnwrapped === true ? EVERY_MESSAGE_UNWRAPPED : 0,
          },
        },
        ...(maxCapacity === FIRST ? [] : larger),
        ...(calmLooks === undefined
          ? []
          : [
              { capacity: FIRST, maxPayload: RECORD_PAYLOAD, isSpare: true },
              { capacity: SECOND, maxPayload: RECORD_PAYLOAD, isSpare: true },
            ]),
      ],
      lanes: 2,
      threads: [senderThread(subject, options), receiverThread(subject, options)],
      // The wait on the gate of a ring that is left is ended without looking.
      wakesBlindly: receiver !== 'blocked' || drain !== undefined,
      // A sender that has grown asks now and then whether the receiver has ended in the older ring.
      isPatient: options.whenFull === 'block' && sends.includes('l'),
      atEnd: ({ asleep, notes, look }) => {
        const mayWait = ends === 'idle' && drops + notes['r']!.length === sends.length
        // Nothing can be said to a receiver that was not there before the end.
        if (drops > 0 && notes['s']![0] === 0) return
        const lost = asleep.filter((letter) => !(letter === 'r' && mayWait))
        if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
        if (receiver !== 'native' && receiver !== 'absent' && closesAfter === undefined) requireFirstRingReleased(look)
      },
    }),
  }
}

export const directionScenarios: readonly Scenario[] = [
  direction('loop-glancing', { sends: 'nrrn', receiver: 'waitAsync', glances: true }, 2),
  direction('loop-glancing-and-polling', { sends: 'rrn', receiver: 'waitAsync', glances: true, polls: true }, 2),
  direction('blocked', { sends: 'nr', receiver: 'blocked', ends: 'idle' }, 3),
  direction('blocked-growing', { sends: 'rrnr', receiver: 'blocked', ends: 'idle' }, 2),
  direction('blocked-growing-ahead', { sends: 'rrrr', receiver: 'blocked', ends: 'idle', losesShared: true }, 2),
  direction('loop-growing-ahead', { sends: 'rrrr', receiver: 'waitAsync', losesShared: true }, 2),
  direction('blocked-closing', { sends: 'rnrr', receiver: 'blocked' }, 2),
  direction('loop', { sends: 'nr', receiver: 'waitAsync', ends: 'idle' }, 3),
  direction('loop-growing', { sends: 'rrnr', receiver: 'waitAsync', ends: 'idle' }, 2),
  direction('loop-closing', { sends: 'rnrr', receiver: 'waitAsync' }, 2),
  direction('blocked-shrinking', { sends: 'rrrr', receiver: 'blocked', ends: 'idle', calmLooks: 1 }, 2),
  direction('loop-shrinking', { sends: 'rrrr', receiver: 'waitAsync', ends: 'idle', polls: true, calmLooks: 1 }, 2),
  direction('loop-overtaking', { sends: 'nnrn', receiver: 'waitAsync', ends: 'idle', overtakes: true }, 2),
  direction('loop-by-port', { sends: 'rrnr', receiver: 'port', ends: 'idle' }, 2),
  direction('largest-ring-full', { sends: 'rrr', receiver: 'blocked', ends: 'idle', maxCapacity: FIRST }, 3),
  direction('blocking-sender', { sends: 'nnr', receiver: 'waitAsync', ends: 'idle', whenFull: 'block' }, 2),
  direction('both-block', { sends: 'rnn', receiver: 'blocked', ends: 'idle', whenFull: 'block' }, 2),
  direction('unwrapped', { sends: 'rrr', receiver: 'waitAsync', ends: 'idle', isUnwrapped: true }, 2),
  direction('unwrapped-two', { sends: 'rr', receiver: 'waitAsync', isUnwrapped: true, fitsFirstRing: true }, 3),
  direction('unwrapped-native', { sends: 'rr', receiver: 'native', ends: 'idle', isUnwrapped: true }, Infinity),
  direction('unwrapped-blocked', { sends: 'rrr', receiver: 'blocked', isUnwrapped: true }, 2),
  direction('unwrapped-dropped', { sends: 'rr', receiver: 'waitAsync', isUnwrapped: true, drops: 1 }, 2),
  direction('drain', { sends: 'rn', receiver: 'blocked', ends: 'idle', drain: 'awaited' }, 2),
  direction('drain-growing', { sends: 'rrn', receiver: 'blocked', ends: 'idle', drain: 'awaited' }, 2),
  direction('drain-to-a-mark', { sends: 'rr', receiver: 'waitAsync', drain: 'awaited', highWaterMark: 16 }, 1),
  direction(
    'drain-and-block',
    { sends: 'nrr', receiver: 'blocked', ends: 'idle', drain: 'awaited', whenFull: 'block' },
    2,
  ),
  direction(
    'drain-at-the-last',
    { sends: 'rnr', receiver: 'blocked', ends: 'idle', drain: 'awaited', stopsAfter: 3 },
    2,
  ),
  direction('drain-given-up', { sends: 'rn', receiver: 'absent', drain: 'given-up' }, Infinity),
  direction('drain-closed', { sends: 'rn', receiver: 'blocked', drain: 'awaited', closesAfter: 0 }, 2),
  direction(
    'closed-while-blocked',
    { sends: 'rn', receiver: 'blocked', whenFull: 'block', maxCapacity: FIRST, closesAfter: 0 },
    2,
  ),
  direction('closed-in-an-older-ring', { sends: 'ln', receiver: 'blocked', whenFull: 'block', closesAfter: 0 }, 2),
  direction('closed-between-two-rings', { sends: 'lxn', receiver: 'blocked', whenFull: 'block', closesAfter: 1 }, 2),
]
