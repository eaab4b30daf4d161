/** The code of typed channels and states, as the port knows it to which a schema brings it. */

import type { RecordLines } from '../direction/aside.ts'
import type { Receiver } from '../direction/receiver.ts'
import type { CloseReason } from '../errors.ts'
import type { Closure } from './options.ts'

/** The typed channels and states of a port. */
export interface BroughtRecords {
  readonly lines: RecordLines
  /** Any was opened here. */
  readonly isUsed: boolean
  /** One of them wants a record, or to know whether the other side has opened it. */
  readonly areWanted: boolean
  /** Records wait, of a typed channel that wants them. */
  readonly areWaiting: boolean
  /** Gives the record that was found to its typed channel, and those behind it, up to the next message. */
  deliverRow(receiver: Receiver): void
  /** Gives waiting records to the typed channels that want them by now, the oldest first. */
  deliverWaiting(): void
  /** The other side is there by now. Earlier announcements may have been dropped, so they are made again. */
  announceAll(): void
  /** The port has ended. May come more than once. */
  end(closure: Closure): void
  /** The port is about to end. */
  endStates(reason: CloseReason): void
  /** The other side's thread is gone for good (D1), also when the port has ended before. */
  peerDied(): void
}
