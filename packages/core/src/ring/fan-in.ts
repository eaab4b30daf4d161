/**
 * The reader of many rings, its lanes: takes their records in turns, and sleeps at one bell when all are empty.
 *
 * Lanes it is busy with are looked at round after round. One found empty is armed and left: its producer rings for the
 * next record. See `signal/bell.ts` for why none is forgotten.
 */

import { store } from '../atomics.ts'
import { type CloseReason, RingCorruptError, shown } from '../errors.ts'
import { BELL_GATE, MARK_WORD_BITS, markWordsOf } from '../memory/bell-layout.ts'
import type { BellRegion } from '../memory/bell-region.ts'
import { CONSUMER_GATE, RECORD_HEADER_BYTES } from '../memory/layout.ts'
import { collectMarks, hasMarks, requireLane } from '../signal/bell.ts'
import {
  AsyncGate,
  asyncParkOf,
  hasWaitAsync,
  PARK_PORT,
  parkSync,
  RUN,
  type Sleeper,
  type WakeBy,
} from '../signal/gate.ts'
import type { Consumer } from './consumer.ts'

const NO_LANE = -1
const DEFAULT_QUANTUM = 16 << 10

/** Why a lane is over: its producer's end, or bytes that cannot be. */
export type LaneEnd = Exclude<CloseReason, 'closed'>

/**
 * A lane is over, and forgotten: `peer-closed` and `peer-died` after its last record, `corrupt` with the error at once.
 * The callback may add and remove lanes.
 */
export type OnLaneEnd = (lane: number, reason: LaneEnd, corruption: RingCorruptError | undefined) => void

/** How a `FanIn` goes from lane to lane. */
export interface FanInOptions {
  /** Bytes of records, with their headers, after which it is the next lane's turn. 16 KiB unless given. */
  readonly quantum?: number | undefined
}

/** One thread as the consumer of many rings. */
export class FanIn implements Sleeper {
  readonly bell: BellRegion
  readonly #onEnd: OnLaneEnd
  readonly #quantum: number
  readonly #consumers: (Consumer | undefined)[]
  /** Bits as in MARKS: lanes that there are, those being looked at, and those whose producer is known to be dead. */
  readonly #known: Int32Array
  readonly #busy: Int32Array
  readonly #dead: Int32Array
  #lane = NO_LANE
  /** The rest of that lane's turn, in bytes. */
  #left = 0

  /** Throws `RangeError` for a quantum that is not positive. */
  constructor(bell: BellRegion, onEnd: OnLaneEnd, { quantum = DEFAULT_QUANTUM }: FanInOptions = {}) {
    if (!(quantum > 0)) throw new RangeError(`Cannot read lanes ${quantum} bytes at a time: use a positive number`)
    this.bell = bell
    this.#onEnd = onEnd
    this.#quantum = quantum
    this.#consumers = Array.from({ length: bell.lanes }, () => undefined)
    const count = markWordsOf(bell.lanes)
    this.#known = new Int32Array(count)
    this.#busy = new Int32Array(count)
    this.#dead = new Int32Array(count)
  }

  /** The lane of the record that `next` gave. */
  get lane(): number {
    return this.#lane
  }

