/** How the code of states comes to a port: with a schema, so that a program without states does not load it. */

import { shown } from '../errors.ts'
import type { HeardStates, OpenStates } from './open-states.ts'
import type { StatesOwner } from './port-state.ts'

/** Of `make` and its arguments. A port and a schema may come from two copies of the package. */
export const STATES_VERSION = 1

export interface BroughtStates {
  readonly version: number
  /** Makes the states of a port. `heard` is what the other side has told so far; the port goes on filling it. */
  readonly make: (owner: StatesOwner, heard: HeardStates) => OpenStates
}

/** Throws `TypeError` for a schema that does not bring it, and for what is no schema. */
export function statesBroughtBy(schema: unknown): BroughtStates {
  const brought = (schema as { readonly states?: BroughtStates } | null | undefined)?.states
  if (brought?.version === STATES_VERSION) return brought
  throw new TypeError(
    `Cannot open a state by ${shown(schema)}: use stateOf(schema) of @slipring/core/state, of the same version as the port`,
  )
}
