/** Self-contained messages: any bytes, no direction. */
import { copyBytes } from './copy.ts'
import { Decoder } from './decoder.ts'
import { Encoder } from './encoder.ts'
import { type CodecOptions, type Registry, registryOf } from './registry.ts'
import { freshSpan, type Span, spanOver } from './span.ts'
import { plainBytes } from './typed-slots.ts'

// A small message is copied in less time than a DataView over it takes to make.
const SMALL_BYTES = 1024

/** The parts of a codec that are kept between two messages. A part that is in use is undefined. */
interface Idle {
  readonly registry: Registry | undefined
  writing: Writing | undefined
  reading: Reading | undefined
}

interface Writing {
  readonly encoder: Encoder
  readonly small: Span
  /** The last message was not small. */
  isLarge: boolean
}

interface Reading {
  readonly decoder: Decoder
  readonly small: Span
}

/** `encode`, `encodeInto` and `decode` with classes of the program. */
export interface Codec {
  encode(value: unknown): Uint8Array
  encodeInto(value: unknown, target: Uint8Array, offset: number): number
  decode(bytes: Uint8Array): unknown
}

const plain: Idle = { registry: undefined, writing: undefined, reading: undefined }

/**
 * Makes `encode`, `encodeInto` and `decode` for classes of the program and Node's Buffers. The encoders also throw the errors of
 * a `to`. `decode` throws `InstanceError` for an instance that cannot be made.
 *
 * @throws TypeError or RangeError for options that are not valid.
 */
export function createCodec(options: CodecOptions): Codec {
  const idle: Idle = { registry: registryOf(options), writing: undefined, reading: undefined }
  return {
    encode: (value) => encodeBy(idle, value),
    encodeInto: (value, target, offset) => encodeIntoBy(idle, value, target, offset),
    decode: (bytes) => decodeBy(idle, bytes),
  }
}

/**
 * Encodes any value that structured clone carries, except objects that only the platform can carry.
 *
 * @throws DataCloneError for a value, or a part of it, that cannot be encoded.
 */
export function encode(value: unknown): Uint8Array {
  return encodeBy(plain, value)
}

/**
 * Encodes `value` into `target` from `offset` on and returns the offset past the last byte, or -1 when it does not fit. Bytes
 * before `offset` are never touched. After -1 or an exception the bytes from `offset` on mean nothing.
 *
 * @throws DataCloneError as `encode`; RangeError when `offset` is not in `target`.
 */
export function encodeInto(value: unknown, target: Uint8Array, offset: number): number {
  return encodeIntoBy(plain, value, target, offset)
}

/**
 * Decodes the bytes of `encode` or `encodeInto`. They may be in shared memory, and at any alignment.
 *
 * @throws DecodeError when the bytes are not one complete message; InstanceError when they need a class of the program.
 */
export function decode(bytes: Uint8Array): unknown {
  return decodeBy(plain, bytes)
}

function encodeBy(idle: Idle, value: unknown): Uint8Array {
  const writing = borrowWriting(idle)
  const { encoder, small } = writing
  const end = encoder.encode(value, small, 0, SMALL_BYTES)
  const message = end === -1 ? encoder.spilled().slice() : small.bytes.slice(0, end)
  // The next message is for another decoder, which knows nothing of this one.
  encoder.rollback()
  idle.writing = writing
  return message
}

function encodeIntoBy(idle: Idle, value: unknown, target: Uint8Array, offset: number): number {
  const bytes = plainBytes(target)
  const { length } = bytes
  if (!Number.isInteger(offset) || offset < 0 || offset > length) throwBadOffset(offset, length)
  const writing = borrowWriting(idle)
  const { encoder, small } = writing
  let end = -1
  if (writing.isLarge && length > SMALL_BYTES) {
    end = encoder.encode(value, spanOver(bytes), offset, length)
    writing.isLarge = end - offset > SMALL_BYTES
  } else {
    const size = encoder.encode(value, small, 0, SMALL_BYTES)
    writing.isLarge = size === -1
    const message = size === -1 ? encoder.spilled() : small.bytes
    const past = offset + (size === -1 ? message.length : size)
    if (past <= length) copyBytes(message, 0, (end = past) - offset, bytes, offset)
  }
  encoder.rollback()
  idle.writing = writing
  return end
}

// The `from` of a class may decode: then the one decoder is out, and the inner call makes its own.
function decodeBy(idle: Idle, source: Uint8Array): unknown {
  const bytes = plainBytes(source)
  const reading = idle.reading ?? createReading(idle.registry)
  idle.reading = undefined
  const { decoder, small } = reading
  decoder.forget()
  const length = bytes.length
  try {
    if (length > SMALL_BYTES) return decoder.decode(spanOver(bytes), 0, length)
    // Nothing may be asked of an array whose buffer is detached: it is an empty one.
    copyBytes(bytes, 0, length, small.bytes, 0)
    return decoder.decode(small, 0, length)
  } finally {
    idle.reading = reading
  }
}

function createReading(registry: Registry | undefined): Reading {
  return { decoder: new Decoder(registry), small: freshSpan(SMALL_BYTES) }
}

// A getter may call `encode` in the middle of another: then the one encoder is out, and the inner call makes its own.
function borrowWriting(idle: Idle): Writing {
  const writing = idle.writing ?? {
    encoder: new Encoder(true, idle.registry),
    small: freshSpan(SMALL_BYTES),
    isLarge: false,
  }
  idle.writing = undefined
  return writing
}

function throwBadOffset(offset: number, length: number): never {
  throw new RangeError(`Cannot encode at offset ${offset}: the target has ${length} bytes`)
}
