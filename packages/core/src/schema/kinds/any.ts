/** Any value that structured clone carries: a message of the structured codec in the tail, its length in the head. */
import { decode, encodeInto } from '../../codec/message.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { asDecodeError, refuseTruncated } from '../misfit.ts'
import { type Layout, NO_ROOM, Type, VARIABLE } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

const LENGTH_BYTES = 4

export class AnyType extends Type {
  readonly name = 'any'
  readonly layout: Layout = { ...VARIABLE, bytes: LENGTH_BYTES, align: LENGTH_BYTES }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.bind('writeAny', writeAny)
    emitter.line(`tail = writeAny(${value}, bytes, view, ${addressOf(place)}, tail, end)\nif (tail < 0) return -1`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    emitter.bind('readAny', readAny)
    const byteLength = this.#emitLength(emitter, place)
    const value = emitter.local('v', `readAny(bytes, tail, tail + ${byteLength})`)
    emitter.line(`tail += ${byteLength}`)
    return value
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitter.line(`tail += ${this.#emitLength(emitter, place)}`)
  }

  write(out: Output, value: unknown, at: number): void {
    const tail = writeAny(value, out.bytes, out.view, at, out.tail, out.end)
    if (tail < 0) throw NO_ROOM
    out.tail = tail
  }

  read(input: Input, at: number): unknown {
    const start = input.tail
    this.skip(input, at)
    return readAny(input.bytes, start, input.tail)
  }

  override skip(input: Input, at: number): void {
    input.tail += lengthAt(input.view, at, input.tail, input.end)
  }

  #emitLength(emitter: Emitter, place: Place): string {
    emitter.bind('lengthAt', lengthAt)
    return emitter.local('n', `lengthAt(view, ${addressOf(place)}, tail, end)`)
  }
}

function writeAny(value: unknown, bytes: Uint8Array, view: DataView, head: number, tail: number, end: number): number {
  const next = encodeInto(value, end === bytes.length ? bytes : bytes.subarray(0, end), tail)
  if (next >= 0) view.setUint32(head, next - tail, true)
  return next
}

// Views have nobody else who tells the codec's errors apart.
function readAny(bytes: Uint8Array, start: number, end: number): unknown {
  try {
    return decode(bytes.subarray(start, end))
  } catch (error) {
    throw asDecodeError(error, start)
  }
}

function lengthAt(view: DataView, at: number, tail: number, end: number): number {
  const byteLength = view.getUint32(at, true)
  if (byteLength > end - tail) refuseTruncated(byteLength, tail, end)
  return byteLength
}
