/** Values larger than a message may be: the side that has one keeps it, and the other side asks for its pieces. */

import { createInbox, type Msg, type Subscription } from '@nats-io/nats-core'
import { WorkerDiedError } from '@slipring/core/pool'
import type { Line } from './line.ts'
import { lastToken } from './subjects.ts'
import { pause } from './timers.ts'

/** Larger pieces gain nothing; a quarter of it takes half as long again. */
export const PIECE_BYTES: number = 512 * 1024
/** Pieces that are asked for at a time. */
const PIECES_AT_A_TIME = 4
/** A piece that does not come within this time is asked for again. */
const PIECE_MS = 5000
/** So it is when nobody is there to answer: the other side may have lost its connection for a while. */
const AGAIN_MS = 250
/** Then the other side is gone. */
const GIVEN_UP_MS = 20_000
/** Headers of a message that names a large value need no more. */
const HEADER_ROOM = 1024

/** Values of this side. */
export class LargeValues {
  readonly #line: Line
  readonly #bodies = new Map<string, Uint8Array>()
  #inbox = ''
  #subscription: Subscription | undefined
  #next = 0

  constructor(line: Line) {
    this.#line = line
  }

  /** Whether a value of this many bytes needs pieces. */
  isLarge(bytes: Uint8Array): boolean {
    return bytes.length > this.#line.maxPayload - HEADER_ROOM
  }

  /** Keeps a value until `release`. Returns what the other side needs to fetch it, for a header. */
  keep(bytes: Uint8Array): string {
    if (this.#subscription === undefined) {
      this.#inbox = createInbox(this.#line.inboxPrefix)
      const callback = (error: Error | null, message: Msg): void => {
        if (error === null) this.#answer(message)
      }
      this.#subscription = this.#line.connection.subscribe(`${this.#inbox}.*`, { callback })
    }
    const key = String(this.#next++)
    this.#bodies.set(key, bytes)
    return `${this.#inbox}.${key} ${bytes.length} ${this.#pieceBytes}`
  }

  release(place: string): void {
    this.#bodies.delete(lastToken(place.split(' ')[0]!))
  }

  close(): void {
    this.#subscription?.unsubscribe()
  }

  get #pieceBytes(): number {
    return Math.min(PIECE_BYTES, this.#line.maxPayload)
  }

  #answer(message: Msg): void {
    const bytes = this.#bodies.get(lastToken(message.subject))
    // Released: nobody waits for it any more.
    if (bytes === undefined) return
    const from = Number(message.string())
    message.respond(bytes.subarray(from, from + this.#pieceBytes))
  }
}

/** The value that the other side keeps. Rejects with `WorkerDiedError` when a piece does not come. */
export async function fetchLarge(line: Line, place: string, onPiece?: () => void): Promise<Uint8Array> {
  const [subject = '', length, pieceBytes] = place.split(' ')
  const bytes = new Uint8Array(Number(length))
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < bytes.length) {
      const from = next
      next += Number(pieceBytes)
      bytes.set(await pieceAt(line, subject, from), from)
      onPiece?.()
    }
  }
  await Promise.all(Array.from({ length: PIECES_AT_A_TIME }, lane))
  return bytes
}

async function pieceAt(line: Line, subject: string, from: number): Promise<Uint8Array> {
  const until = performance.now() + GIVEN_UP_MS
  for (;;) {
    try {
      return (await line.attempt(() => line.connection.request(subject, String(from), { timeout: PIECE_MS }))).data
    } catch (cause) {
      if (performance.now() > until || line.ending !== undefined) throw goneError(cause)
    }
    await pause(AGAIN_MS)
  }
}

function goneError(cause: unknown): WorkerDiedError {
  const why = 'A piece of a large value did not come: the other side has died, or the connection was interrupted'
  return new WorkerDiedError(why, undefined, { cause })
}
