import type { AnySchema } from './constructors.ts'

/** Throws `TypeError` for a value that is no schema. */
export function requireSchema(act: string, schema: unknown): void {
  if (typeof (schema as Partial<AnySchema> | null | undefined)?.encodeInto !== 'function')
    throw new TypeError(`Cannot ${act}: its first argument is no schema of @slipring/core/schema`)
}
