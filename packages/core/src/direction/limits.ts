/** Decides when a message is too much for one direction. It then waits for room, or is refused, as the options say. */

import { BufferFullError } from '../errors.ts'
import { RECORD_ALIGNMENT, RECORD_HEADER_BYTES } from '../memory/layout.ts'
import { awaitRoom } from './await-room.ts'
import type { Buffered } from './buffered.ts'

/** `buffer`: go on in a larger ring or by the native lane. `block`: wait. `throw`: refuse, by `BufferFullError`. */
export type WhenFull = 'buffer' | 'block' | 'throw'

export interface LimitOptions {
  /** The action when the ring has no room. */
  readonly whenFull: WhenFull
  /** Bytes at and below which the other side counts as keeping up. */
  readonly highWaterMark: number
  /** Bytes beyond which nothing more is sent; `Infinity`: no limit. */
  readonly maxBufferedBytes: number
  /** Whether the receiver's thread is gone, asked by a thread that blocks; absent where nobody can tell. */
  readonly isPeerGone: (() => boolean) | undefined
  /** Called before the thread blocks for room. The other side may block for room that this thread has read and not given back. */
  readonly beforeBlocking?: (() => void) | undefined
}

/** As `recordBytes`, which counts in 32 bits: here a message may be larger than any ring. */
function bytesIn(payloadBytes: number): number {
  return Math.ceil((payloadBytes + RECORD_HEADER_BYTES) / RECORD_ALIGNMENT) * RECORD_ALIGNMENT
}

export class Limits {
  /** Whether a message that would fit may still be too much. */
  readonly isBounded: boolean
  /** `ready` comes at this many bytes: the high water mark, or less if the last refused message needs more room. */
  readyAt: number
  readonly #options: LimitOptions
  readonly #buffered: Buffered
  /** Times the ring had no room for a message. */
  fullRings = 0
  /** The thread found while it blocked that nobody will ever make room. */
  #isAbandoned = false

  constructor(options: LimitOptions, buffered: Buffered) {
    this.isBounded = options.maxBufferedBytes !== Infinity
    this.readyAt = options.highWaterMark
    this.#options = options
    this.#buffered = buffered
  }

  /** Whether a message without room in the ring may be refused or waited for, instead of being buffered. */
  areStrict(mayRefuse: boolean): boolean {
    return mayRefuse || this.#options.whenFull !== 'buffer'
  }

  /** Whether nothing is ever refused or waited for. */
  areLoose(mayRefuse: boolean): boolean {
    return !this.isBounded && !this.areStrict(mayRefuse)
  }

  #isDrained(): boolean {
    return this.#buffered.look() <= this.#options.highWaterMark
  }

  /** Whether `maxBufferedBytes` allows `bytes` more. Waits for that, refuses or throws, as the options say. */
  mayAdd(bytes: number, mayRefuse: boolean): boolean {
    const limit = this.#options.maxBufferedBytes
    const size = bytesIn(bytes)
    const isMet = (): boolean => this.#buffered.look() + size <= limit
    // The message alone is beyond the limit, so no room will ever be enough.
    if (size > limit) throw this.#fullError(bytes, limit, 'send it in parts, or raise maxBufferedBytes')
    if (isMet()) return true
    if (mayRefuse || this.#options.whenFull === 'block') return this.awaitOrRefuse(bytes, isMet, mayRefuse, limit)
    this.#refuse(bytes)
    throw this.#fullError(bytes, limit, 'wait for ready, or raise maxBufferedBytes')
  }

  /** For a message that the ring does not carry: whether the other side keeps up. Waits or refuses, as the options say. */
  mayAddBeside(bytes: number, mayRefuse: boolean): boolean {
    if (!this.areStrict(mayRefuse) || this.#isDrained()) return true
    return this.awaitOrRefuse(bytes, () => this.#isDrained(), mayRefuse, this.#options.highWaterMark)
  }

  /** For a message that the ring cannot take only because another one is being written there: as if it had to fit. */
  mayAddInside(bytes: number, mayRefuse: boolean): boolean {
    const { capacity } = this.#buffered.region
    const size = bytesIn(bytes)
    if (size > capacity / 4) return this.mayAddBeside(bytes, mayRefuse)
    const isMet = (): boolean => this.#buffered.look() + size <= capacity
    if (!this.areStrict(mayRefuse) || isMet()) return true
    return this.awaitOrRefuse(bytes, isMet, mayRefuse, capacity)
  }

  /** Both, for a message of which only the lane is free. */
  mayAddApart(bytes: number, mayRefuse: boolean): boolean {
    return (!this.isBounded || this.mayAdd(bytes, mayRefuse)) && this.mayAddInside(bytes, mayRefuse)
  }

  /** Returns false if nothing is to be sent. `limit` is the number of bytes that the message would have exceeded. */
  awaitOrRefuse(bytes: number, isMet: () => boolean, mayRefuse: boolean, limit: number): boolean {
    const { home, region } = this.#buffered
    const { words } = region
    const { whenFull, isPeerGone, beforeBlocking } = this.#options
    if (!mayRefuse && whenFull === 'block') {
      beforeBlocking?.()
      if (!this.#isAbandoned && awaitRoom({ words, home, isMet, isPeerGone })) return true
      this.#isAbandoned = true
    }
    this.#refuse(bytes)
    if (mayRefuse || whenFull === 'block') return false
    throw this.#fullError(bytes, limit, "wait for ready, or let it be buffered with whenFull: 'buffer'")
  }

  /** `ready` has come: the refused message has its room. */
  forgetRefused(): void {
    this.readyAt = this.#options.highWaterMark
  }

  // A half empty ring has room for the largest record, wherever its end is.
  #refuse(bytes: number): void {
    const { highWaterMark, maxBufferedBytes } = this.#options
    const room = Math.min(this.#buffered.region.capacity / 2, maxBufferedBytes - bytesIn(bytes))
    this.readyAt = Math.max(0, Math.min(highWaterMark, room))
  }

  #fullError(bytes: number, limit: number, remedy: string): BufferFullError {
    const amount = this.#buffered.look()
    const message = `Cannot post a message of ${bytes} bytes: ${amount} of ${limit} are buffered already; ${remedy}`
    return new BufferFullError(message, bytes, amount, limit)
  }
}
