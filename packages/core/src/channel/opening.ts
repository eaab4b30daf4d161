/** What one side tells the other of a typed channel that it opens, before its first record. */

import { decode, encode } from '../codec/message.ts'
import type { Span } from '../codec/span.ts'
import { RingCorruptError } from '../errors.ts'
import { MAX_CHANNELS, type RecordContent } from './typed-record.ts'

export interface Opening {
  /** By which both sides know it: a string, or for one without a name how many of those were opened before. */
  readonly name: string | number
  /** Of the schema. */
  readonly fingerprint: number
  /** The schema as text. */
  readonly description: string
  /** By which the records of the channel say whose they are: from 1 on, of each side's own counting. */
  readonly number: number
}

export function openingContent({ name, fingerprint, description, number }: Opening): RecordContent {
  const bytes = encode([name, fingerprint, description, number])
  return {
    write: ({ bytes: target }, offset, limit) => {
      if (bytes.length > limit - offset) return -1
      target.set(bytes, offset)
      return offset + bytes.length
    },
  }
}

/** Throws `RingCorruptError` and `DecodeError` for what is none. */
export function readOpening({ bytes }: Span, offset: number, end: number): Opening {
  const parts = decode(bytes.subarray(offset, end))
  if (!Array.isArray(parts) || parts.length !== 4) throw noOpening(end - offset, offset)
  const [name, fingerprint, description, number] = parts as unknown[]
  if (typeof name !== 'string' && !Number.isSafeInteger(name)) throw noOpening(end - offset, offset)
  if (!Number.isSafeInteger(fingerprint) || typeof description !== 'string') throw noOpening(end - offset, offset)
  if (!isChannelNumber(number)) throw noOpening(end - offset, offset)
  return { name: name as string | number, fingerprint: fingerprint as number, description, number }
}

function isChannelNumber(number: unknown): number is number {
  return Number.isSafeInteger(number) && (number as number) >= 1 && (number as number) <= MAX_CHANNELS
}

function noOpening(length: number, offset: number): RingCorruptError {
  return new RingCorruptError('opening', length, offset, 'bytes of no name, fingerprint, description and number')
}
