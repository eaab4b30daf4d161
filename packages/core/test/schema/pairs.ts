/** Rules that hold for every schema and value. They are checked for many from a seed, in CI and for longer in the soak. */

import { compile, readerProgram, writerProgram } from '../../src/schema/compile.ts'
import { fingerprintOf } from '../../src/schema/fingerprint.ts'
import { ListRecordView, RecordView } from '../../src/schema/record-view.ts'
import { isDecodeError, type Schema } from '../../src/schema/index.ts'
import { difference } from '../codec/difference.ts'
import { type Random, randomFrom } from '../codec/graph.ts'
import { spoil } from '../codec/mutation.ts'
import { randomSchema } from './random-schema.ts'

const LEVELS = 4
const VALUES = 4
const SPOILED = 4
const OFFSET = 3
const MARK = 0xa5

/** Number of pairs of a schema and a value that one seed checks. */
export const PAIRS = VALUES

/** Throws an Error that tells what does not hold. */
export function checkPairs(seed: number): void {
  const random = randomFrom(seed)
  const { schema, value } = randomSchema(random, LEVELS)
  const interpreted = schema.with({ codegen: 'never' })
  const unchecked = schema.with({ checked: false })
  // Text with a mistake in it would make all of this a comparison of the interpreter with itself.
  for (const program of [
    writerProgram(schema.type, true),
    writerProgram(schema.type, false),
    readerProgram(schema.type),
  ]) {
    if (compile(program) === undefined) throw new Error(`cannot be compiled: ${program.body}`)
  }
  for (let count = 0; count < VALUES; count++) {
    const given = value(random)
    // As it arrives: `any` keeps of errors what structured clone keeps.
    const wanted = structuredClone(given)
    const bytes = schema.encode(given)
    requireEqualBytes(bytes, interpreted.encode(given), 'interpreted')
    requireEqualBytes(bytes, unchecked.encode(given), 'unchecked')
    requireEqual(schema.decode(bytes), wanted, 'decoded')
    requireEqualBytes(schema.encode(interpreted.decode(bytes)), bytes, 'decoded by the interpreter')
    requireRoom(schema, given, bytes)
    requireRoom(interpreted, given, bytes)
    for (const one of [schema, interpreted]) {
      const view = one.view(bytes)
      checkView(view, wanted, bytes.buffer)
      if (view instanceof RecordView) requireEqualBytes(schema.encode(view.copy()), bytes, 'copied')
    }
    checkSpoiled(schema, interpreted, bytes, random)
    checkRefilled(schema, interpreted, bytes, value(random), given)
  }
  if (fingerprintOf(schema.type) !== interpreted.fingerprint) throw new Error('the fingerprint depends on options')
}

// With as many bytes as it takes it fits, with one less it does not, and nothing outside is touched.
function requireRoom(schema: Schema<any>, given: unknown, bytes: Uint8Array): void {
  const memory = new Uint8Array(OFFSET + bytes.length + 9).fill(MARK)
  const end = schema.encodeInto(given, memory, OFFSET, OFFSET + bytes.length)
  if (end !== OFFSET + bytes.length) throw new Error(`ends at ${end}, ${bytes.length} bytes from ${OFFSET}`)
  requireEqualBytes(memory.slice(OFFSET, end), bytes, 'in place')
  requireEqualBytes(schema.encode(schema.decode(memory, OFFSET, end)), bytes, 'decoded in place')
  if (bytes.length > 0 && schema.encodeInto(given, memory, OFFSET, end - 1) !== -1)
    throw new Error('fits one byte less')
  if (memory.subarray(0, OFFSET).some((byte) => byte !== MARK)) throw new Error('touched what is before')
  if (memory.subarray(end).some((byte) => byte !== MARK)) throw new Error('touched what is behind')
}

// Every property and element of a view, found with what is expected as a map.
function checkView(view: unknown, wanted: unknown, memory: ArrayBufferLike): void {
  if (!(view instanceof RecordView)) return requireEqual(keptOf(view, memory), wanted, 'viewed')
  if (!(view instanceof ListRecordView)) {
    for (const [key, value] of Object.entries(wanted as object)) {
      checkView((view as unknown as Record<string, unknown>)[key], value, memory)
    }
    return
  }
  const elements = wanted as readonly unknown[]
  if (view.length !== elements.length) throw new Error(`a view of ${view.length} elements, not ${elements.length}`)
  for (let index = elements.length - 1; index >= 0; index--) checkView(view.at(index), elements[index], memory)
  let index = 0
  for (const element of view as unknown as Iterable<unknown>) checkView(element, elements[index++], memory)
  if (index !== elements.length) throw new Error(`${index} elements, not ${elements.length}`)
}

// Of what is over the memory only the contents count.
function keptOf(value: unknown, memory: ArrayBufferLike): unknown {
  return ArrayBuffer.isView(value) && value.buffer === memory ? (value as Uint8Array).slice() : value
}

// Both back ends refuse the same bytes, and read the same from those that they do not refuse.
function checkSpoiled(schema: Schema<any>, interpreted: Schema<any>, bytes: Uint8Array, random: Random): void {
  for (let count = 0; count < SPOILED; count++) {
    const spoiled = spoil(bytes, [bytes], random)
    const [left, right] = [decoded(schema, spoiled), decoded(interpreted, spoiled)]
    requireSafeView(schema, spoiled)
    if ('error' in left !== 'error' in right) throw new Error('one back end refuses what the other reads')
    if ('value' in left && 'value' in right) requireEqual(left.value, right.value, 'spoiled')
  }
}

// A view of anything gives values or a DecodeError.
function requireSafeView(schema: Schema<any>, bytes: Uint8Array): void {
  try {
    const view = schema.view(bytes)
    if (view instanceof RecordView) view.copy()
  } catch (error) {
    if (!isDecodeError(error)) throw new Error('a view gives an error of another kind', { cause: error })
  }
}

function decoded(schema: Schema<any>, bytes: Uint8Array): { value: unknown } | { error: unknown } {
  try {
    return { value: schema.decode(bytes) }
  } catch (error) {
    if (!isDecodeError(error)) throw new Error('an error of another kind', { cause: error })
    return { error }
  }
}

// The former contents of an object do not show after `decodeInto`, except in absent keys.
function checkRefilled(
  schema: Schema<any>,
  interpreted: Schema<any>,
  bytes: Uint8Array,
  before: unknown,
  given: unknown,
): void {
  if (schema.type.refilled === undefined) return
  for (const one of [schema, interpreted]) {
    const target = structuredClone(before) as object
    const end = one.decodeInto(target, bytes)
    if (end !== bytes.length) throw new Error(`decodeInto() ends at ${end} of ${bytes.length}`)
    requireEqualBytes(schema.encode(target), schema.encode(given), 'refilled')
  }
}

function requireEqualBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  if (Buffer.compare(actual, expected) !== 0) {
    throw new Error(`${what}: ${Buffer.from(actual).toString('hex')} and ${Buffer.from(expected).toString('hex')}`)
  }
}

function requireEqual(actual: unknown, expected: unknown, what: string): void {
  const found = difference(actual, expected)
  if (found !== undefined) throw new Error(`${what}: ${found}`)
}
