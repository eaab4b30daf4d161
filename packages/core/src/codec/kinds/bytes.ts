/** Messages that are bytes and nothing else: one ArrayBuffer, or one view of one. */
import { isArrayBuffer, ownBufferLength } from '../../memory/buffer-slots.ts'
import type { Reader } from '../reader.ts'
import { bufferOf, kindOf } from '../typed-slots.ts'
import { HOST, VIEW } from '../tags.ts'
import { readHost } from './host.ts'
import { findBuffer } from './buffer.ts'
import { findView } from './view.ts'

/** Most bytes that an encoding has beside those of its one buffer. */
export const MOST_BESIDE_BYTES = 64

/** Bytes of its one buffer in the encoding of a typed array; 0 for anything else, and for memory that is shared. */
export function carriedBytes(value: unknown): number {
  if (!ArrayBuffer.isView(value) || kindOf.call(value) === undefined) return 0
  return Math.max(0, ownBufferLength(bufferOf.call(value)))
}

/** The bytes of the value, where they lie; undefined when it is something else, or memory that is shared. */
export function findBytes(input: Reader): Uint8Array | undefined {
  const tag = input.byte()
  return tag === VIEW ? findView(input, (bufferTag) => findWhole(input, bufferTag)) : findWhole(input, tag)
}

function findWhole(input: Reader, tag: number): Uint8Array | undefined {
  return tag === HOST ? bytesOf(readHost(input)) : findBuffer(input, tag)
}

/** The bytes of an ArrayBuffer or of a view of one, where they lie; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  // A view first: asking it for the slots of a buffer would throw.
  if (!ArrayBuffer.isView(value)) return isArrayBuffer(value) ? new Uint8Array(value) : undefined
  return isArrayBuffer(value.buffer) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
}
