/** Parts of a JSON Schema that a schema cannot express. */
import { SchemaError } from '../errors.ts'

export function refuse(pointer: string, expected: string, got: unknown): never {
  throwRefused(pointer, expected, shown(got))
}

export function throwRefused(pointer: string, expected: string, got: string): never {
  throw new SchemaError(pointer, expected, got, 'make a schema of')
}

// Of an object only what it has: it may be in itself.
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  return `an object of ${JSON.stringify(Object.keys(value))}`
}
