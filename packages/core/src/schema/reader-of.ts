/**
 * Schemas that read what another version of them has written. A function and no member of a schema, as it needs the types of all
 * fields that the other version may have: a program that does not call it loads none but its own.
 */

import { resolved } from './resolve.ts'
import { Schema } from './schema.ts'

/**
 * A schema that reads values of `schema` from the bytes of another version. `description` is that of the other version. It may
 * have more or fewer fields at the end of a struct, if those are optional or have defaults. The result only reads.
 *
 * @throws SchemaMismatch for any other description.
 */
export function readerOf<T, V>(schema: Schema<T, V>, description: string): Schema<T, V> {
  const type = resolved(schema.type, description)
  return type === schema.type ? schema : new Schema<T, V>(type, schema.settings)
}
