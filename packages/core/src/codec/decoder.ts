/** The decoder of one direction: whole messages, from memory it does not trust. */
import { DecodeError, isDecodeError } from '../errors.ts'
import { startTracking, stopTracking } from './identity.ts'
import * as reader from './reader.ts'
import { resolveEngine } from './engine.ts'
import { startReceivingHosts } from './kinds/host.ts'
import { ConstructorTable } from './constructors.ts'
import { startReadingShapes } from './kinds/object.ts'
import { readValue } from './read.ts'
import { FLAGS_KNOWN, FLAG_ABSENT_SLOTS, FLAG_REFERENCES, FLAG_RESET_SHAPES } from './tags.ts'
import type { Span } from './span.ts'

export class Decoder {
  readonly #shapes: ConstructorTable = new ConstructorTable()

  constructor() {
    resolveEngine()
  }

  /** Starts over, as for the first message of an encoder. */
  forget(): void {
    this.#shapes.forget()
  }

  /**
   * Decodes the message in bytes `[offset, end)` of `span`; nothing it returns shares memory with them.
   *
   * `hosts` are the objects that came beside the message. Every message of an encoder must be decoded, in order.
   *
   * @throws DecodeError when the bytes are not a message.
   */
  decode(span: Span, offset: number, end: number, hosts?: readonly unknown[]): unknown {
    if (!(offset >= 0 && offset <= end && end <= span.bytes.length)) throwOutside(offset, end, span.bytes.length)
    reader.startReading(span.bytes, span.view, offset, end)
    startReceivingHosts(hosts)
    try {
      const flags = reader.readByte()
      if (flags > FLAGS_KNOWN) reader.throwMalformed(`unknown flags 0x${flags.toString(16)}`)
      startTracking((flags & FLAG_REFERENCES) !== 0)
      if ((flags & FLAG_RESET_SHAPES) !== 0) this.#shapes.forget()
      startReadingShapes(this.#shapes, (flags & FLAG_ABSENT_SLOTS) !== 0)
      const value = readValue()
      if (reader.position !== end) reader.throwMalformed(`${end - reader.position} bytes left over`)
      return value
    } catch (error) {
      throw isDecodeError(error) ? error : convert(error)
    } finally {
      stopTracking()
      reader.stopReading()
      startReceivingHosts(undefined)
    }
  }
}

// What the engine itself refuses: a BigInt or a buffer too large, a misaligned view, a stack that is already nearly full.
function convert(cause: unknown): DecodeError {
  const reason = cause instanceof Error ? cause.message : 'the engine refused'
  const error = new DecodeError(`Cannot decode at byte ${reader.readDistance()}: ${reason}`, reader.readDistance(), -1)
  error.cause = cause
  return error
}

function throwOutside(offset: number, end: number, length: number): never {
  throw new DecodeError(`Cannot decode bytes ${offset} to ${end} of a span of ${length}`, 0, -1)
}
