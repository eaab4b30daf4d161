/** The receiving half of one direction, for its port: takes the next message, as a value or as bytes, or looks what there is. */

import { load, store } from '../atomics.ts'
import {
  BYTES_WANTED,
  CONSUMER_POSITION,
  CONSUMER_STATE,
  PRODUCER_POSITION,
  RECORD_MESSAGE,
  STATE_CLOSED,
} from '../memory/layout.ts'
import { ANYTHING, type Asker } from './asker.ts'
import { isRefusal, LEASE, type Place, placeBytes } from './into.ts'
import type { Held } from './lease.ts'
import { MergingReceiver } from './merging-receiver.ts'
import { IDLE, TORN } from './message-reader.ts'
import { closePorts, OOB_VALUE } from './out-of-band.ts'
import { MESSAGE, REFUSED } from './status.ts'
import { Waiting } from './waiting.ts'

/** `nextPlain` found no such message. */
export const NOT_PLAIN: unique symbol = Symbol('not plain')

export class Receiver extends MergingReceiver {
  #refusal: Error | undefined

  /**
   * The next message for the asker, in order, or a `Status` that tells why there is none: `RECORD` for a record of a typed
   * channel. An `Unreadable` in the place of a message with an instance that could not be made. Throws `DecodeError` and
   * `RingCorruptError`; no message is read after one that could not be read to its end.
   */
  next(asker: Asker = ANYTHING): unknown {
    const value = asker.takesMessages ? this.nextPlain() : NOT_PLAIN
    return value === NOT_PLAIN ? this.#nextOfAny(asker) : value
  }

  /**
   * The next message if it is the next record of the ring, and nothing came before that waits: nearly every message. Anything
   * else is `NOT_PLAIN`, and is looked for by `next`.
   */
  nextPlain(): unknown {
    const consumer = this.consumer
    if (this.state !== IDLE || this.aside.count !== 0 || !consumer.peek()) return NOT_PLAIN
    const { expected } = this
    if (consumer.sequence !== expected || consumer.kind !== RECORD_MESSAGE) return NOT_PLAIN
    this.state = TORN
    this.expected = (expected + 1) >>> 0
    this.messages++
    this.bytes += consumer.length
    return this.readPeeked(this.span, consumer)
  }

  #nextOfAny(asker: Asker): unknown {
    const status = this.find(asker)
    if (status !== MESSAGE) return status
    this.tear()
    if (!this.isWaiting && !this.isInStash) return this.readPeeked(this.span, this.countRecord(this.consumer))
    if (this.isWaiting) return this.readWaiting(this.aside.shift(), this.expected)
    return this.readStashed(this.takeStashed(), this.expected)
  }

  /** Nobody took the message that `next` gave: it is the next again, as it was read. */
  putBack(payload: unknown, ports: readonly object[] | undefined): void {
    this.aside.putBack({ sequence: 0, kind: OOB_VALUE, payload, objects: undefined, ports })
  }

  /** As `next`, of bytes: how many were copied to `place`, or their lease. Of anything else `REFUSED`. */
  nextInto(place: Place, asker: Asker): unknown {
    if (!this.wantsBytes) {
      this.wantsBytes = true
      // ORDER: advice, which nothing depends on; pairs with the load in CloneLane.trySendView.
      store(this.home, BYTES_WANTED, 1)
    }
    const status = this.find(asker)
    if (status !== MESSAGE) return status
    const placed = this.whole(() => placeBytes(place, this.#findBytes(), () => this.#takeFound(place === LEASE)))
    if (!isRefusal(placed)) return placed
    this.#refusal = placed
    return REFUSED
  }

  /** Why the next message does not go to its place, after `nextInto` has refused. Forgets it: an error keeps its stack alive. */
  takeRefusal(): Error | undefined {
    const refusal = this.#refusal
    this.#refusal = undefined
    return refusal
  }

  /** Takes the message that `#find` has found. The result, if there is one, gives its bytes back. */
  #takeFound(isLent: boolean): Held | undefined {
    if (this.isWaiting) return this.aside.shift()
    if (this.isInStash) return void this.takeStashed()
    const consumer = this.countRecord(this.consumer)
    if (!isLent) return void consumer.release()
    const { offset, length } = consumer
    return new Waiting(this.span, offset, offset + length, consumer, consumer.retain())
  }

  /** The bytes of the message that `#find` has found, where they lie; undefined when it is something else. */
  #findBytes(): Uint8Array | undefined {
    const waiting = this.isWaiting ? this.aside.messages.first : undefined
    const stashed = waiting === undefined && this.isInStash ? this.stash.first : waiting?.stashed
    if (stashed !== undefined) return this.bytesIn(stashed, this.expected)
    if (waiting !== undefined) return this.bytesAt(waiting.span, waiting.offset, waiting.end)
    const { offset, length } = this.consumer
    return this.bytesAt(this.span, offset, offset + length)
  }

  /** Whether the other side has sent anything here, or has ended its sending. */
  hasSent(): boolean {
    if (this.messages !== 0 || this.announced() !== 0 || this.consumer.isProducerClosed()) return true
    const { words } = this.consumer.region
    // ORDER: compared as numbers, before anything was read; what they say is judged where it is read.
    return load(words, PRODUCER_POSITION) !== load(words, CONSUMER_POSITION)
  }

  /** Whether the other side has ended its sending; messages may be there. */
  isSenderClosed(): boolean {
    return this.consumer.isProducerClosed()
  }

  /** Whether it has ended for a stack overflow. */
  isSenderTorn(): boolean {
    return this.consumer.isProducerTorn()
  }

  /** Whether the platform tells a blocked thread that the sender is gone. */
  get mayProbe(): boolean {
    return this.lane.probe !== undefined
  }

  /** Whether the sender is still there, as far as the platform tells. Messages that the lane still brings are kept. */
  probe(): boolean {
    this.fetchAll()
    return this.lane.probe?.(this.token) ?? true
  }

  /** Reads nothing until `thaw` but what both lanes have brought by now, whatever the sender goes on to send. */
  freeze(): void {
    const announced = this.announced()
    this.fetchAll()
    if (this.lane.poll !== undefined) this.undecided.laneRead(announced)
    this.isFrozen = true
    this.consumer.freeze()
  }

  thaw(): void {
    this.isFrozen = false
    this.consumer.thaw()
  }

  /** Tells the sender that nobody reads any more: also one that has gone on in a ring that we have not heard of. */
  close(): void {
    const { words } = this.consumer.region
    // ORDER: C5, before the wake below; pairs with isConsumerClosed in awaitRoom.
    if (words !== this.home) store(this.home, CONSUMER_STATE, STATE_CLOSED)
    this.consumer.close()
  }

  /** Nobody will get the message last found. */
  dropPorts(): void {
    closePorts(this.ports)
  }

  /** Nobody will get the messages that are left. */
  closePorts(): void {
    this.stash.closePorts()
    this.aside.messages.forEach(({ stashed }) => closePorts(stashed?.ports))
  }
}
