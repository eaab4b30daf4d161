/** Native messages that have come before their turn, also those of the next sender. */

import { Decoder, spanOver } from '../codec/index.ts'
import { bytesOf, carriedBytes } from '../codec/kinds/bytes.ts'
import { isBytes } from '../codec/typed-slots.ts'
import { RingCorruptError } from '../errors.ts'
import type { Polled } from '../host.ts'
import type { WithPorts } from './crossing.ts'
import { Fifo } from './fifo.ts'
import {
  closePorts,
  encodingOf,
  type Envelope,
  OOB_BEGIN,
  OOB_BYTES,
  OOB_MOVED,
  OOB_RECORD,
  OOB_STANDALONE,
  OOB_VALUE,
} from './out-of-band.ts'
import { memoryInParcel, type Parcels, recordInParcel } from './parcels.ts'

/** The kind of an unwrapped message. It has no number, and comes before all messages that have one. */
export const RAW = -1

export interface Stashed extends WithPorts {
  readonly sequence: number
}

export class Stash {
  readonly #all: Fifo<Stashed> = new Fifo()
  /** All messages behind `OOB_MOVED`, until it is obeyed; undefined if none has come. */
  ofNext: Polled[] | undefined
  /** A field, because it is asked for after each message. */
  isEmpty = true

  /** The caller knows that there is one. */
  get first(): Stashed {
    return this.#all.first!
  }

  /** Whether the first is the message with the number that is expected, or one that has none. */
  isNext(expected: number): boolean {
    if (this.isEmpty) return false
    const { kind, sequence } = this.#all.first!
    return sequence === expected || kind === RAW || kind === OOB_BEGIN
  }

  // In order of their numbers: in Deno a message that was polled overtakes the one whose event is under way.
  keep(envelope: Envelope, ports: readonly object[] | undefined): void {
    const [, sequence, kind, payload, objects, transferred, passports] = envelope
    const stashed: Stashed = {
      sequence,
      kind,
      payload,
      objects: objects as readonly unknown[] | undefined,
      ports: (transferred as readonly object[] | undefined) ?? ports,
      passports,
    }
    this.isEmpty = false
    this.#all.addBefore(stashed, (other) => other.kind !== RAW && ((other.sequence - sequence) | 0) > 0)
    if (kind === OOB_MOVED) this.ofNext = []
  }

  keepRaw(payload: unknown, ports: readonly object[] | undefined, hasCarrier: boolean): void {
    this.isEmpty = false
    this.#all.add({ sequence: 0, kind: RAW, payload, objects: undefined, ports, hasCarrier })
  }

  shift(): Stashed {
    const first = this.#all.shift()!
    this.isEmpty = this.#all.length === 0
    return first
  }

  closePorts(): void {
    this.#all.forEach(({ ports }) => closePorts(ports))
    for (const { ports } of this.ofNext ?? []) closePorts(ports)
  }
}

/** The encoding. Throws `RingCorruptError` for a message that should have one and has none. `expected`: its number. */
function encodingIn({ kind, payload }: Stashed, expected: number): Uint8Array {
  const bytes = kind === OOB_BYTES || kind === OOB_STANDALONE || kind === OOB_RECORD ? encodingOf(payload) : undefined
  if (bytes !== undefined) return bytes
  throw new RingCorruptError('envelope', kind, expected, 'no kind of native message this version knows')
}

/** Bytes that its sender has counted. Throws as `encodingIn`. */
export function bytesCounted(stashed: Stashed, expected: number): number {
  const { kind, payload, objects } = stashed
  if (kind !== OOB_VALUE) return encodingIn(stashed, expected).length
  if (typeof payload === 'string') return payload.length
  const bytes = objects?.[0]
  return typeof bytes === 'number' ? bytes : carriedBytes(payload)
}

/** The record of a typed channel that a message is; undefined for any other message. */
export function recordIn({ kind, payload }: Stashed): Uint8Array | undefined {
  if (kind === RAW) return recordInParcel(payload)
  return kind === OOB_RECORD && isBytes(payload) ? payload : undefined
}

/** The memory that came with the record. */
export function memoryIn({ kind, payload, objects }: Stashed): unknown {
  return kind === RAW ? memoryInParcel(payload) : objects?.[0]
}

/** The message. `decoder` is that of the direction; `expected` as in `encodingIn`. Throws what a decoder throws. */
export function decodeStashed(stashed: Stashed, decoder: Decoder, parcels: Parcels, expected: number): unknown {
  const { kind, payload, objects } = stashed
  if (kind === RAW) return parcels.open(payload)
  if (kind === OOB_VALUE) return payload
  const bytes = encodingIn(stashed, expected)
  const span = spanOver(bytes)
  const used = decoderOf(kind, decoder, parcels)
  try {
    return used.decode(span, 0, bytes.length, objects)
  } finally {
    if (objects !== undefined) used.rollback()
  }
}

/** Its bytes where they lie, if that is what it is; undefined when it is something else. */
export function bytesInStashed(
  stashed: Stashed,
  decoder: Decoder,
  parcels: Parcels,
  expected: number,
): Uint8Array | undefined {
  const { kind, payload, objects } = stashed
  if (kind === RAW) return parcels.findBytes(payload)
  if (kind === OOB_VALUE) return bytesOf(payload)
  const bytes = encodingIn(stashed, expected)
  const span = spanOver(bytes)
  return decoderOf(kind, decoder, parcels).findBytes(span, 0, bytes.length, objects)
}

function decoderOf(kind: number, decoder: Decoder, { registry }: Parcels): Decoder {
  return kind === OOB_STANDALONE ? new Decoder(registry) : decoder
}
