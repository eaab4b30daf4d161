/** How a port of ours moves to another thread, as a port knows it. Only a platform where ports move brings this code (`moving.ts`). */

import type { Crossing } from '../direction/crossing.ts'
import type { Parcels } from '../direction/parcels.ts'
import type { Ending } from './ending.ts'
import type { Incoming } from './incoming.ts'
import type { Outgoing } from './outgoing.ts'
import type { PortRecords } from './port-records.ts'

/** The parts of a port that may move. */
export interface MovableParts {
  readonly owner: number
  readonly outgoing: Outgoing
  readonly incoming: Incoming
  readonly records: PortRecords
  readonly ending: Ending
  /** A port that begins without shared memory, where there is some, gets it now. */
  readonly share: () => void
}

export interface PortMoves {
  readonly crossing: Crossing
  /** `native` crosses in the place of the port. */
  note(port: object, native: object, parts: MovableParts): void
  isMovable(object: object): boolean
  /**
   * Posts a message of the port `self`; ports of ours in its transfer list move, with native ones in their places. Throws what
   * posting throws, and `DataCloneError` for a port that cannot move; then none has moved.
   */
  post(
    self: object,
    value: unknown,
    list: readonly object[] | undefined,
    parcels: Parcels,
    outgoing: Pick<Outgoing, 'post'>,
    mayRefuse: boolean,
  ): boolean
}
