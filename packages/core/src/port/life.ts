/** How far the receiving half of a port has come, and whether more can come. docs/ARCHITECTURE.md has the table of its phases. */

import { EMPTY, ENDED, mayBeMore, MESSAGE, type Status } from '../direction/status.ts'
import type { CloseReason } from '../errors.ts'
import type { Engagement } from './engagement.ts'
import type { Inbox } from './inbox.ts'
import type { IncomingParts } from './parts.ts'
import { PEER_ENDED as PEER_ENDED_BIT } from './unusual.ts'

/** Messages may come. */
const OPEN = 0
/** The other side has ended, or is gone. Its messages still come. */
const PEER_ENDED = 1
/** All of that is here, and waits for somebody who asks. */
export const DRAINING = 2
/** A listener has closed the port. Messages that were there are still delivered, where the platform does so. */
export const FINISHING = 3
/** Nobody gets anything any more. */
const OVER = 4

export type Phase = typeof OPEN | typeof PEER_ENDED | typeof DRAINING | typeof FINISHING | typeof OVER

/** Messages come from these. */
export interface SourceParts extends IncomingParts {
  readonly inbox: Inbox
  readonly ring: Engagement
}

export class Life {
  readonly #parts: SourceParts
  phase: Phase = OPEN
  /** The reason with which the port ends after its last message, if no ring tells it: the lane or the other side is gone. */
  goneFor: CloseReason | undefined
  /** Seen by a thread that blocked: nothing more will come. */
  isPeerGone = false

  constructor(parts: SourceParts) {
    this.#parts = parts
  }

  /** The port has ended, and nothing is delivered any more. */
  get isDone(): boolean {
    return this.#parts.ending.isOver && this.phase !== FINISHING
  }

  /** Each message may be the last. */
  get isEnding(): boolean {
    return this.phase === PEER_ENDED || this.phase === DRAINING
  }

  /** A phase never comes back. */
  advance(phase: Phase): void {
    this.#parts.unusual.set(PEER_ENDED_BIT)
    if (phase > this.phase) this.phase = phase
  }

  /** The other side sends no more. */
  losePeer(reason: CloseReason): void {
    this.goneFor = reason
    this.#endLane()
  }

  /** The same, seen by a thread that blocks. The platform may give the reason later (`tellsExit`). */
  missPeer(): void {
    this.isPeerGone = true
    this.#endLane()
    if (this.#parts.lane.tellsExit !== true) this.goneFor ??= 'peer-died'
  }

  #endLane(): void {
    this.advance(PEER_ENDED)
    this.#parts.ring.receiver?.laneEnded()
  }

  /** Ends the port if nothing more can come. `status`: what there is; the default is a look. */
  endIfOver(status: Status = this.#parts.ring.receiver?.glance(this.goneFor !== undefined) ?? EMPTY): void {
    const { ring, inbox, natives, records, ending, onGone } = this.#parts
    if (this.phase === OPEN && (status === ENDED || (status === MESSAGE && ring.receiver?.isSenderClosed() === true)))
      this.advance(PEER_ENDED)
    // These messages wait until somebody asks for them, or until they are passed on.
    const areLeft = records.aside.messages.first !== undefined || natives.areWaiting || inbox.areWaiting
    const isGone = this.goneFor !== undefined || (areLeft && this.isPeerGone)
    if (status === ENDED || (isGone && (areLeft ? status === EMPTY : !mayBeMore(status)))) {
      const reason = status === ENDED ? ring.endReason : (this.goneFor ?? 'peer-died')
      if (!areLeft) ending.end({ reason })
      else if (this.phase < DRAINING) {
        this.advance(DRAINING)
        // A wait for a record ends, too.
        records.end({ reason })
      }
    }
    // Messages that are left keep the port open, but the other side takes nothing more.
    if (!ending.isOver && this.goneFor !== undefined) onGone(this.goneFor)
  }

  /** The port has ended. */
  dispose(): void {
    const { ring, records, ending } = this.#parts
    const reason = ending.closure?.reason
    const isFinishing = this.phase === FINISHING
    ring.dispose(isFinishing, reason === 'stack-overflow')
    if (isFinishing) return
    this.phase = OVER
    records.aside.forget(reason === 'closed')
  }

  /** All has been delivered that was there when a listener closed the port. */
  finish(): void {
    this.phase = OVER
    this.dispose()
  }
}
