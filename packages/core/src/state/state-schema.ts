/** Schemas of states that are opened on a port. */

import { Records } from '../channel/records.ts'
import { type Brought, BROUGHT_VERSION } from '../port/brought.ts'
import { requireSchema } from '../schema/require-schema.ts'
import { Schema, type SchemaOptions } from '../schema/schema.ts'
import { OpenStates } from './open-states.ts'

const STATE: Brought = {
  version: BROUGHT_VERSION,
  make: (owner, aside) => new Records(owner, aside),
  // All that bring one of this version make the same.
  open: (records, schema, options) =>
    (records as Records).states((owner, heard) => new OpenStates(owner, heard)).open(schema, options),
}

/** A schema that brings the code of states to the port whose `state()` gets it. */
export class StateSchema<T, V = unknown> extends Schema<T, V> {
  readonly state: Brought = STATE

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
