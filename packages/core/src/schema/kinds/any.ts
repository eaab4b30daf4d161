/** Any value that structured clone carries: a message of the structured codec in the tail, its length in the head. */
import { decode, encodeInto } from '../../codec/message.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { asDecodeError } from '../misfit.ts'
import { NO_ROOM } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { UnreadTailType } from './unread-tail.ts'

export class AnyType extends UnreadTailType {
  override emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.bind('writeAny', writeAny)
    emitter.line(`tail = writeAny(${value}, bytes, view, ${addressOf(place)}, tail, end)\nif (tail < 0) return -1`)
  }

  override emitRead(emitter: Emitter, place: Place): string {
    emitter.bind('readAny', readAny)
    const byteLength = this.emitLength(emitter, place)
    const value = emitter.local('v', `readAny(bytes, tail, tail + ${byteLength})`)
    emitter.line(`tail += ${byteLength}`)
    return value
  }

  override write(out: Output, value: unknown, at: number): void {
    const tail = writeAny(value, out.bytes, out.view, at, out.tail, out.end)
    if (tail < 0) throw NO_ROOM
    out.tail = tail
  }

  override read(input: Input, at: number): unknown {
    const start = input.tail
    this.skip(input, at)
    return readAny(input.bytes, start, input.tail)
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
