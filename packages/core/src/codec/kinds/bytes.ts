/** Messages that are bytes and nothing else: one ArrayBuffer, or one view of one. */
import { isArrayBuffer, ownBufferLength } from '../../memory/buffer-slots.ts'
import type { Reader } from '../reader.ts'
import { bufferOf, kindOf } from '../typed-slots.ts'
import { BUFFER, PLATFORM_OBJECT, VIEW } from '../tags.ts'
import { readPlatformObject } from './platform-object.ts'
import { findBuffer, paddingAt } from './buffer.ts'
import { bytesPerElement, readViewKind, UINT8_ARRAY } from './view.ts'

/** Most bytes that an encoding has beside those of its one buffer. */
export const MOST_BESIDE_BYTES = 64

/** Bytes of its one buffer in the encoding of a typed array; 0 for anything else, and for memory that is shared. */
export function carriedBytes(value: unknown): number {
  if (!ArrayBuffer.isView(value) || kindOf.call(value) === undefined) return 0
  return Math.max(0, ownBufferLength(bufferOf.call(value)))
}

/**
 * Begins a message that is one `Uint8Array` of `byteLength` bytes, at `offset`: gives where they go, `MOST_BESIDE_BYTES` on at
 * most.
 */
export function writeBytesHead(bytes: Uint8Array, offset: number, byteLength: number): number {
  let at = offset
  // No flags, as the view refers to nothing.
  for (const byte of [0, VIEW, UINT8_ARRAY, 0]) bytes[at++] = byte
  at = putVarint(bytes, at, byteLength)
  bytes[at++] = BUFFER
  at = putVarint(bytes, at, byteLength)
  for (let padding = paddingAt(at - offset, byteLength); padding > 0; padding--) bytes[at++] = 0
  return at
}

function putVarint(bytes: Uint8Array, offset: number, value: number): number {
  let at = offset
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) | 0x80
  bytes[at++] = rest
  return at
}

/** The bytes of the value, where they lie; undefined when it is something else, or memory that is shared. */
export function findBytes(input: Reader): Uint8Array | undefined {
  const tag = input.byte()
  if (tag === VIEW) return findView(input)
  if (tag === PLATFORM_OBJECT) return bytesOf(readPlatformObject(input))
  const at = findBuffer(input, tag)
  return at < 0 ? undefined : input.bytes.subarray(at, input.position)
}

/** The bytes that a view shows. */
function findView(input: Reader): Uint8Array | undefined {
  const kind = readViewKind(input)
  const byteOffset = input.varint()
  const byteLength = input.varint() * bytesPerElement(kind)
  const tag = input.byte()
  // One view is made of memory that is not a platform object's: it takes longer than all else here.
  const whole = tag === PLATFORM_OBJECT ? bytesOf(readPlatformObject(input)) : input.bytes
  const at = tag === PLATFORM_OBJECT ? 0 : findBuffer(input, tag)
  if (whole === undefined || at < 0) return undefined
  const available = (tag === PLATFORM_OBJECT ? whole.length : input.position - at) - byteOffset
  if (!(byteLength <= available)) input.refuse(`a view of ${byteLength} bytes, too long`, VIEW)
  return whole.subarray(at + byteOffset, at + byteOffset + byteLength)
}

/** The bytes of an ArrayBuffer or of a view of one, where they lie; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  // A view first: asking it for the slots of a buffer would throw.
  if (!ArrayBuffer.isView(value)) return isArrayBuffer(value) ? new Uint8Array(value) : undefined
  return isArrayBuffer(value.buffer) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
}
