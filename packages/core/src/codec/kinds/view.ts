/** Typed arrays and DataViews: which view, where in which buffer. The buffer is a value of its own, so views share it. */
import { dataCloneError } from '../../errors.ts'
import { isGrowable, ownBufferLength, sharedBufferLength } from '../../memory/buffer-slots.ts'
import { isRegionBuffer } from '../../memory/region-buffers.ts'
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import type { Registry } from '../registry.ts'
import { getterOf } from '../brand.ts'
import { bufferPrototype, createBuffer } from '../engine.ts'
import { VIEW, VIEW_IS_BUFFER, VIEW_KINDS, VIEW_TRACKS_LENGTH } from '../tags.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'
import { bufferOf, byteOffsetOf, kindOf, lengthOf } from '../typed-slots.ts'
import { copyBytes } from '../copy.ts'
import { isStackOverflow } from '../stack-overflow.ts'
import { fresh, isResizable } from './buffer.ts'
import { writePlatformObject } from './platform-object.ts'

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT?: number
  new (buffer: ArrayBufferLike, byteOffset: number, length?: number): object
}

const DATA_VIEW = 0
export const UINT8_ARRAY: number = VIEW_KINDS.indexOf('Uint8Array')

const typed = { bufferOf, byteOffsetOf, lengthOf }
const untyped = {
  bufferOf: getterOf(DataView.prototype, 'buffer')!,
  byteOffsetOf: getterOf(DataView.prototype, 'byteOffset')!,
  lengthOf: getterOf(DataView.prototype, 'byteLength')!,
}
const validate = Uint8Array.prototype.values
const maxByteLengthOf = getterOf(ArrayBuffer.prototype, 'maxByteLength')
const { resize } = ArrayBuffer.prototype as { resize?: (this: ArrayBuffer, byteLength: number) => void }
const constructors: readonly (ViewConstructor | undefined)[] = VIEW_KINDS.map(
  (name) => (globalThis as unknown as Record<string, ViewConstructor | undefined>)[name],
)

export function writeView(out: Writer, value: object): void {
  const name = kindOf.call(value)
  const kind = name === undefined ? DATA_VIEW : VIEW_KINDS.indexOf(name)
  if (kind < 0) throw dataCloneError(`${name} could not be cloned.`)
  const parts = kind === DATA_VIEW ? untyped : typed
  if (isOutOfBounds(value, kind)) throw dataCloneError('A view beyond the end of its buffer could not be cloned.')
  const buffer = parts.bufferOf.call(value) as ArrayBufferLike
  const byteOffset = parts.byteOffsetOf.call(value) as number
  const ownLength = ownBufferLength(buffer)
  const isShared = ownLength < 0
  // Before the view's length: another thread may grow shared memory in between, and a view that follows is no shorter then.
  const bufferLength = isShared ? sharedBufferLength(buffer) : ownLength
  const length = parts.lengthOf.call(value) as number
  if (isShared && isRegionBuffer(buffer)) return writeView(out, copyOf(kind, buffer, byteOffset, length))
  const elementBytes = bytesPerElement(kind)
  const reachesEnd = byteOffset + (length + 1) * elementBytes > bufferLength
  const isBuffer = kind === UINT8_ARRAY && out.registry !== undefined && staysBuffer(out.registry, value)
  // Only the platform can tell whether this view will grow with its buffer, so the view itself goes beside the bytes. A
  // `Buffer` to be kept must not, and none that Node makes grows.
  if (isShared && reachesEnd && !isBuffer && isGrowable(buffer as SharedArrayBuffer))
    return writePlatformObject(out, value)
  const mayTrack = !isShared && reachesEnd && isResizable(buffer as ArrayBuffer)
  const tracks = mayTrack && tracksLength(value, kind, buffer as ArrayBuffer, elementBytes)
  if (tracks === undefined) return writePlatformObject(out, value)
  out.twoBytes(VIEW, (tracks ? kind | VIEW_TRACKS_LENGTH : kind) | (isBuffer ? VIEW_IS_BUFFER : 0))
  out.varint(byteOffset)
  out.varint(length)
  writeValue(out, buffer)
  const end = byteOffset + (tracks && !isBuffer ? 0 : length * elementBytes)
  if (out.resizable !== undefined) requireWritten(out.resizable, buffer, end)
  if (!isShared && out.platformObjects.isTransferred(buffer) && isResizable(buffer as ArrayBuffer))
    reach(out, buffer as ArrayBuffer, end)
}

/** Copies bytes that a lease has lent or a `fill` is to write: the ring stays between its two sides. */
function copyOf(kind: number, buffer: ArrayBufferLike, byteOffset: number, length: number): object {
  const byteLength = length * bytesPerElement(kind)
  const copy = fresh(byteLength)
  copyBytes(new Uint8Array(buffer), byteOffset, byteOffset + byteLength, copy, 0)
  return new constructors[kind]!(copy.buffer, 0, length)
}

function reach(out: Writer, buffer: ArrayBuffer, end: number): void {
  out.isUsual = false
  out.reached ??= new Map()
  out.reached.set(buffer, Math.max(end, out.reached.get(buffer) ?? 0))
}

/** A transferred buffer goes as it is in the end, and a getter may have resized it since. */
export function requireReached(reached: ReadonlyMap<ArrayBuffer, number>): void {
  for (const [buffer, end] of reached) {
    if (end > ownBufferLength(buffer))
      throw dataCloneError('A view beyond the end of its buffer, which a getter has resized, could not be cloned.')
  }
}

