/** Checks of shared memory that another thread made, before anything in it is believed. */

import { HandshakeError } from '../errors.ts'
import { isSharedBuffer } from './buffer-slots.ts'

/** Throws `TypeError` for what is no shared memory. `what`: as it is called in errors. */
export function requireShared(what: string, buffer: unknown): SharedArrayBuffer {
  if (!isSharedBuffer(buffer)) throw new TypeError(`Cannot open a ${what}: its region is not a SharedArrayBuffer`)
  return buffer
}

/** Throws `HandshakeError` unless both are the same. */
export function requireNumber(what: string, name: string, found: number, expected: number): void {
  if (found !== expected)
    throw new HandshakeError(`Cannot open a ${what}: its ${name} is ${found}, not ${expected}`, expected, found)
}

/** Throws `HandshakeError` for another major version. `word`: major << 16 | minor. */
export function requireVersion(what: string, word: number, major: number): void {
  const found = word >>> 16
  if (found !== major)
    throw new HandshakeError(
      `Cannot open a ${what} of version ${found}: this side speaks version ${major}`,
      major,
      found,
    )
}