  /**
   * Takes in a lane whose producer nudges with `ringer(bell, lane)`; it may have published already, so take a turn after
   * this: `next`, then park.
   * Throws `RangeError` for a number that the bell does not have, or that is in use.
   */
  add(lane: number, consumer: Consumer): void {
    requireLane('add', lane, this.bell.lanes)
    if (this.#consumers[lane] !== undefined)
      throw new RangeError(`Cannot add lane ${lane}: it is in use until it ends or is removed`)
    const word = lane >> MARK_WORD_BITS
    const bit = 1 << lane
    this.#known[word]! |= bit
    // Not armed: the first look finds what was published before.
    this.#busy[word]! |= bit
    this.#consumers[lane] = consumer
  }

  /** Ends a lane from this side: its producer sees that it is closed. Nothing for a lane that there is not. */
  remove(lane: number): void {
    const consumer = this.#consumers[lane]
    if (consumer === undefined) return
    consumer.close()
    this.#forget(lane)
  }

  /**
   * D1: the lane's producer is dead. Its published records are still given by `next`, then comes the end. Take a turn after
   * this: the dead may owe its mark, and may have silenced the bell for all others.
   * Nothing for a lane that has ended.
   */
  laneDied(lane: number): void {
    if (this.#consumers[lane] === undefined) return
    set(this.#dead, lane)
    // The mark it owes may never come.
    set(this.#busy, lane)
  }

  /**
   * The consumer of the lane whose turn it is, with a record peeked: release or keep that. Undefined when all lanes are
   * empty. A kept record that is dropped later is given back by `consumer.publishRelease()`: its lane may have been left.
   * A lane that breaks the format is told to `onEnd` and never thrown.
   */
  next(): Consumer | undefined {
    // Once a call, so that nobody who marks lanes for ever keeps us here.
    let mayCollect = true
    for (;;) {
      if (this.#left > 0) {
        const consumer = this.#consumers[this.#lane]!
        if (this.#look(this.#lane, consumer)) {
          this.#left -= consumer.length + RECORD_HEADER_BYTES
          return consumer
        }
      }
      let lane = this.#busyAfter(this.#lane)
      // After a round too: else lanes that were left would wait for one that is never empty.
      if (lane <= this.#lane && mayCollect) {
        mayCollect = false
        collectMarks(this.bell, this.#known, this.#busy)
        lane = this.#busyAfter(this.#lane)
      }
      if (lane === NO_LANE) return undefined
      this.#lane = lane
      this.#left = this.#quantum
    }
  }

  /** C2: whether a lane is to be looked at. */
  hasNews(): boolean {
    return this.#busyAfter(NO_LANE) !== NO_LANE || hasMarks(this.bell, this.#busy.length)
  }

  /** Parks the thread until a lane may have news: `next` tells. False when `timeoutMs` passed first. */
  parkUntilNews(timeoutMs: number = Infinity): boolean {
    return parkSync(this.bell.words, BELL_GATE, this, timeoutMs) || this.hasNews()
  }

  /**
   * The bell's gate for an event loop: `park(fanIn)` it when `next` gives nothing, `run()` it when a turn begins. With `port`
   * it is woken by what each `ringer` was given as its nudge. Throws `TypeError` for anything else, and where the engine has no
   * `waitAsync`.
   */
  gate(wakeBy: WakeBy, onWake: () => void): AsyncGate {
    if (wakeBy !== 'waitAsync' && wakeBy !== 'port') throwWakeBy(wakeBy)
    if (typeof onWake !== 'function') throw new TypeError(`Cannot wake by ${shown(onWake)}: use a function`)
    if (wakeBy === 'waitAsync' && !hasWaitAsync) throwNoWaitAsync()
    return new AsyncGate(this.bell.words, BELL_GATE, asyncParkOf(wakeBy), onWake)
  }

  /** Whether the lane has a record; one that has none is left, or has ended. */
  #look(lane: number, consumer: Consumer): boolean {
    const { words } = consumer.region
    let isClosed = false
    let corruption: RingCorruptError | undefined
    try {
      if (consumer.peek()) return true
      // A producer may be waiting for room, and nobody looks at this lane again before it has found some.
      consumer.publishRelease()
      // ORDER: A4, before A5; pairs with A1, P2 in Producer.publish and close.
      store(words, CONSUMER_GATE, PARK_PORT)
      // A5: the state before the position, or the end could hide a last record.
      isClosed = consumer.isProducerClosed()
      // A5.position
      if (consumer.peek()) {
        // ORDER: C4 of the lane, spares its producer A2.
        store(words, CONSUMER_GATE, RUN)
        return true
      }
    } catch (error) {
      if (!(error instanceof RingCorruptError)) throw error
      corruption = error
    }
    if (corruption !== undefined) this.#end(lane, 'corrupt', corruption)
    else if (isClosed) this.#end(lane, 'peer-closed', undefined)
    else if (has(this.#dead, lane)) this.#end(lane, 'peer-died', undefined)
    else this.#leave(lane)
    return false
  }

  #leave(lane: number): void {
    this.#busy[lane >> MARK_WORD_BITS]! &= ~(1 << lane)
    if (lane === this.#lane) this.#left = 0
  }

  #forget(lane: number): void {
    const word = lane >> MARK_WORD_BITS
    const others = ~(1 << lane)
    this.#known[word]! &= others
    this.#dead[word]! &= others
    this.#busy[word]! &= others
    if (lane === this.#lane) this.#left = 0
    this.#consumers[lane] = undefined
  }

  /** Last, since the callback may change anything here. */
  #end(lane: number, reason: LaneEnd, corruption: RingCorruptError | undefined): void {
    this.#forget(lane)
    this.#onEnd(lane, reason, corruption)
  }

  /** The next busy lane in the order of numbers, the first after the last. */
  #busyAfter(lane: number): number {
    const busy = this.#busy
    const from = lane + 1
    const first = from >> MARK_WORD_BITS
    for (let i = 0; i <= busy.length; i++) {
      const at = (first + i) % busy.length
      // Of the word in which it begins: the bits from there on, and at the very last those before.
      const bits = i === 0 ? busy[at]! & (-1 << from) : busy[at]!
      if (bits !== 0) return (at << MARK_WORD_BITS) + 31 - Math.clz32(bits & -bits)
    }
    return NO_LANE
  }
}

// Nobody would wake it.
function throwWakeBy(wakeBy: unknown): never {
  throw new TypeError(`Cannot make a gate of ${shown(wakeBy)}: use "waitAsync" or "port"`)
}

function throwNoWaitAsync(): never {
  throw new TypeError("Cannot wake by waitAsync, which this engine lacks: use 'port', and give each ringer a nudge")
}

function has(bits: Int32Array, lane: number): boolean {
  return ((bits[lane >> MARK_WORD_BITS]! >>> lane) & 1) !== 0
}

function set(bits: Int32Array, lane: number): void {
  bits[lane >> MARK_WORD_BITS]! |= 1 << lane
}
