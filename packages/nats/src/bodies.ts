/** The bodies of messages: values by the codec or by a schema, and errors. */

import { shown } from '@slipring/core'
import { decode, encode } from '@slipring/core/codec'
import { clonableOf, type ErrorExtras, extrasOf, plainErrorOf, restoredError } from '@slipring/core/pool'
import type { AnySchema } from '@slipring/core/schema'

/** Schemas of a function's task and result. Where there is none, the value is encoded by the codec. */
export interface FunctionSchemas {
  readonly task?: AnySchema
  readonly result?: AnySchema
}

/** By the names of the functions. */
export type Schemas = Readonly<Record<string, FunctionSchemas>>

export function encodeBy(schema: AnySchema | undefined, value: unknown): Uint8Array {
  return schema === undefined ? encode(value) : schema.encode(value)
}

export function decodeBy(schema: AnySchema | undefined, bytes: Uint8Array): unknown {
  return schema === undefined ? decode(bytes) : schema.decode(bytes)
}

export function encodeFailure(error: unknown): Uint8Array {
  const extras = extrasOf(error)
  try {
    return encode([clonableOf(error), extras])
  } catch {
    // Values that cannot be cloned stay behind: the error itself, or one of its properties.
    const named = extras?.name === undefined ? undefined : { name: extras.name }
    return encode([plainErrorOf(error), named])
  }
}

export function decodeFailure(bytes: Uint8Array): unknown {
  const [error, extras] = decode(bytes) as [unknown, ErrorExtras | undefined]
  return restoredError(error, extras)
}

const FNV_OFFSET = 0xcbf29ce484222325n
const FNV_PRIME = 0x100000001b3n

/** One number for all schemas: equal on two sides that encode alike; 0 without schemas. Throws `TypeError` for what is no schema. */
export function versionOf(schemas: Schemas | undefined): number {
  const parts: string[] = []
  for (const [name, { task, result }] of Object.entries(schemas ?? {})) {
    if (task !== undefined) parts.push(`${name} task ${fingerprintOf(task, name)}`)
    if (result !== undefined) parts.push(`${name} result ${fingerprintOf(result, name)}`)
  }
  if (parts.length === 0) return 0
  let hash = FNV_OFFSET
  for (const byte of new TextEncoder().encode(parts.toSorted().join('\n')))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME)
  return Number(BigInt.asUintN(53, hash))
}

function fingerprintOf(schema: AnySchema, name: string): number {
  const fingerprint = (schema as Partial<AnySchema> | null)?.fingerprint
  if (typeof fingerprint === 'number') return fingerprint
  throw new TypeError(`Cannot use ${shown(schema)} as a schema of "${name}": use one of @slipring/core/schema`)
}
