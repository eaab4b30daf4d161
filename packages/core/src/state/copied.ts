/**
 * A state without shared memory. Its writer keeps the newest one, and sends it to a reader that asks: a reader asks when it
 * takes the one before. So at most one state is on its way to a reader, however fast the writer is.
 *
 * Both sides know a BroadcastChannel by name, which needs no transfer list. Its messages:
 *
 *   WANT, count              a reader has the state with this count, and wants a newer one
 *   STATE, count, version, time, bytes, kept, upTo   the newest one, and how many are kept. The count always grows; the version does not when a writer goes back
 *   HERE                     the writer is there: a reader that asked before asks again
 *   ENDED, count             no state comes after the one with this count. A reader that has an earlier one has asked for it
 *
 * A reader keeps the states that come. `upTo` is the lowest version that the writer has gone back to since the STATE before, or
 * Infinity: a reader drops what it has kept after that version. Each STATE goes to all readers, so one number is enough.
 */

import { createSpan, freshSpan, type Span } from '../codec/span.ts'
import { ArrivingSource } from './arriving-source.ts'
import { OwnHistory } from './history.ts'
import { type Broadcast, openBroadcast } from './nudge.ts'
import type { StateSink } from './sink.ts'
import { throwEnded } from './writer-state.ts'

const WANT = 0
const STATE = 1
const HERE = 2
const ENDED = 3

type StateMessage = readonly [
  kind: typeof STATE,
  count: number,
  version: number,
  time: number,
  bytes: Uint8Array,
  kept: number,
  upTo: number,
]
type Message = readonly [kind: typeof WANT | typeof ENDED, count: number] | StateMessage | readonly [kind: typeof HERE]

/** Node and its like: an open channel must not keep the process alive. */
interface Unrefs {
  unref?(): void
}

const FIRST_BYTES = 4096

export class CopiedSink implements StateSink {
  readonly mode = 'copied'
  readonly #channel: Broadcast
  readonly #maxBytes: number
  readonly #kept: number
  /** The newest state, and the place for the next. */
  #shown: Span
  #span: Span
  #bytes = -1
  #count = 0
  #version = 0
  #time = 0
  #upTo = Infinity
  #isWanted = false
  #hasEnded = false

  /** `kept`: how many states each side keeps. */
  constructor(name: string, maxBytes: number, kept: number) {
    this.#maxBytes = maxBytes
    this.#kept = kept
    this.#shown = freshSpan(Math.min(maxBytes, FIRST_BYTES))
    this.#span = freshSpan(Math.min(maxBytes, FIRST_BYTES))
    this.#channel = openBroadcast(name)
    ;(this.#channel as Unrefs).unref?.()
    this.#channel.onmessage = ({ data }) => this.#answer(data as Message)
    this.#post([HERE])
  }

  get span(): Span {
    return this.#span
  }

  get room(): number {
    return this.#span.bytes.length
  }

  get latest(): StateSink['latest'] {
    return this.#bytes === -1 ? undefined : { span: this.#shown, offset: 0, end: this.#bytes }
  }

  get version(): number {
    return this.#version
  }

  claim(): number {
    if (this.#hasEnded) throwEnded('claim')
    return 0
  }

  grow(): boolean {
    if (this.room >= this.#maxBytes) return false
    this.#span = freshSpan(Math.min(this.#maxBytes, 2 * this.room))
    return true
  }

  publish(bytes: number, version: number, time: number): void {
    const span = this.#shown
    this.#shown = this.#span
    this.#span = span
    this.#bytes = bytes
    this.#count++
    this.#version = version
    this.#time = time
    if (this.#isWanted) this.#send()
  }

  takeBack(version: number): void {
    this.#upTo = Math.min(this.#upTo, version)
  }

  letGo(): void {
    this.#channel.close()
    this.#isWanted = false
  }

  /** The channel stays open: a reader that comes late gets the last state. */
  close(): void {
    this.#hasEnded = true
    if (this.#isWanted) this.#post([ENDED, this.#count])
  }

  #answer(message: Message): void {
    if (message[0] !== WANT) return
    if (message[1] < this.#count) this.#send()
    else if (this.#hasEnded) this.#post([ENDED, this.#count])
    this.#isWanted ||= message[1] === this.#count
  }

  #send(): void {
    this.#isWanted = false
    // A copy of these bytes alone: of a view all of its buffer would go.
    const bytes = this.#shown.bytes.slice(0, this.#bytes)
    this.#post([STATE, this.#count, this.#version, this.#time, bytes, this.#kept, this.#upTo])
    this.#upTo = Infinity
  }

  #post(message: Message): void {
    this.#channel.postMessage(message)
  }
}

export class CopiedSource extends ArrivingSource {
  /** Those that have come, once there is one. */
  history: OwnHistory | undefined
  readonly #channel: Broadcast
  /** Of the newest one that has come. */
  #count = 0

  constructor(name: string) {
    super()
    this.#channel = openBroadcast(name)
    ;(this.#channel as Unrefs).unref?.()
    this.#channel.onmessage = ({ data }) => this.#hear(data as Message)
    this.#want()
  }

  override advance(onLeft: (slot: number) => void): boolean {
    const hasAdvanced = super.advance(onLeft)
    if (hasAdvanced) this.#want()
    return hasAdvanced
  }

  parkSync(): never {
    throw new TypeError('Cannot block for a state in mode "copied": it comes by message, use changed()')
  }

  override close(): void {
    super.close()
    this.#channel.close()
  }

  #hear(message: Message): void {
    // The end may be the answer to another reader, and come before the last state.
    if (message[0] === ENDED) return message[1] <= this.#count ? this.end() : undefined
    if (message[0] === HERE) this.#want()
    else if (message[0] === STATE) this.#keep(message)
    if (message[0] !== WANT) this.wake()
  }

  #keep([, count, version, time, bytes, kept, upTo]: StateMessage): void {
    // One that another reader has asked for may be the one that we have.
    if (count <= this.#count) return
    this.#count = count
    const span = createSpan(bytes.buffer, bytes.byteOffset, bytes.length)
    this.next = { slot: -1, span, offset: 0, end: bytes.length, version, time, count }
    if (kept !== 0) this.history ??= new OwnHistory(kept)
    this.history?.retireAfter(upTo)
    this.history?.keep(span, 0, bytes.length, version, time, count)
  }

  #want(): void {
    const message: Message = [WANT, this.#count]
    this.#channel.postMessage(message)
  }
}

/** For whoever hears that the writer has died. */
export function endCopied(name: string): void {
  const channel = openBroadcast(name)
  // Every reader has that count or a later one, and nobody is there to send more.
  const message: Message = [ENDED, 0]
  channel.postMessage(message)
  channel.close()
}
