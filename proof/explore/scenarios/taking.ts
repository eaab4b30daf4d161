/** Messages taken one by one: by a thread that blocks, also between the turns of its event loop, and by pulls. */

import type { Place } from '../../../packages/core/src/direction/into.ts'
import type { Receiver } from '../../../packages/core/src/direction/receiver.ts'
import { ENDED, IN_LANE, isStatus, type Status } from '../../../packages/core/src/direction/status.ts'
import { CONSUMER_GATE, CONSUMER_POSITION, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import type { Region } from '../../../packages/core/src/memory/region.ts'
import type { Waiter } from '../../../packages/core/src/port/pulls.ts'
import type { AsyncGate } from '../../../packages/core/src/signal/gate.ts'
import { Failure } from '../failure.ts'
import type { Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { receiverOf, senderOf, TO_RECEIVER, TO_SENDER } from './halves.ts'

const TIMEOUT_MS = 5
const PAYLOAD = 8
const REGION = { capacity: 64, maxPayload: PAYLOAD }

/** The parts of a port, for a thread that blocks. */
export class Blocking {
  readonly #take: InstanceType<Subject['BlockingTake']>
  /** It was woken from a park: an event loop's own park is over too. */
  mustLook = false

  constructor(
    { BlockingTake, askers }: Subject,
    receiver: Receiver,
    parkWords: () => Int32Array,
    isGone = () => false,
  ) {
    let isOver = false
    let isKnownGone = false
    const passing = {
      readOrThrow: (_: Receiver, place: Place | undefined) =>
        place === undefined ? receiver.next(askers.MESSAGES) : receiver.nextInto(place, askers.MESSAGES),
    }
    const parts = {
      host: { canBlock: true, now: () => Date.now() },
      ending: {
        get isOver() {
          return isOver
        },
        endFor: (error: unknown) => {
          throw error
        },
      },
      ring: {
        get words() {
          return parkWords()
        },
        engageToTake: () => receiver,
      },
      life: {
        endIfOver: (status: Status) => {
          if (status === ENDED || isKnownGone) isOver = true
        },
        isPeerGone: false,
        missPeer: () => {
          if (!isGone()) throw new Failure('the sender is taken for gone')
          isKnownGone = true
        },
      },
      demand: { kickSoon: () => (this.mustLook = true) },
      // How long it spins is no concern of the protocols: not at all.
      looks: { look: () => false },
      // Nobody here posts what is none of the direction's.
      natives: { areWaiting: false },
    }
    this.#take = new BlockingTake(parts as never, passing as never)
  }

  /** The next message's number, or with a place what became of its bytes; undefined after `timeoutMs` or at the end. */
  take(timeoutMs: number = Infinity, place?: Place): unknown {
    this.mustLook = false
    const found = this.#take.take(timeoutMs, place)
    return isStatus(found) ? undefined : found
  }
}

interface TakingOptions {
  readonly sends: number
  readonly isIdle?: boolean
  readonly take: 'with-time-out' | 'between-turns' | 'by-pulls' | 'from-the-dead'
}

function senderThread(subject: Subject, { sends, isIdle, take }: TakingOptions): ThreadSpec {
  return {
    letter: 's',
    inbox: TO_SENDER,
    mayDie: true,
    body: (thread) => {
      const sender = senderOf(subject, thread, { maxCapacity: REGION.capacity })
      // The second by the native lane, where somebody polls that.
      for (let id = 1; id <= sends; id++)
        sender.send({ id, byteLength: PAYLOAD, isNative: take === 'from-the-dead' && id === 2 }, undefined)
      if (isIdle !== true) sender.close()
    },
  }
}

function takerOf(subject: Subject, thread: Thread, polled?: object): Receiver {
  return receiverOf(subject, thread, { onRing: () => thread.assert(false, 'a ring that nobody made') }, polled)
}

function noteNext(thread: Thread, value: unknown, before: number): number {
  thread.assert(value === before + 1, `message ${String(value)} in place of ${before + 1}`)
  thread.note(value as number)
  return before + 1
}

/** After the time it gave perhaps nothing; then whatever comes. */
function takeWithTimeout(subject: Subject, thread: Thread, { sends }: TakingOptions): void {
  const receiver = takerOf(subject, thread)
  const blocking = new Blocking(subject, receiver, () => thread.region(0).words)
  if (sends === 0) return thread.assert(blocking.take(TIMEOUT_MS) === undefined, 'a message of nobody')
  let timeoutMs = TIMEOUT_MS
  for (let taken = 0; taken < sends;) {
    const begun = Date.now()
    const value = blocking.take(timeoutMs)
    if (value === undefined) {
      thread.assert(Date.now() - begun === timeoutMs, `gives up after ${Date.now() - begun} ms of ${timeoutMs}`)
      timeoutMs = Infinity
    } else taken = noteNext(thread, value, taken)
  }
  thread.assert(blocking.take() === undefined, 'a message after the end')
}

/** A blocked thread asks now and then: it ends when the sender is gone, and has everything that was sent. */
function takeFromTheDead(subject: Subject, thread: Thread): void {
  const isGone = (): boolean => thread.isGone('s', TO_RECEIVER)
  const receiver = takerOf(subject, thread, { poll: () => thread.poll(TO_RECEIVER), probe: () => !isGone() })
  const blocking = new Blocking(subject, receiver, () => thread.region(0).words, isGone)
  for (let taken = 0, value = blocking.take(); value !== undefined; value = blocking.take())
    taken = noteNext(thread, value, taken)
  const left = thread.look(0, PRODUCER_POSITION) - thread.look(0, CONSUMER_POSITION)
  thread.assert(left === 0, `ends with ${left} bytes of the dead unread`)
}

function gateOf({ gate }: Subject, region: Region): AsyncGate {
  return new gate.AsyncGate(region.words, CONSUMER_GATE, gate.PARK_ASYNC, () => {})
}

/** An event loop parks, blocks for the first message all the same, and listens for the rest. */
function takeBetweenTurns(subject: Subject, thread: Thread): void {
  const receiver = takerOf(subject, thread)
  const own = gateOf(subject, thread.region(0))
  const blocking = new Blocking(subject, receiver, () => thread.region(0).words)
  let taken = 0
  /** False at the end. */
  const turn = (): boolean => {
    own.run()
    for (;;) {
      const found = receiver.next()
      if (!isStatus(found)) {
        taken = noteNext(thread, found, taken)
        continue
      }
      receiver.publishRelease()
      if (found === ENDED) return false
      if (own.park(receiver)) return true
    }
  }
  let isOpen = turn()
  if (isOpen && taken === 0) {
    taken = noteNext(thread, blocking.take(), taken)
    if (blocking.mustLook) isOpen = turn()
  }
  while (isOpen) {
    thread.nextEvent()
    isOpen = turn()
  }
  own.dispose()
}

/** Two pull, the first once more when it has got its message; a third gives up when the first has got its own. */
function takeByPulls(subject: Subject, thread: Thread): void {
  const receiver = takerOf(subject, thread)
  const own = gateOf(subject, thread.region(0))
  let isHeld = false
  let taken = 0
  let rejected = 0
  const order: string[] = []
  const pulls = new subject.Pulls({ ending: undefined as never, hold: (held) => (isHeld = held), onLeft: () => {} })
  const waiterOf = (name: string, onMessage: () => void): Waiter => {
    let isOver = false
    const settle = (): void => {
      thread.assert(!isOver, `${name} is told twice`)
      isOver = true
    }
    return {
      place: undefined,
      resolve: (value) => {
        settle()
        order.push(name)
        taken = noteNext(thread, value, taken)
        onMessage()
      },
      reject: () => {
        settle()
        rejected++
      },
    }
  }
  const third = waiterOf('third', () => {})
  const first = waiterOf('first', () => {
    pulls.add(waiterOf('fourth', () => {}))
    pulls.remove(third)
    pulls.remove(third)
  })
  for (const waiter of [first, waiterOf('second', () => {}), third]) pulls.add(waiter)
  while (pulls.isWaiting) {
    own.run()
    let found: unknown
    while (pulls.isWaiting && !isStatus((found = receiver.next()))) pulls.settle(found)
    receiver.publishRelease()
    if (!pulls.isWaiting) break
    thread.assert(found !== IN_LANE, 'sent to the native lane for a message that is not there')
    if (found === ENDED) {
      pulls.rejectAll(undefined)
      thread.assert(!pulls.isWaiting, 'somebody waits after the end')
    } else if (own.park(receiver)) {
      thread.assert(isHeld, 'somebody waits, and holds nothing')
      thread.nextEvent()
    }
  }
  thread.assert(!isHeld, 'nobody waits, and it is held')
  thread.assert(order.join() === 'first,second,fourth'.slice(0, order.join().length), `served ${order.join()}`)
  thread.assert(taken + rejected === 3, `${taken} served and ${rejected} told of the end, of 3`)
  thread.assert(!pulls.settle(undefined), 'somebody waits who was told')
  own.dispose()
}

const TAKERS = {
  'with-time-out': takeWithTimeout,
  'between-turns': takeBetweenTurns,
  'by-pulls': takeByPulls,
  'from-the-dead': takeFromTheDead,
}

function taking(options: TakingOptions, bound: number, suffix = ''): Scenario {
  const { take, sends, isIdle } = options
  return {
    name: `take-${take}${suffix}`,
    bound,
    build: (subject): Program => ({
      regions: [REGION],
      lanes: 2,
      threads: [
        senderThread(subject, options),
        { letter: 'r', inbox: TO_RECEIVER, body: (thread) => TAKERS[take](subject, thread, options) },
      ],
      // The pending wait of an event loop is ended without looking.
      wakesBlindly: true,
      deaths: take === 'from-the-dead' ? 1 : 0,
      isPatient: take === 'from-the-dead',
      atEnd: ({ asleep, dead, notes }) => {
        const mayWait = isIdle === true && sends > 0 && notes['r']!.length === sends
        if (asleep.length > 0 && !mayWait) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
        if (notes['r']!.length < sends && dead.length === 0)
          throw new Failure(`${notes['r']!.length} messages taken of ${sends}`)
      },
    }),
  }
}

export const takingScenarios: readonly Scenario[] = [
  taking({ take: 'with-time-out', sends: 2 }, 3),
  taking({ take: 'with-time-out', sends: 0, isIdle: true }, Infinity, '-in-vain'),
  taking({ take: 'between-turns', sends: 2, isIdle: true }, 3),
  taking({ take: 'between-turns', sends: 2 }, 3, '-closing'),
  taking({ take: 'from-the-dead', sends: 3 }, 2),
  taking({ take: 'by-pulls', sends: 3, isIdle: true }, 3),
  taking({ take: 'by-pulls', sends: 1 }, 3, '-closing'),
]
