/** Schemas of states that are opened on a port. */

import { requireSchema } from '../schema/require-schema.ts'
import { Schema, type SchemaOptions } from '../schema/schema.ts'
import { type BroughtStates, STATES_VERSION } from './brought.ts'
import { OpenStates } from './open-states.ts'

const STATES: BroughtStates = {
  version: STATES_VERSION,
  make: (owner, heard) => new OpenStates(owner, heard),
}

/** A schema that brings the code of states to the port whose `state()` gets it. */
export class StateSchema<T, V = unknown> extends Schema<T, V> {
  readonly states: BroughtStates = STATES

  override with(options: SchemaOptions): this {
    return stateOf(super.with(options)) as this
  }
}

/**
 * The same schema, for `port.state()`. A port does not have the code of states by itself: this function brings it.
 *
 * @throws TypeError when `schema` is no schema.
 */
export function stateOf<T, V>(schema: Schema<T, V>): StateSchema<T, V> {
  requireSchema('make a state', schema)
  return new StateSchema<T, V>(schema.type, schema.settings)
}
