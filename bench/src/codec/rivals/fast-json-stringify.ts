/** fast-json-stringify with the schema of a workload; JSON.parse reads its text. */

import fastJson from 'fast-json-stringify'
import type { Codec } from '../codec.ts'
import { inputsOf } from '../../workload.ts'
import { workloadNamed } from '../../workloads.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const buffer = Buffer.from(memory)
  const stringify = fastJson(schemaOf(inputsOf(workloadNamed(workload))[0]) as Parameters<typeof fastJson>[0])
  return {
    encode: (value, offset) => offset + buffer.write(stringify(value), offset),
    decode: (offset, end) => JSON.parse(buffer.toString('utf8', offset, end)) as unknown,
  }
}

/** The shape that all values of a workload share. */
function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : schemaOf(value[0]) }
  if (value === null) return { type: 'null' }
  if (typeof value !== 'object') return { type: typeof value }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([key, field]) => [key, schemaOf(field)])),
  }
}
