/** ArrayBuffers: each once in a message, however many views share it. */
import { dataCloneError } from '../../errors.ts'
import { bytes, reserve, writeByte, writeFloat64, writeTagged, writeVarint } from '../writer.ts'
import * as reader from '../reader.ts'
import { track } from '../identity.ts'
import { getterOf } from '../brand.ts'
import { BUFFER, RESIZABLE_BUFFER } from '../tags.ts'
import { isTransferred, writeHost } from './host.ts'

type Resizable = new (byteLength: number, options: { readonly maxByteLength: number }) => ArrayBuffer

const byteLengthOf = getterOf(ArrayBuffer.prototype, 'byteLength')!
const resizableOf = getterOf(ArrayBuffer.prototype, 'resizable')
const maxByteLengthOf = getterOf(ArrayBuffer.prototype, 'maxByteLength')

export function writeBuffer(value: object): void {
  if (isTransferred(value)) return writeHost(value)
  const buffer = value as ArrayBuffer
  const byteLength = byteLengthOf.call(buffer) as number
  if (byteLength === 0 && isDetached(buffer)) throwDetached()
  if (isResizable(buffer)) {
    writeByte(RESIZABLE_BUFFER)
    writeFloat64(maxByteLengthOf!.call(buffer) as number)
    writeVarint(byteLength)
  } else writeTagged(BUFFER, byteLength)
  const at = reserve(byteLength)
  bytes.set(new Uint8Array(buffer), at)
}

export function readBuffer(): ArrayBuffer {
  const byteLength = reader.readCount(1)
  return fill(track(new ArrayBuffer(byteLength)), byteLength)
}

export function readResizableBuffer(): ArrayBuffer {
  const maxByteLength = reader.readFloat64()
  const byteLength = reader.readCount(1)
  if (!(maxByteLength >= byteLength)) reader.throwMalformed(`maxByteLength ${maxByteLength}`, RESIZABLE_BUFFER)
  return fill(track(new (ArrayBuffer as unknown as Resizable)(byteLength, { maxByteLength })), byteLength)
}

export function isResizable(buffer: ArrayBufferLike): boolean {
  try {
    return resizableOf !== undefined && resizableOf.call(buffer) === true
  } catch {
    // Shared memory.
    return false
  }
}

// The `detached` getter is younger than Node 20; a view over a detached buffer is refused everywhere.
export function isDetached(buffer: ArrayBuffer): boolean {
  try {
    const view = new Uint8Array(buffer)
    return view.buffer !== buffer
  } catch {
    return true
  }
}

function fill(buffer: ArrayBuffer, byteLength: number): ArrayBuffer {
  const at = reader.take(byteLength)
  if (byteLength > 0) new Uint8Array(buffer).set(reader.bytes.subarray(at, at + byteLength))
  return buffer
}

function throwDetached(): never {
  throw dataCloneError('An ArrayBuffer is detached and could not be cloned.')
}