// The buffer may have been written before, and a getter may have resized it since.
function requireWritten(resizable: ReadonlyMap<object, number>, buffer: object, end: number): void {
  if (end > (resizable.get(buffer) ?? Infinity))
    throw dataCloneError('A view beyond what its buffer was when that was cloned could not be cloned.')
}

export function readView(input: Reader): object {
  const code = input.byte()
  const kind = code & ~(VIEW_TRACKS_LENGTH | VIEW_IS_BUFFER)
  const constructor = constructors[kind]
  if ((code & VIEW_IS_BUFFER) !== 0 && kind !== UINT8_ARRAY) input.refuse(`view kind ${kind} as a Buffer`, VIEW)
  if (constructor === undefined) input.refuse(`view kind ${kind}`, VIEW)
  const byteOffset = input.varint()
  const length = input.varint()
  const number = input.trackLater()
  input.enter()
  const buffer = readValue(input) as ArrayBufferLike
  input.leave()
  const ownLength = ownBufferLength(buffer)
  const available = (ownLength < 0 ? sharedBufferLength(buffer) : ownLength) - byteOffset
  const tracks = (code & VIEW_TRACKS_LENGTH) !== 0
  // One that follows its buffer does so here too: a getter may have resized that before the view had its turn.
  const fixedBytes = tracks ? 0 : length * bytesPerElement(kind)
  if (!(fixedBytes <= available)) input.refuse(`a view of ${length} elements, too long`, VIEW)
  if ((code & VIEW_IS_BUFFER) !== 0 && input.registry?.keepsBuffers === true)
    return input.trackNow(number, createBuffer(buffer, byteOffset, length))
  return input.trackNow(
    number,
    tracks ? new constructor(buffer, byteOffset) : new constructor(buffer, byteOffset, length),
  )
}

/** Of a view whose tag has just been read. */
export function readViewKind(input: Reader): number {
  const kind = input.byte() & ~(VIEW_TRACKS_LENGTH | VIEW_IS_BUFFER)
  return constructors[kind] === undefined ? input.refuse(`view kind ${kind}`, VIEW) : kind
}

/**
 * A typed array of the same kind at the same place of a copy of the whole buffer, as structured clone makes it. Undefined where
 * that would be another: of memory that is shared or may be resized, and of kinds that are not known here.
 */
export function copyTyped(value: ArrayBufferView): ArrayBufferView | undefined {
  const kind = kindOf.call(value)
  const constructor = kind === undefined ? undefined : constructors[VIEW_KINDS.indexOf(kind)]
  const buffer = bufferOf.call(value)
  const byteLength = ownBufferLength(buffer)
  if (constructor === undefined || byteLength < 0 || isResizable(buffer as ArrayBuffer)) return undefined
  const copy = fresh(byteLength)
  copyBytes(new Uint8Array(buffer), 0, byteLength, copy, 0)
  return new constructor(copy.buffer, byteOffsetOf.call(value), lengthOf.call(value)) as ArrayBufferView
}

function staysBuffer(registry: Registry, value: object): boolean {
  return registry.keepsBuffers && bufferPrototype !== undefined && Object.getPrototypeOf(value) === bufferPrototype
}

export function bytesPerElement(kind: number): number {
  return constructors[kind]!.BYTES_PER_ELEMENT ?? 1
}

function isOutOfBounds(value: object, kind: number): boolean {
  try {
    if (kind === DATA_VIEW) untyped.lengthOf.call(value)
    else validate.call(value as Uint8Array)
    return false
  } catch {
    return true
  }
}

// No getter tells a view that follows its buffer from one that happens to end where the buffer ends today. Resizing the
// buffer tells; nothing else can run meanwhile, and the bytes are put back. Undefined where the buffer refuses: the memory of
// WebAssembly grows by whole pages, and for good.
function tracksLength(view: object, kind: number, buffer: ArrayBuffer, elementBytes: number): boolean | undefined {
  const { lengthOf: countOf } = kind === DATA_VIEW ? untyped : typed
  const length = countOf.call(view) as number
  const byteLength = ownBufferLength(buffer)
  const most = maxByteLengthOf!.call(buffer) as number
  if (byteLength + elementBytes <= most)
    return atLength(buffer, byteLength, byteLength + elementBytes, () => countOf.call(view) !== length)
  // Less than an element more may complete one. Where it does not, there will never be any.
  if (length === 0) return atLength(buffer, byteLength, most, () => countOf.call(view) !== 0)
  const tail = new Uint8Array(buffer).slice(byteLength - elementBytes)
  try {
    return atLength(buffer, byteLength, byteLength - elementBytes, () => !isOutOfBounds(view, kind))
  } finally {
    new Uint8Array(buffer).set(tail, byteLength - elementBytes)
  }
}

/** The answer of `ask` while a buffer has another length; undefined where it cannot have that. */
function atLength(buffer: ArrayBuffer, own: number, other: number, ask: () => boolean): boolean | undefined {
  try {
    resize!.call(buffer, other)
  } catch (error) {
    if (isStackOverflow(error)) throw error
    return undefined
  }
  try {
    return ask()
  } finally {
    resize!.call(buffer, own)
  }
}
