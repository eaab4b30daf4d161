/** The parts that a `Receiver` is made of. */

import type { Lane } from '../host.ts'
import type { Region } from '../memory/region.ts'
import type { Aside } from './aside.ts'
import type { Parcels } from './parcels.ts'

/** The part of the native lane that a receiver needs: nudges go out, and messages are fetched where that is possible. */
export type PolledLane = Pick<Lane, 'post' | 'poll' | 'probe'>

export interface ReceiverOptions {
  readonly region: Region
  readonly lane: PolledLane
  readonly token: string
  readonly owner: number
  /** The sender has moved to a new region: a thread that parks must park there. */
  readonly onRing: (region: Region) => void
  /** Polling the lane has brought a message that is not of this direction's sender; with its ports, where somebody knows them. */
  readonly onForeign: (message: unknown, ports?: readonly object[]) => void
  /** The thread may not block: what the lane brings always comes to it. */
  readonly neverBlocks?: boolean
  /**
   * A message that could not be read may be the sender's, or somebody else's that has come before one of the sender's:
   * `stopWaiting` when nothing comes that would tell.
   */
  readonly onUndecided?: () => void
  /** Which classes of the program are carried. Default: none. */
  readonly parcels?: Parcels
  /** Where messages and records wait. Default: one of its own. */
  readonly aside?: Aside
}
