/** The second back end, for pages that forbid to generate code: walks the type for each message. The bytes are the same. */
import { messageCell } from './cell.ts'
import type { Read, ReadInto, Write } from './program.ts'
import { refuseLeftOver, refuseTruncated } from './misfit.ts'
import { NO_ROOM, type Type } from './type.ts'
import type { Input } from './input-output.ts'

export function interpretWrite(type: Type, isChecked: boolean): Write {
  const cell = messageCell(type)
  return (value, bytes, view, head, end) => {
    const tail = head + cell.bytes
    if (tail > end) return -1
    const out = { bytes, view, end, isChecked, tail, depth: 0 }
    try {
      cell.write(out, value, head)
      return out.tail
    } catch (error) {
      if (error === NO_ROOM) return -1
      throw error
    }
  }
}

export function interpretRead(type: Type): Read {
  const cell = messageCell(type)
  return (bytes, view, head, end) => {
    const input = openInput(bytes, view, head, end, cell.bytes)
    const value = cell.read(input, head)
    if (input.tail !== end) refuseLeftOver(input.tail, end)
    return value
  }
}

export function interpretReadInto(type: Type): ReadInto {
  const cell = messageCell(type)
  return (target, bytes, view, head, end) => {
    const input = openInput(bytes, view, head, end, cell.bytes)
    type.readInto(input, head, target)
    return input.tail
  }
}

function openInput(bytes: Uint8Array, view: DataView, head: number, end: number, headBytes: number): Input {
  if (head + headBytes > end) refuseTruncated(headBytes, head, end)
  return { bytes, view, end, tail: head + headBytes, depth: 0 }
}
