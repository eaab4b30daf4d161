/** How the code of typed channels and of states comes to a port: with a schema, so that a program without them does not load it. */

import type { Aside } from '../direction/aside.ts'
import { shown } from '../errors.ts'
import type { Host, InContext } from '../host.ts'
import type { Schema } from '../schema/schema.ts'
import type { BroughtRecords } from './brought-records.ts'
import type { ReceivingParts } from './demand.ts'
import type { Ending } from './ending.ts'
import type { Outgoing } from './outgoing.ts'
import type { ListenerPolicy } from './port-event-target.ts'
import type { PortTrace } from './trace.ts'

/** Of the interfaces of this file. A port and a schema may come from two copies of the package. */
export const BROUGHT_VERSION = 1

/** The functions of a port that its typed channels and states need. */
export interface RecordsOwner extends ListenerPolicy {
  readonly port: object
  readonly host: Host
  readonly ending: Ending
  /** In the context in which the port was made. */
  readonly inContext: InContext
  /** Looks for messages and records from now on, at once or in a task of its own. */
  begin(isNow: boolean): void
  /** `isHeld`: somebody waits for a record or listens. That keeps the process alive. */
  hold(isHeld: boolean): void
  readonly outgoing: Outgoing
  /** Whether memory that is posted arrives as shared. */
  sharesMemory(): boolean
  /** Whether the other side is known to be gone, asked by a thread that blocks. */
  isPeerGone(): boolean
  readonly trace: PortTrace | undefined
  readonly receiving: ReceivingParts
}

/** The code that a schema brings. */
export interface Brought {
  readonly version: number
  readonly make: (owner: RecordsOwner, aside: Aside) => BroughtRecords
  /** Opens a typed channel or a state in the records of a port. */
  readonly open: (records: BroughtRecords, schema: Schema<any, any>, options: object) => unknown
}

/** Throws `TypeError` for a schema that does not bring it, and for what is no schema. */
export function broughtBy(schema: unknown, what: 'channel' | 'state'): Brought {
  const brought = (schema as Record<typeof what, Brought | undefined> | null | undefined)?.[what]
  if (brought?.version === BROUGHT_VERSION) return brought
  throw new TypeError(
    `Cannot open a ${what} by ${shown(schema)}: use ${what}Of(schema) of @slipring/core/${what}, of the same version as the port`,
  )
}
