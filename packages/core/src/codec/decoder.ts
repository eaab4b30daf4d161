/** The decoder of one direction: whole messages, from memory it does not trust. */
import { DecodeError, type InstanceError, isDecodeError, isInstanceError } from '../errors.ts'
import { findBytes } from './kinds/bytes.ts'
import { readContents } from './kinds/later.ts'
import { readTagged } from './read.ts'
import { Reader } from './reader.ts'
import type { Registry } from './registry.ts'
import { FLAGS_KNOWN, FLAG_RESET_SHAPES } from './tags.ts'
import { readerGear } from './second-gear/gear.ts'
import type { Span } from './span.ts'

/** Reads the messages of one `Encoder`, all of them and in order. */
export class Decoder {
  readonly #input: Reader

  constructor(registry?: Registry) {
    this.#input = new Reader(registry, readerGear)
  }

  /** Starts over, as for the first message of an encoder. */
  forget(): void {
    this.#input.shapes.forget()
  }

  /**
   * Decodes the message in bytes `[offset, end)` of `span`; nothing it returns shares memory with them.
   *
   * `platformObjects` came beside the message. Every message of an encoder must be decoded, in order, and none by the `from` of
   * a class that this decoder runs.
   *
   * @throws DecodeError when the bytes are not a message; InstanceError when they are, but an instance in it could not be
   *   made: then the decoder is as after any message.
   */
  decode(span: Span, offset: number, end: number, platformObjects?: readonly unknown[]): unknown {
    if (!(offset >= 0 && offset <= end && end <= span.bytes.length)) throwOutside(offset, end, span.bytes.length)
    const input = this.#input
    input.start(span, offset, end, platformObjects)
    const { shapes } = input
    shapes.knownBefore = shapes.known.length
    let value: unknown
    // Rare cases are apart, and nothing is a `finally` (docs/decisions/0017). The reader lets go before there is an
    // error: after a stack overflow there may be no room for one.
    try {
      if (end - offset < 2) input.refuseTruncated(2)
      const flags = span.bytes[offset]!
      if (flags !== 0 || input.flags !== 0) setFlags(input, flags)
      input.position = offset + 2
      value = readTagged(input, span.bytes[offset + 1]!)
      if (input.position !== input.end || !input.isUsual) readRest(input)
    } catch (error) {
      input.abandon()
      throw undecodable(error, input)
    }
    input.finish()
    return value
  }

  /** The encoder was rolled back after the last message: it will not build on that one. */
  rollback(): void {
    this.#input.shapes.undo()
  }

  /**
   * The bytes of a message that is one ArrayBuffer or one view, in the memory in which they came; undefined for any other,
   * which is still to be decoded then. Of a view only what it shows.
   *
   * @throws DecodeError as `decode`.
   */
  findBytes(span: Span, offset: number, end: number, platformObjects?: readonly unknown[]): Uint8Array | undefined {
    if (!(offset >= 0 && offset <= end && end <= span.bytes.length)) throwOutside(offset, end, span.bytes.length)
    const input = this.#input
    input.start(span, offset, end, platformObjects)
    try {
      setFlags(input, input.byte())
      const bytes = findBytes(input)
      if (bytes !== undefined) requireEnd(input)
      input.finish()
      return bytes
    } catch (error) {
      input.abandon()
      throw undecodable(error, input)
    }
  }
}

function setFlags(input: Reader, flags: number): void {
  if (flags > FLAGS_KNOWN) input.refuse(`unknown flags 0x${flags.toString(16)}`)
  input.setFlags(flags)
  if ((flags & FLAG_RESET_SHAPES) !== 0) input.shapes.forget()
}

function readRest(input: Reader): void {
  for (let index = 0; index < input.later.length; index++) readContents(input, input.later[index]!)
  requireEnd(input)
  if (input.failure !== undefined) throw input.failure
}

function requireEnd(input: Reader): void {
  const { position, end } = input
  if (position !== end) input.refuse(`${end - position} bytes left over`)
}

// The engine itself refuses a BigInt or a buffer too large, a misaligned view, a stack that is already nearly full.
function undecodable(cause: unknown, input: Reader): DecodeError | InstanceError {
  if (isDecodeError(cause) || isInstanceError(cause)) return cause
  const distance = input.distance()
  const reason = cause instanceof Error ? cause.message : 'the engine refused'
  const error = new DecodeError(`Cannot decode at byte ${distance}: ${reason}`, distance, -1)
  error.cause = cause
  return error
}

function throwOutside(offset: number, end: number, length: number): never {
  throw new DecodeError(`Cannot decode bytes ${offset} to ${end} of a span of ${length}`, 0, -1)
}
