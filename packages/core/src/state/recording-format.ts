/**
 * The bytes of a recording, with the drawing. All numbers are little-endian.
 *
 *   byte  what
 *   +-----------------------------------------------------------------+
 *   |   0  "SLRC"                                                      |
 *   |   4  uint32  version of this format: 1                           |
 *   |   8  uint32  bytes of what follows                               |
 *   |  12  fingerprint and description of the schema, and the lanes    |
 *   +-----------------------------------------------------------------+
 *   then each state:
 *   +-----------------------------------------------------------------+
 *   |   0  uint32  bytes of the packed state, at least 1               |
 *   |   4  uint32  bytes of the state                                  |
 *   |   8  float64 version                                             |
 *   |  16  float64 time                                                |
 *   |  24  uint32  checksum of the state                               |
 *   |  28  the packed state: `packed-cells.ts`                         |
 *   +-----------------------------------------------------------------+
 *   then the end: uint32 0, and uint32 how many states there are
 */

import { decode, encode } from '../codec/message.ts'
import { DecodeError, HandshakeError, shown } from '../errors.ts'
import { isLanes, type Lane } from './recorded-cells.ts'

const MAGIC = 0x4352_4c53
const VERSION = 1
const HEAD_BYTES = 12
const STATE_BYTES = 28
const END_BYTES = 8

export interface RecordedHead {
  readonly fingerprint: number
  readonly description: string
  /** How the bytes of a state were taken as numbers. */
  readonly lanes: readonly Lane[]
}

export interface RecordedState {
  /** Where its packed bytes start and end. */
  readonly start: number
  readonly end: number
  readonly bytes: number
  readonly version: number
  readonly time: number
  readonly checksum: number
}

export class RecordedBytes {
  #bytes: Uint8Array
  #view: DataView
  #length = 0
  #states = 0

  constructor({ fingerprint, description, lanes }: RecordedHead) {
    const text = encode([fingerprint, description, lanes])
    this.#bytes = new Uint8Array(Math.max(4096, 2 * text.length))
    this.#view = new DataView(this.#bytes.buffer)
    this.#reserve(HEAD_BYTES + text.length)
    this.#view.setUint32(0, MAGIC, true)
    this.#view.setUint32(4, VERSION, true)
    this.#view.setUint32(8, text.length, true)
    this.#bytes.set(text, HEAD_BYTES)
    this.#length = HEAD_BYTES + text.length
  }

  get length(): number {
    return this.#length + END_BYTES
  }

  get states(): number {
    return this.#states
  }

  add({ bytes, version, time, checksum }: Omit<RecordedState, 'start' | 'end'>, packed: Uint8Array): void {
    this.#reserve(STATE_BYTES + packed.length)
    const at = this.#length
    this.#view.setUint32(at, packed.length, true)
    this.#view.setUint32(at + 4, bytes, true)
    this.#view.setFloat64(at + 8, version, true)
    this.#view.setFloat64(at + 16, time, true)
    this.#view.setUint32(at + 24, checksum, true)
    this.#bytes.set(packed, at + STATE_BYTES)
    this.#length = at + STATE_BYTES + packed.length
    this.#states++
  }

  /** A copy of all, with the end. More states may come after it. */
  toBytes(): Uint8Array {
    const all = new Uint8Array(this.length)
    all.set(this.#bytes.subarray(0, this.#length))
    new DataView(all.buffer).setUint32(this.#length + 4, this.#states, true)
    return all
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Where everything is. Throws `TypeError` for what is no recording, `DecodeError` for one that is cut short or spoiled. */
export function partsOf(recording: unknown): {
  readonly head: RecordedHead
  readonly states: readonly RecordedState[]
} {
  if (!(recording instanceof Uint8Array))
    throw new TypeError(`Cannot replay ${shown(recording)}: use the Uint8Array that a recording gave`)
  const view = new DataView(recording.buffer, recording.byteOffset, recording.byteLength)
  const { byteLength } = view
  if (byteLength < HEAD_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new TypeError(`Cannot replay ${byteLength} bytes: they are no recording, use the bytes that a recording gave`)
  const version = view.getUint32(4, true)
  if (version !== VERSION)
    throw new HandshakeError(
      `Cannot replay a recording of version ${version}: this side speaks version ${VERSION}, use the @slipring/core that made it`,
      VERSION,
      version,
    )
  const textEnd = HEAD_BYTES + view.getUint32(8, true)
  if (textEnd > byteLength) throwCutShort(byteLength, 0)
  const head = headOf(decode(recording.subarray(HEAD_BYTES, textEnd)))
  const states: RecordedState[] = []
  let at = textEnd
  for (;;) {
    if (byteLength - at < END_BYTES) throwCutShort(byteLength, states.length)
    const packed = view.getUint32(at, true)
    if (packed === 0) break
    if (byteLength - at < STATE_BYTES + packed) throwCutShort(byteLength, states.length)
    const start = at + STATE_BYTES
    states.push({
      start,
      end: start + packed,
      bytes: view.getUint32(at + 4, true),
      version: view.getFloat64(at + 8, true),
      time: view.getFloat64(at + 16, true),
      checksum: view.getUint32(at + 24, true),
    })
    at = start + packed
  }
  const count = view.getUint32(at + 4, true)
  if (count !== states.length || at + END_BYTES !== byteLength)
    throw new DecodeError(
      `Cannot replay: the recording is spoiled, its end tells of ${count} states in ${at + END_BYTES} bytes, not ${states.length} in ${byteLength}`,
      at,
      -1,
    )
  return { head, states }
}

function headOf(parts: unknown): RecordedHead {
  const [fingerprint, description, lanes] = Array.isArray(parts) ? (parts as unknown[]) : []
  if (typeof fingerprint === 'number' && typeof description === 'string' && isLanes(lanes))
    return { fingerprint, description, lanes }
  throw new DecodeError('Cannot replay: the recording is spoiled, it does not tell its schema', HEAD_BYTES, -1)
}

function throwCutShort(bytes: number, states: number): never {
  throw new DecodeError(
    `Cannot replay: the recording is cut short, its ${bytes} bytes end in state ${states + 1}: use all that the recording gave`,
    bytes,
    -1,
  )
}

/** Of a state (FNV-1a). */
export function checksumOf(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0x811c_9dc5
  for (let at = start; at < end; at++) sum = Math.imul(sum ^ bytes[at]!, 0x0100_0193)
  return sum >>> 0
}
