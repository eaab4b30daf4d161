/** Self-contained messages: any bytes, no channel. */
import { Decoder } from './decoder.ts'
import { Encoder } from './encoder.ts'
import { createSpan, type Span } from './span.ts'

const NOWHERE: Span = createSpan(new ArrayBuffer(0), 0, 0)

// A small message is copied in less time than a DataView over it takes to make.
const COPIED_MAX = 1024

let idleEncoder: Encoder | undefined
let lastDecoder: Decoder | undefined
let copied: Span | undefined

/**
 * Encodes any value that structured clone carries, except objects that only the platform can carry.
 *
 * @throws DataCloneError for a value, or a part of it, that cannot be encoded.
 */
export function encode(value: unknown): Uint8Array {
  const encoder = borrowEncoder()
  encoder.encode(value, NOWHERE, 0, 0)
  const message = encoder.spilled().slice()
  // The next message is for another decoder, which knows nothing of this one.
  encoder.rollback()
  idleEncoder = encoder
  return message
}

/**
 * Encodes `value` into `target` from `offset` and returns the offset past the last byte, or -1 when it does not fit.
 * Bytes outside are never touched; bytes from `offset` on mean nothing after -1 or an exception.
 *
 * @throws DataCloneError as `encode`; RangeError when `offset` is not in `target`.
 */
export function encodeInto(value: unknown, target: Uint8Array, offset: number): number {
  if (!Number.isInteger(offset) || offset < 0 || offset > target.length) throwBadOffset(offset, target.length)
  const span = { bytes: target, view: new DataView(target.buffer, target.byteOffset, target.byteLength) }
  const encoder = borrowEncoder()
  const end = encoder.encode(value, span, offset, target.length)
  encoder.rollback()
  idleEncoder = encoder
  return end
}

/**
 * Decodes what `encode` or `encodeInto` wrote; `bytes` may be over shared memory and at any alignment.
 *
 * @throws DecodeError when the bytes are not one complete message.
 */
export function decode(bytes: Uint8Array): unknown {
  lastDecoder ??= new Decoder()
  lastDecoder.forget()
  const length = bytes.length
  if (length > COPIED_MAX) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return lastDecoder.decode({ bytes, view }, 0, length)
  }
  copied ??= createSpan(new ArrayBuffer(COPIED_MAX), 0, COPIED_MAX)
  copied.bytes.set(bytes)
  return lastDecoder.decode(copied, 0, length)
}

// A getter may call `encode` in the middle of another: then the one encoder is out, and the inner call makes its own.
function borrowEncoder(): Encoder {
  const encoder = idleEncoder ?? new Encoder(true)
  idleEncoder = undefined
  return encoder
}

function throwBadOffset(offset: number, length: number): never {
  throw new RangeError(`Cannot encode at offset ${offset}: the target has ${length} bytes`)
}
