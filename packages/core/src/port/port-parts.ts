/** The parts of a port. */

import type { Host, Lane } from '../host.ts'
import type { Regions } from './handshake.ts'
import type { PortMoves } from './moves.ts'
import type { EndOptions } from './options.ts'
import type { PortTrace } from './trace.ts'

export interface PortParts {
  readonly host: Host
  readonly lane: Lane
  /** Undefined: no shared memory here; everything takes the native lane. */
  readonly regions: Regions | undefined
  /** 1 for the side that made the offer, 2 for the other. */
  readonly owner: 1 | 2
  readonly options: EndOptions
  readonly trace?: PortTrace | undefined
  /** There are no regions yet, but memory that is posted to the other side is shared with it. */
  readonly sharesLate?: boolean | undefined
  /** How ports move. Undefined where they do not. */
  readonly moves?: PortMoves | undefined
  /** The native port of the lane, of a port that may be transferred. */
  readonly native?: object
  /** How many messages the one before it has posted as they are, on the way that it goes on. */
  readonly unwrapped?: number
}
