/** Messages and records of typed channels on one port, for a receiver that asks for some and has the others wait. */

import type { Aside } from '../../../packages/core/src/direction/aside.ts'
import type { Asker } from '../../../packages/core/src/direction/asker.ts'
import type { Inbound, InboundChannels } from '../../../packages/core/src/direction/inbound.ts'
import { openingContent } from '../../../packages/core/src/direction/opening.ts'
import type { Receiver } from '../../../packages/core/src/direction/receiver.ts'
import { EMPTY, ENDED, isStatus, MESSAGE, RECORD, type Status } from '../../../packages/core/src/direction/status.ts'
import { RecordWriter } from '../../../packages/core/src/direction/typed-record.ts'
import { CONSUMER_GATE, CONSUMER_POSITION, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import type { RecordTaker } from '../../../packages/core/src/channel/record-taker.ts'
import { Failure } from '../failure.ts'
import type { Look, Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { Drain } from './drain.ts'
import { receiverOf, senderOf, TO_RECEIVER, TO_SENDER } from './halves.ts'
import { Blocking } from './taking.ts'

interface TypedOptions {
  /** The messages in order: `m` a message, `l` a long one, `n` one that needs the native lane, `c` and `d` records of two channels. */
  readonly sends: string
  /**
   * The questions, one after another: `m` messages, `c` and `d` records of one channel, `r` of both, `a` anything.
   * How many of them, or fewer at the end. A blocked receiver asks for messages until the end, and then as it says here.
   */
  readonly asks: string
  readonly receiver?: 'loop' | 'blocked'
  readonly ends?: 'close' | 'idle' | 'death'
  /** Bytes of the first ring, and of the largest. */
  readonly capacity: number
  readonly maxCapacity?: number
  readonly whenFull?: 'buffer' | 'block'
  /** The sender is an event loop that waits until everything is taken. */
  readonly isDrained?: boolean
  /** The code that reads records is brought after that many questions. */
  readonly bringsAfter?: number
}

/** As in `asks`. */
type Kind = 'm' | 'c' | 'd' | 'r' | 'a'

const PAYLOAD = 8
const LONG_PAYLOAD = 216
const CHANNELS = 'cd'
/** Both are open before anything is sent. */
const OPENINGS = [...CHANNELS].map((_, name) =>
  new RecordWriter(0, openingContent({ name, fingerprint: 1, description: '', number: name + 1 })).spilled().slice(),
)
/** The positions of the first ring pass 2^32. */
const START = -16

function asksIn({ asks }: TypedOptions): (readonly [Kind, number])[] {
  return asks.split(' ').map((ask) => [ask[0] as Kind, Number(ask.slice(1))])
}

function kindOf(what: string): string {
  return CHANNELS.includes(what) ? what : 'm'
}

/** Each is its place among all that is sent, in every cell. */
function contentOf(id: number): Uint8Array {
  return new Uint8Array(Int32Array.of(id).buffer)
}

function senderThread(subject: Subject, options: TypedOptions): ThreadSpec {
  return {
    letter: 's',
    inbox: TO_SENDER,
    mayDie: true,
    body: (thread) => {
      const { sends, capacity, maxCapacity = capacity, whenFull = 'buffer' } = options
      const sender = senderOf(subject, thread, { maxCapacity, whenFull })
      const drain = options.isDrained === true ? new Drain(thread, subject, sender, 0) : undefined
      for (const [index, what] of [...sends].entries()) {
        const id = index + 1
        const channel = CHANNELS.indexOf(what) + 1
        if (channel === 0)
          sender.send({ id, byteLength: what === 'l' ? LONG_PAYLOAD : PAYLOAD, isNative: what === 'n' }, undefined)
        else
          subject.sendRecord(
            sender,
            new subject.RecordWriter(channel, {
              write: ({ bytes }, offset, limit) => {
                if (limit - offset < 4) return -1
                bytes.set(contentOf(id), offset)
                return offset + 4
              },
            }),
            false,
          )
      }
      drain?.awaitReady()
      drain?.giveUp()
      if (options.ends !== 'idle') sender.close()
    },
  }
}

/** The messages that have come: each kind in its order, and all in the order of sending where the order of asking allows it. */
class Delivered {
  readonly #thread: Thread
  readonly #sends: string
  readonly #last: Record<string, number> = {}
  #lastOfAll = 0
  count = 0

  constructor(thread: Thread, sends: string) {
    this.#thread = thread
    this.#sends = sends
  }

  /** A question gets the oldest message that it asks for: also of several kinds. */
  askAnew(): void {
    this.#lastOfAll = 0
  }

  add(id: number, kind: string): void {
    this.#thread.assert(id > this.#lastOfAll, `${kind} ${id} after ${this.#lastOfAll}`)
    this.#lastOfAll = id
    const next = [...this.#sends].findIndex((what, i) => i >= (this.#last[kind] ?? 0) && kindOf(what) === kind)
    this.#thread.assert(id === next + 1, `${kind} ${id} in place of ${next + 1}`)
    this.#last[kind] = id
    this.count++
    this.#thread.note(id)
  }
}

class Typed {
  readonly aside: Aside
  readonly #channels: InboundChannels
  readonly receiver: Receiver
  readonly delivered: Delivered
  readonly #subject: Subject
  readonly #records: RecordTaker
  /** The channels whose records a question for several wants. */
  wanted = ''

  constructor(
    subject: Subject,
    thread: Thread,
    { sends }: TypedOptions,
    onRing: (words: Int32Array) => void,
    polled: object,
  ) {
    this.#subject = subject
    this.delivered = new Delivered(thread, sends)
    this.aside = new subject.Aside()
    this.#channels = new subject.inbound.InboundChannels(this.aside, (inbound) => {
      const kind = CHANNELS[inbound.opening.name as number]!
      inbound.sink = {
        isWanted: () => this.wanted.includes(kind),
        take: ({ bytes }, offset, end) => {
          thread.assert(end - offset === 4, `a record of ${end - offset} bytes`)
          this.delivered.add(new Int32Array(bytes.subarray(offset, end).slice().buffer)[0]!, kind)
          return false
        },
        endView: () => {},
      }
    })
    for (const opening of OPENINGS) this.aside.addBytes(opening, true, undefined)
    const { aside } = this
    this.receiver = receiverOf(subject, thread, { onRing: ({ words }) => onRing(words), aside }, polled)
    const { receiver } = this
    const parts = {
      host: { now: () => Date.now() },
      options: {},
      ring: { receiver, engageToTake: () => receiver },
      life: { endIfOver: () => {} },
      demand: { mustWait: false, kickSoon: () => {}, onTaking: () => {} },
      ending: {
        isOver: false,
        endFor: (error: unknown) => {
          throw error
        },
        tryOrEnd: (action: () => void) => action(),
      },
    }
    this.#records = new subject.RecordTaker(parts as never, this.#channels)
  }

  /** The records that have come before are read now. */
  bring(): void {
    this.aside.bring(this.#channels)
  }

  #askerFor(kind: Kind): Asker {
    const { MESSAGES, RECORDS, ANYTHING } = this.#subject.askers
    if (kind === 'c' || kind === 'd') return { takesMessages: false, records: this.#inboundOf(kind) }
    return { m: MESSAGES, r: RECORDS, a: ANYTHING }[kind]
  }

  #inboundOf(kind: string): Inbound {
    return this.#channels.named(CHANNELS.indexOf(kind))!
  }

  /** As `Incoming.passNext` does: several records if they follow one another. */
  take(kind: Kind): Status {
    const { receiver } = this
    const found = receiver.next(this.#askerFor(kind))
    if (found === RECORD) this.#records.deliverRow(receiver)
    else if (isStatus(found)) return found
    else this.addMessage(found)
    return MESSAGE
  }

  /** As `TypedChannel.receive` does. */
  pull(kind: 'c' | 'd'): boolean {
    return this.#records.take(this.#inboundOf(kind), this.#askerFor(kind))
  }

  addMessage(value: unknown): void {
    this.delivered.add(value as number, 'm')
  }
}

function loopThread(subject: Subject, options: TypedOptions): ThreadSpec {
  return {
    letter: 'r',
    inbox: TO_RECEIVER,
    body: (thread) => {
      const gateOn = (words: Int32Array) =>
        new subject.gate.AsyncGate(words, CONSUMER_GATE, subject.gate.PARK_ASYNC, () => {})
      let own = gateOn(thread.region(0).words)
      const onRing = (words: Int32Array): void => {
        own.dispose()
        own = gateOn(words)
      }
      const typed = new Typed(subject, thread, options, onRing, {})
      const { receiver, delivered } = typed
      for (const [number, [kind, count]] of asksIn(options).entries()) {
        if (number === (options.bringsAfter ?? 0)) typed.bring()
        typed.wanted = kind === 'r' || kind === 'a' ? CHANNELS : ''
        const enough = delivered.count + count
        delivered.askAnew()
        own.run()
        for (let status: Status = EMPTY; delivered.count < enough && status !== ENDED;) {
          status = typed.take(kind)
          if (status === MESSAGE) continue
          receiver.publishRelease()
          if (status === ENDED || (status === EMPTY && !own.park(receiver))) continue
          const event = thread.nextEvent()
          if (event.kind === 'message') receiver.onMessage(event.message)
          own.run()
        }
      }
      receiver.publishRelease()
      own.dispose()
    },
  }
}

/** A thread that blocks for messages until the end, or the death, and then asks what has waited. */
function blockedThread(subject: Subject, options: TypedOptions): ThreadSpec {
  return {
    letter: 'r',
    body: (thread) => {
      let { words } = thread.region(0)
      const isGone = (): boolean => thread.isGone('s', TO_RECEIVER)
      const polled = { poll: () => thread.poll(TO_RECEIVER), probe: () => !isGone() }
      const typed = new Typed(subject, thread, options, (next) => (words = next), polled)
      if (options.bringsAfter === undefined) typed.bring()
      const blocking = new Blocking(subject, typed.receiver, () => words, isGone)
      for (let value = blocking.take(); value !== undefined; value = blocking.take()) typed.addMessage(value)
      if (options.bringsAfter !== undefined) typed.bring()
      for (const [kind, count] of asksIn(options)) {
        typed.delivered.askAnew()
        for (let n = 0; n < count; n++) if (!typed.pull(kind as 'c' | 'd')) break
      }
      thread.assert(typed.aside.count === 0, `${typed.aside.count} still wait at the end`)
    },
  }
}

function scenario(name: string, options: TypedOptions, bound: number): Scenario {
  const { sends, capacity, maxCapacity = capacity, ends, receiver } = options
  const capacities = [capacity]
  while (capacities.at(-1)! < maxCapacity) capacities.push(capacities.at(-1)! * 2)
  const eachRing = (judge: (used: number, capacity: number) => boolean, what: string) => (look: Look) => {
    for (const [region, size] of capacities.entries()) {
      const used = (look(region, PRODUCER_POSITION) - look(region, CONSUMER_POSITION)) | 0
      if (!judge(used, size)) throw new Failure(`${used} bytes ${what} in a ring of ${size}`)
    }
  }
  const requireEmpty = eachRing((used) => used === 0, 'are left')
  return {
    name: `typed-${name}`,
    bound,
    build: (subject): Program => ({
      regions: capacities.map((size, index) => ({
        capacity: size,
        maxPayload: sends.includes('l') ? LONG_PAYLOAD : PAYLOAD,
        initial: index === 0 ? { [PRODUCER_POSITION]: START, [CONSUMER_POSITION]: START } : {},
        isSpare: index > 0,
      })),
      lanes: 2,
      threads: [
        senderThread(subject, options),
        receiver === 'blocked' ? blockedThread(subject, options) : loopThread(subject, options),
      ],
      // The wait on the gate of a ring that is left is ended without looking.
      wakesBlindly: true,
      deaths: ends === 'death' ? 1 : 0,
      isPatient: receiver === 'blocked' || (options.whenFull === 'block' && maxCapacity > capacity),
      invariant: eachRing((used, size) => used >= 0 && used <= size && used % 8 === 0, 'are used'),
      atEnd: ({ asleep, dead, notes, look }) => {
        if (asleep.length > 0) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
        requireEmpty(look)
        if (notes['r']!.length < sends.length && dead.length === 0)
          throw new Failure(`${notes['r']!.length} delivered of ${sends.length}`)
      },
    }),
  }
}

const DYING = { receiver: 'blocked', ends: 'death' } as const

export const typedScenarios: readonly Scenario[] = [
  scenario('messages-first', { sends: 'cmcm', asks: 'm2 c2', capacity: 64, ends: 'idle' }, 2),
  scenario('growing', { sends: 'cmmcm', asks: 'm3 r2', capacity: 32, maxCapacity: 64, ends: 'idle' }, 1),
  scenario('closing', { sends: 'cmcm', asks: 'm9 a9', capacity: 32, maxCapacity: 64 }, 1),
  scenario('anything-after-one', { sends: 'mcncd', asks: 'd1 a4', capacity: 128, ends: 'idle' }, 1),
  scenario('by-lane', { sends: 'mcc', asks: 'c2 m1', capacity: 32, ends: 'idle' }, 2),
  scenario('message-in-the-way', { sends: 'mcc', asks: 'c1 m1 c1', capacity: 32, whenFull: 'block', ends: 'idle' }, 1),
  scenario('rows', { sends: 'cccmcnc', asks: 'm1 r5 m1', capacity: 128, ends: 'idle' }, 1),
  scenario('blocking-sender', { sends: 'cmmc', asks: 'm1 c1 m1 c1', capacity: 32, whenFull: 'block', ends: 'idle' }, 1),
  scenario('drained', { sends: 'cmm', asks: 'm2 r1', capacity: 32, maxCapacity: 64, isDrained: true }, 1),
  scenario('one-slot', { sends: 'ccm', asks: 'r2 m1', capacity: 16, whenFull: 'block', ends: 'idle' }, 1),
  // Given back in portions of 32 bytes: the record that waits is less, and the last of its ring.
  scenario('last-in-hand', { sends: 'lcm', asks: 'm2 c1', capacity: 256, maxCapacity: 512 }, 1),
  // Records wait where they are until somebody brings the code that reads them.
  scenario('brought-late', { sends: 'cmdm', asks: 'm2 r2', bringsAfter: 1, capacity: 64, ends: 'idle' }, 2),
  scenario(
    'brought-late-while-growing',
    { sends: 'cmmcm', asks: 'm3 r2', bringsAfter: 1, capacity: 32, maxCapacity: 64, ends: 'idle' },
    1,
  ),
  scenario(
    'brought-at-the-end',
    { receiver: 'blocked', sends: 'cmdm', asks: 'c9 d9', bringsAfter: 0, capacity: 64 },
    1,
  ),
  scenario('from-the-dead', { ...DYING, sends: 'cmcm', asks: 'c9 d9', capacity: 32, maxCapacity: 64 }, 1),
]
