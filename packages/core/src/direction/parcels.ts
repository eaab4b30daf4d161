/**
 * Messages that go by the native lane as they are, because there is no ring or nobody reads it yet. The platform's clone
 * knows no classes of the program: where there are some to carry, such a message is packed, and otherwise left alone.
 */

import type { StateMemory } from '../memory/state-region.ts'
import { Decoder, Encoder, freshSpan, type Registry, spanOver } from '../codec/index.ts'
import { bytesOf } from '../codec/kinds/bytes.ts'
import { isBytes } from '../codec/typed-slots.ts'
import { requireNoRemedyIn } from '../codec/uncloneable.ts'
import type { Lane } from '../host.ts'
import { wereLent } from '../memory/region-buffers.ts'
import type { Crossing } from './crossing.ts'
import { encodingOf, type Envelope, isEnvelope, OOB_RECORD, OOB_STANDALONE, payloadOf } from './out-of-band.ts'
import { requireTransferable } from './transferable.ts'
import { Unreadable } from './unreadable.ts'

/** No direction has this one: before its first message from the other side a port knows of no token. */
const PARCEL_TOKEN = 'slipring:parcel'

export class Parcels {
  readonly registry: Registry | undefined
  /** Undefined where ports of ours do not cross. */
  readonly crossing: Crossing | undefined
  #idle: Encoder | undefined

  constructor(registry?: Registry, crossing?: Crossing) {
    this.registry = registry
    this.crossing = crossing
  }

  /** Posts a message. Throws `DataCloneError`, or what a getter or a `to` threw, and then nothing was sent. */
  post(lane: Lane, value: unknown, transfer: readonly object[] | undefined): void {
    if (this.registry === undefined) return postAsIs(lane, value, transfer)
    if (transfer !== undefined) requireTransferable(lane, transfer)
    // A getter that posts meanwhile gets another encoder.
    const encoder = this.#idle ?? new Encoder(false, this.registry)
    this.#idle = undefined
    const bytes = encodeApart(encoder, value, transfer).slice()
    const objects = encoder.platformObjects
    // Each of these messages has a decoder of its own, so no encoding may refer to an earlier one.
    encoder.rollback()
    this.#idle = encoder
    const parcel: Envelope = [PARCEL_TOKEN, 0, OOB_STANDALONE, payloadOf(bytes), objects]
    lane.post(parcel, [...(transfer ?? []), bytes.buffer])
  }

  /** A native message as the application gets it; `Unreadable` for a parcel that cannot be read. */
  open(message: unknown): unknown {
    if (!isParcel(message)) return message
    const [, , , payload, objects] = message
    try {
      const bytes = encodingOf(payload)
      if (bytes === undefined) throw new TypeError('Cannot read a message: its parcel holds no bytes')
      const span = spanOver(bytes)
      return new Decoder(this.registry).decode(span, 0, bytes.length, objects as readonly unknown[] | undefined)
    } catch (error) {
      return new Unreadable(error)
    }
  }

  /** The bytes of a native message that is one ArrayBuffer or view, where they lie; undefined for any other. */
  findBytes(message: unknown): Uint8Array | undefined {
    if (!isParcel(message)) return bytesOf(message)
    const [, , , payload, objects] = message
    const bytes = encodingOf(payload)
    if (bytes === undefined) return undefined
    const span = spanOver(bytes)
    try {
      return new Decoder(this.registry).findBytes(span, 0, bytes.length, objects as readonly unknown[] | undefined)
    } catch {
      // `open` says later why it cannot be read.
      return undefined
    }
  }
}

function postAsIs(lane: Lane, value: unknown, transfer: readonly object[] | undefined): void {
  try {
    const mayShowRing = wereLent() && typeof value === 'object' && value !== null
    if (mayShowRing && transfer !== undefined) requireTransferable(lane, transfer)
    lane.post(mayShowRing ? withoutRings(value, transfer) : value, transfer)
  } catch (error) {
    // An error that a getter has thrown is passed on as it is.
    if ((error as Partial<Error> | null)?.name === 'DataCloneError') requireNoRemedyIn(value)
    throw error
  }
}

/**
 * The platform would share the whole ring of which the program has a view, by a lease or a record that is read in place. Our
 * clone copies what the view shows; all of the value goes through it, since who looks first would run getters twice.
 */
function withoutRings(value: object, transfer: readonly object[] | undefined): unknown {
  const encoder = new Encoder()
  const bytes = encodeApart(encoder, value, transfer)
  return new Decoder().decode(spanOver(bytes), 0, bytes.length, encoder.platformObjects)
}

/** In memory of the encoder's own, until its next message. */
function encodeApart(encoder: Encoder, value: unknown, transfer: readonly object[] | undefined): Uint8Array {
  encoder.encode(value, freshSpan(0), 0, 0, transfer)
  return encoder.spilled()
}

/** Posts a record of a typed channel where no message has a number. Takes the bytes over. */
export function postRecordParcel(lane: Lane, bytes: Uint8Array, memory: StateMemory | undefined): void {
  lane.post([PARCEL_TOKEN, 0, OOB_RECORD, bytes, memory && [memory]] satisfies Envelope, [bytes.buffer])
}

/** The record in a native message; undefined for any other message. */
export function recordInParcel(message: unknown): Uint8Array | undefined {
  if (!isParcel(message) || message[2] !== OOB_RECORD || !isBytes(message[3])) return undefined
  return message[3]
}

/** The memory that came with the record. */
export function memoryInParcel(message: unknown): unknown {
  return isParcel(message) && Array.isArray(message[4]) ? message[4][0] : undefined
}

/** Whether a native message is one that only a port can read. */
export function isParcel(message: unknown): message is Envelope {
  return isEnvelope(message, PARCEL_TOKEN)
}
