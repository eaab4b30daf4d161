/**
 * The real kind of a buffer: by its internal slots, never by its prototype, which may lie and which every realm (a frame, a
 * context of `node:vm`, jsdom) has of its own. The platform gives buffers of its realm also where ours is another.
 */

type LengthOf = (this: unknown) => number

interface Platform {
  readonly SharedArrayBuffer?: SharedClass
  readonly WebAssembly?: { readonly Memory: new (options: object) => { readonly buffer: object } }
}
type SharedClass = { readonly prototype: object }

const platform = globalThis as Platform
const ownLengthOf = lengthGetterOf(ArrayBuffer.prototype)
const classAtLoad = platform.SharedArrayBuffer
let sharedLengthOf = classAtLoad && lengthGetterOf(classAtLoad.prototype)
let sharedGrowableOf = classAtLoad && growableGetterOf(classAtLoad.prototype)
let isSought = classAtLoad !== undefined

/** The class may have no name here. Memory that another thread shares is of that class all the same. */
function seekSharedClass(): void {
  isSought = true
  const prototype = classWithoutName()?.prototype
  if (prototype === undefined) return
  sharedLengthOf = lengthGetterOf(prototype)
  sharedGrowableOf = growableGetterOf(prototype)
}

// Not before it is needed: the engine sets much address space aside for this.
function classWithoutName(): SharedClass | undefined {
  try {
    const { buffer } = new platform.WebAssembly!.Memory({ initial: 0, maximum: 0, shared: true })
    return buffer.constructor
  } catch {
    return undefined
  }
}

function growableGetterOf(prototype: object): ((this: unknown) => boolean) | undefined {
  return Object.getOwnPropertyDescriptor(prototype, 'growable')?.get
}

function lengthGetterOf(prototype: object): LengthOf {
  return Object.getOwnPropertyDescriptor(prototype, 'byteLength')!.get as LengthOf
}

/** Bytes in an ArrayBuffer; -1 for anything else. */
export function ownBufferLength(buffer: unknown): number {
  try {
    return ownLengthOf.call(buffer)
  } catch {
    return -1
  }
}

/** Bytes in a SharedArrayBuffer; -1 for anything else. */
export function sharedBufferLength(buffer: unknown): number {
  if (!isSought) seekSharedClass()
  try {
    return sharedLengthOf === undefined ? -1 : sharedLengthOf.call(buffer)
  } catch {
    return -1
  }
}

/** Whether shared memory can grow. */
export function isGrowable(buffer: ArrayBufferLike): boolean {
  if (!isSought) seekSharedClass()
  return sharedGrowableOf?.call(buffer) === true
}

export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return ownBufferLength(value) >= 0
}

export function isSharedBuffer(value: unknown): value is SharedArrayBuffer {
  return sharedBufferLength(value) >= 0
}
