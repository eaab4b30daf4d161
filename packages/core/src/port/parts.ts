/** The parts of the receiving half of a port. */

import type { CloseReason } from '../errors.ts'
import type { Host, InContext, Lane } from '../host.ts'
import type { Ending } from './ending.ts'
import type { Natives } from './natives.ts'
import type { EndOptions } from './options.ts'
import type { PortRecords } from './port-records.ts'
import type { Pulls } from './pulls.ts'
import type { IncomingTrace } from './trace.ts'
import type { Unusual } from './unusual.ts'

export interface IncomingParts {
  readonly host: Host
  readonly lane: Lane
  readonly owner: number
  readonly options: EndOptions
  readonly pulls: Pulls
  readonly natives: Natives
  readonly records: PortRecords
  /** Calls listeners in the context in which the port was made, as the platform does, and not in that of the turn. */
  readonly inContext: InContext
  /** Whether there are listeners. */
  readonly isHeard: () => boolean
  /** One message, to the listeners. Must not throw. */
  readonly deliver: (value: unknown, ports?: readonly object[]) => void
  /** Calls back in a new task while messages pour in. */
  readonly nextTurn: (callback: () => void) => void
  /** Told of every message that somebody gets. */
  readonly trace: IncomingTrace | undefined
  /** The other side is gone, but the port stays open for messages that nobody has taken yet. May come more than once. */
  readonly onGone: (reason: CloseReason) => void
  readonly ending: Ending
  readonly unusual: Unusual
}
