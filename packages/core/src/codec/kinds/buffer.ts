/** ArrayBuffers: each once in a message, however many views share it. */
import { dataCloneError } from '../../errors.ts'
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { getterOf } from '../brand.ts'
import { copyBytes } from '../copy.ts'
import { allocateUnsafe } from '../engine.ts'
import { HeapPins } from '../heap-pins.ts'
import { BUFFER, GROWTH_UNIT, MAX_GROWTH, RESIZABLE_BUFFER } from '../tags.ts'
import { writePlatformObject } from './platform-object.ts'

type Resizable = new (byteLength: number, options: { readonly maxByteLength: number }) => ArrayBuffer

const ALIGNED_MIN = 64
/** From here on the platform's clone of an object with such a buffer in it is quicker than ours, measured on Node 24. */
const COPIED_MIN = 128 << 10
/** From here on memory that is not zeroed pays, measured on Node 24. */
const UNZEROED_MIN = 4096

const unzeroed = allocateUnsafe && new HeapPins(allocateUnsafe)

const byteLengthOf = getterOf(ArrayBuffer.prototype, 'byteLength')!
const resizableOf = getterOf(ArrayBuffer.prototype, 'resizable')
const maxByteLengthOf = getterOf(ArrayBuffer.prototype, 'maxByteLength')

export function writeBuffer(out: Writer, value: object): void {
  if (out.platformObjects.isTransferred(value)) return writePlatformObject(out, value)
  const buffer = value as ArrayBuffer
  const byteLength = byteLengthOf.call(buffer) as number
  if (byteLength === 0 && isDetached(buffer)) throwDetached()
  if (isResizable(buffer)) writeResizable(out, buffer, byteLength)
  else out.tagged(BUFFER, byteLength)
  for (let padding = paddingAt(out.distance(), byteLength); padding > 0; padding--) out.byte(0)
  const at = out.reserve(byteLength)
  if (byteLength >= COPIED_MIN) out.copiedBytes += byteLength
  copyBytes(new Uint8Array(buffer), 0, byteLength, out.bytes, at)
}

function writeResizable(out: Writer, buffer: ArrayBuffer, byteLength: number): void {
  const maxByteLength = maxByteLengthOf!.call(buffer) as number
  const growth = out.growth + growthOf(maxByteLength, byteLength)
  if (growth > MAX_GROWTH) throwGrowth(growth)
  out.isUsual = false
  out.growth = growth
  out.resizable ??= new Map()
  out.resizable.set(buffer, byteLength)
  out.byte(RESIZABLE_BUFFER)
  out.float64(maxByteLength)
  out.varint(byteLength)
}

// Through a typed array, which engines allocate in half the time of an ArrayBuffer and which is needed to fill it anyway.
export function readBuffer(input: Reader): ArrayBuffer {
  const byteLength = input.count(1)
  input.take(paddingAt(input.distance(), byteLength))
  const at = input.take(byteLength)
  const copy = fresh(byteLength)
  copyBytes(input.bytes, at, at + byteLength, copy, 0)
  return input.track(copy.buffer)
}

/** Where the bytes are of the buffer whose tag has just been read, up to `position` then; -1 for anything but a buffer. */
export function findBuffer(input: Reader, tag: number): number {
  if (tag !== BUFFER && tag !== RESIZABLE_BUFFER) return -1
  if (tag === RESIZABLE_BUFFER) input.float64()
  const byteLength = input.count(1)
  input.take(paddingAt(input.distance(), byteLength))
  return input.take(byteLength)
}

/** Memory whose contents mean nothing: zeroing takes as long as copying, and all of it is copied over. */
export function fresh(byteLength: number): Uint8Array<ArrayBuffer> {
  return unzeroed === undefined || byteLength < UNZEROED_MIN
    ? new Uint8Array(byteLength)
    : unzeroed.allocate(byteLength)
}

export function readResizableBuffer(input: Reader): ArrayBuffer {
  const maxByteLength = input.float64()
  const byteLength = input.count(1)
  if (!(maxByteLength >= byteLength)) input.refuse(`maxByteLength ${maxByteLength}`, RESIZABLE_BUFFER)
  const growth = input.growth + growthOf(maxByteLength, byteLength)
  if (growth > MAX_GROWTH) input.refuse(describeGrowth(growth), RESIZABLE_BUFFER)
  input.isUsual = false
  input.growth = growth
  input.take(paddingAt(input.distance(), byteLength))
  const at = input.take(byteLength)
  const buffer = new (ArrayBuffer as unknown as Resizable)(byteLength, { maxByteLength })
  copyBytes(input.bytes, at, at + byteLength, new Uint8Array(buffer), 0)
  return input.track(buffer)
}

// A few bytes of a message claim any number of addresses, and two of the mappings that a process has.
function growthOf(maxByteLength: number, byteLength: number): number {
  return Math.max(1, Math.ceil((maxByteLength - byteLength) / GROWTH_UNIT))
}

// Engines copy into and out of shared memory by words only if both ends are aligned alike; else it takes five times as
// long. Messages start at multiples of 8, so padding within them is enough.
export function paddingAt(distance: number, byteLength: number): number {
  return byteLength < ALIGNED_MIN ? 0 : -distance & 7
}

export function isResizable(buffer: ArrayBuffer): boolean {
  return resizableOf !== undefined && resizableOf.call(buffer) === true
}

// The `detached` getter is younger than Node 20; a view over a detached buffer is refused everywhere.
function isDetached(buffer: ArrayBuffer): boolean {
  try {
    const view = new Uint8Array(buffer)
    return view.buffer !== buffer
  } catch {
    return true
  }
}

function throwDetached(): never {
  throw dataCloneError('An ArrayBuffer is detached and could not be cloned.')
}

function throwGrowth(growth: number): never {
  const remedy = 'Transfer them, or make them with a smaller maxByteLength'
  throw dataCloneError(`Cannot clone ${describeGrowth(growth)}. ${remedy}`)
}

function describeGrowth(growth: number): string {
  const limit = `each counted in steps of ${GROWTH_UNIT}: a message takes ${MAX_GROWTH * GROWTH_UNIT}`
  return `resizable buffers that may grow by ${growth * GROWTH_UNIT} bytes together, ${limit}`
}
