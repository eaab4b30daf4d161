/**
 * Takes the place of `packages/core/src/codec/index.ts`: a message is a number, written to every cell of its payload and
 * expected in every cell when it is read. The codec's work between two steps is no concern of the protocols.
 */

import { Failure } from '../failure.ts'
import type { Machine } from '../machine.ts'
import type { Encoder as RealEncoder } from '../../../packages/core/src/codec/index.ts'
import { connectedMachine } from './connection.ts'
import { modelledBuffer } from './modelled-region.ts'

/** A message of a scenario: `byteLength` is a multiple of 4; a native one cannot be bytes. */
export interface ModelledMessage {
  readonly id: number
  readonly byteLength: number
  readonly isNative?: boolean
}

/** The bytes of a message where they lie: read anew whenever somebody looks. */
export interface LentBytes {
  readonly length: number
  id(): number
}

interface Bytes {
  set(from: Uint8Array, offset?: number): void
  subarray(start: number, end: number): Uint8Array
}

type View = Pick<DataView, 'getFloat64' | 'getUint32' | 'setFloat64' | 'setUint32'>

export interface Span {
  readonly bytes: Bytes
  readonly view: View
  readonly region: number
}

export function createSpan(buffer: unknown, byteOffset: number, byteLength: number): Span {
  const modelled = modelledBuffer(buffer)
  if (modelled === undefined)
    return {
      bytes: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength),
      view: new DataView(buffer as ArrayBuffer, byteOffset, byteLength),
      region: -1,
    }
  return { bytes: modelledBytes(modelled.index), view: modelledView(modelled.index), region: modelled.index }
}

export function spanOver({ buffer, byteOffset, length }: Uint8Array): Span {
  return createSpan(buffer, byteOffset, length)
}

export function freshSpan(byteLength: number): Span {
  return createSpan(new ArrayBuffer(byteLength), 0, byteLength)
}

/** Numbers that begin at a cell, in the order of bytes of this machine's typed arrays. */
function modelledView(region: number): View {
  const write = (offset: number, cells: Int32Array): void =>
    cells.forEach((cell, i) => machine().writeCell(region, offset / 4 + i, cell))
  const read = (offset: number, length: number): Int32Array =>
    Int32Array.from({ length }, (_, i) => machine().readCell(region, offset / 4 + i))
  return {
    getFloat64: (offset) => new Float64Array(read(offset, 2).buffer)[0]!,
    getUint32: (offset) => read(offset, 1)[0]! >>> 0,
    setFloat64: (offset, value) => write(offset, new Int32Array(Float64Array.of(value).buffer)),
    setUint32: (offset, value) => write(offset, Int32Array.of(value)),
  }
}

/** Bytes as cells: what begins does so at a cell, and what is left of the last one is 0. */
function modelledBytes(region: number): Bytes {
  const readCell = (cell: number): number => machine().readCell(region, cell)
  const ranges: Bytes = {
    set: (from, offset = 0) => {
      const cells = new Int32Array(Math.ceil(from.length / 4))
      new Uint8Array(cells.buffer).set(from)
      cells.forEach((cell, i) => machine().writeCell(region, offset / 4 + i, cell))
    },
    subarray: (start, end) => {
      const cells = Int32Array.from({ length: Math.ceil((end - start) / 4) }, (_, i) => readCell(start / 4 + i))
      return new Uint8Array(cells.buffer, 0, end - start)
    },
  }
  return new Proxy(ranges, {
    get: (target, key: keyof Bytes | `${number}`) => {
      if (key === 'set' || key === 'subarray') return target[key]
      return (readCell(Number(key) >> 2) >> (8 * (Number(key) & 3))) & 0xff
    },
    set: (_, key, byte: number) => {
      const before = Number(key) & 3
      const rest = before === 0 ? 0 : readCell(Number(key) >> 2)
      machine().writeCell(region, Number(key) >> 2, rest | (byte << (8 * before)))
      return true
    },
  })
}

export class Encoder implements Record<keyof RealEncoder, unknown> {
  platformObjects: unknown[] = []
  readonly copiedBytes = 0
  #spilled = new Uint8Array()

  readonly beside = { areSent: false }

  encode(message: ModelledMessage, span: Span, start: number, end: number): number {
    const { id, byteLength, isNative = false } = message
    this.platformObjects = isNative ? [message] : []
    this.beside.areSent = isNative
    const bytes = new Uint8Array(new Int32Array(byteLength / 4).fill(id).buffer)
    // It begins in place and goes on in private when it does not fit, as the real one does.
    const room = Math.min(byteLength, end - start)
    if (room > 0) span.bytes.set(bytes.subarray(0, room), start)
    if (start + byteLength <= end) return start + byteLength
    this.#spilled = bytes
    return -1
  }

  forgetSpilled(): void {
    this.#spilled = new Uint8Array()
  }

  spilled(): Uint8Array {
    return this.#spilled
  }

  rollback(): void {}
}

export class Decoder {
  decode(span: Span, start: number, end: number): number {
    const cells = new Int32Array(span.bytes.subarray(start, end).slice().buffer)
    const [id = -1] = cells
    if (cells.some((cell) => cell !== id)) throw new Failure(`a torn message: ${cells.join(' ')}`)
    return id
  }

  findBytes(span: Span, start: number, end: number): LentBytes {
    return { length: end - start, id: () => this.decode(span, start, end) }
  }

  rollback(): void {}
}

function machine(): Machine {
  return connectedMachine()
}
