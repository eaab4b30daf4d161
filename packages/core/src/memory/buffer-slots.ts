/**
 * What a buffer really is: by its internal slots, never by its prototype, which may lie and which every realm (a frame, a
 * context of `node:vm`, jsdom) has of its own. The platform gives buffers of its realm also where ours is another.
 */

type LengthOf = (this: unknown) => number

const { SharedArrayBuffer: SharedBuffer } = globalThis as { SharedArrayBuffer?: { readonly prototype: object } }
const ownLengthOf = lengthGetterOf(ArrayBuffer.prototype)
/** In a browser there may be no such class. */
const sharedLengthOf = SharedBuffer && lengthGetterOf(SharedBuffer.prototype)

function lengthGetterOf(prototype: object): LengthOf {
  return Object.getOwnPropertyDescriptor(prototype, 'byteLength')!.get as LengthOf
}

/** Bytes in an ArrayBuffer; -1 for anything else. */
export function ownBufferLength(buffer: unknown): number {
  try {
    return ownLengthOf.call(buffer)
  } catch {
    return -1
  }
}

/** Bytes in a SharedArrayBuffer; -1 for anything else. */
export function sharedBufferLength(buffer: unknown): number {
  try {
    return sharedLengthOf === undefined ? -1 : sharedLengthOf.call(buffer)
  } catch {
    return -1
  }
}

export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return ownBufferLength(value) >= 0
}

export function isSharedBuffer(value: unknown): value is SharedArrayBuffer {
  return sharedBufferLength(value) >= 0
}
