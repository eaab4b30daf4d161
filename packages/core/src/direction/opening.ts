/** The description of a typed channel or a state that one side opens, for the other side. */

import { decode, encode } from '../codec/message.ts'
import type { Span } from '../codec/span.ts'
import { RingCorruptError } from '../errors.ts'
import { MAX_CHANNELS, type RecordContent } from './typed-record.ts'

/** How a reader on the other side finds the states that this side writes. */
export interface StateOpening {
  /** Of the BroadcastChannel of the state; empty: this side writes none so far. */
  readonly id: string
  /** The reader's place in the memory, which comes with the opening; -1: it has none. */
  readonly place: number
  /** By which the place is reserved. */
  readonly reservation: number
}

export interface Opening {
  /** By which both sides know it: a string, or for one without a name how many of those were opened before. */
  readonly name: string | number
  /** Of the schema. */
  readonly fingerprint: number
  /** The schema as text. */
  readonly description: string
  /** By which the records of the typed channel say whose they are: from 1 on, of each side's own counting. */
  readonly number: number
  /** It is no typed channel. States have names and numbers of their own. */
  readonly state?: StateOpening | undefined
}

export function openingContent({ name, fingerprint, description, number, state }: Opening): RecordContent {
  const parts = [name, fingerprint, description, number]
  const bytes = encode(state === undefined ? parts : [...parts, [state.id, state.place, state.reservation]])
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
  if (!Array.isArray(parts) || parts.length < 4 || parts.length > 5) throw noOpening(end - offset, offset)
  const [name, fingerprint, description, number, state] = parts as unknown[]
  if (typeof name !== 'string' && !Number.isSafeInteger(name)) throw noOpening(end - offset, offset)
  if (!Number.isSafeInteger(fingerprint) || typeof description !== 'string') throw noOpening(end - offset, offset)
  if (!isChannelNumber(number)) throw noOpening(end - offset, offset)
  const opening = { name: name as string | number, fingerprint: fingerprint as number, description, number }
  if (parts.length === 4) return opening
  if (!isStateOpening(state)) throw noOpening(end - offset, offset)
  const [id, place, reservation] = state
  return { ...opening, state: { id, place, reservation } }
}

function isStateOpening(state: unknown): state is [id: string, place: number, reservation: number] {
  if (!Array.isArray(state) || state.length !== 3) return false
  return typeof state[0] === 'string' && Number.isInteger(state[1]) && Number.isInteger(state[2])
}

function isChannelNumber(number: unknown): number is number {
  return Number.isSafeInteger(number) && (number as number) >= 1 && (number as number) <= MAX_CHANNELS
}

function noOpening(length: number, offset: number): RingCorruptError {
  return new RingCorruptError('opening', length, offset, 'bytes of no name, fingerprint, description and number')
}
