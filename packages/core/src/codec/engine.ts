/**
 * Functions of the running engine beyond ECMAScript: looked up on globalThis, never required.
 *
 * Constants, so that compilers see which function is called: the engine then calls its own without leaving compiled code.
 */

type BrandTest = (value: unknown) => boolean

/** The parts of Node's `util.types` (also in Bun and Deno) that the codec asks. */
export interface EngineTypes {
  readonly isProxy: BrandTest
  readonly isMap: BrandTest
  readonly isSet: BrandTest
  readonly isDate: BrandTest
  readonly isRegExp: BrandTest
  readonly isNativeError: BrandTest
  readonly isArrayBuffer: BrandTest
  readonly isSharedArrayBuffer: BrandTest
  readonly isBoxedPrimitive: BrandTest
  readonly isPromise: BrandTest
  readonly isWeakMap: BrandTest
  readonly isWeakSet: BrandTest
  readonly isGeneratorObject: BrandTest
  readonly isMapIterator: BrandTest
  readonly isSetIterator: BrandTest
  readonly isArgumentsObject: BrandTest
  readonly isModuleNamespaceObject: BrandTest
  readonly isExternal?: BrandTest
}

/** Node's string transcoders; they take any Uint8Array as `this`, over shared memory too. */
type Write = (this: Uint8Array, text: string, offset: number, length: number) => number
type Slice = (this: Uint8Array, start: number, end: number) => string

type Copy = (this: Uint8Array, target: Uint8Array, at: number, start: number, end: number) => number

type Allocate = (byteLength: number) => Uint8Array<ArrayBuffer>

interface EngineText {
  readonly copy?: Copy
  readonly latin1Write?: Write
  readonly latin1Slice?: Slice
  readonly ucs2Write?: Write
  readonly utf8Write?: Write
  readonly ucs2Slice?: Slice
}

/** Node's class of byte arrays: a `Uint8Array` with methods. */
interface EngineBuffer {
  readonly prototype?: EngineText & object
  readonly allocUnsafeSlow?: Allocate
  from?(buffer: ArrayBufferLike, byteOffset: number, length: number): Uint8Array
}

interface EngineGlobals {
  readonly Buffer?: EngineBuffer
  readonly process?: EngineProcess
  setTimeout?(callback: () => void): unknown
}

interface EngineProcess {
  readonly env?: object
  readonly versions?: Readonly<Record<string, string>>
  readonly getBuiltinModule?: (id: string) => EngineUtil | undefined
}

/** As text, by options; of Node's own. */
type Inspect = (value: unknown, options: object) => string

interface EngineUtil {
  readonly types?: EngineTypes
  readonly inspect?: Inspect
}

const { Buffer, process, setTimeout } = globalThis as EngineGlobals
const text: EngineText = Buffer?.prototype ?? {}

export const bufferCopy: Copy | undefined = text.copy
/** Memory that is not zeroed, in an ArrayBuffer of its own. */
export const allocateUnsafe: Allocate | undefined = Buffer?.allocUnsafeSlow
export const bufferPrototype: object | undefined = Buffer?.prototype

export const latin1Write: Write | undefined = text.latin1Write
export const latin1Slice: Slice | undefined = text.latin1Slice
export const ucs2Write: Write | undefined = text.ucs2Write
export const utf8Write: Write | undefined = text.utf8Write
export const ucs2Slice: Slice | undefined = text.ucs2Slice

const util: EngineUtil | undefined = process?.getBuiltinModule?.('node:util')

export const engineTypes: EngineTypes | undefined = util?.types

/** Whether this is Node itself, and not another runtime with its modules. */
export const isNode: boolean =
  process?.versions?.['node'] !== undefined && !('bun' in process.versions) && !('deno' in process.versions)
// Those of Bun and Deno are loops.
export const inspect: Inspect | undefined = isNode ? util?.inspect : undefined

/** The prototype of `process.env`, or null without a process. */
export const environmentPrototype: object | null = process?.env ? Object.getPrototypeOf(process.env) : null

/** Whether a value is a Proxy; false where the engine does not tell. */
export const isProxy: BrandTest = engineTypes?.isProxy ?? (() => false)

/** Whether a value is a Date; false where the engine does not tell. */
export const isDate: BrandTest = engineTypes?.isDate ?? (() => false)

/** A `Buffer` over memory, where there are any; else a `Uint8Array`. */
export function createBuffer(buffer: ArrayBufferLike, byteOffset: number, length: number): Uint8Array {
  return Buffer?.from?.(buffer, byteOffset, length) ?? new Uint8Array(buffer, byteOffset, length)
}

/** Runs a callback in a task of its own, which keeps no process alive. Undefined in an audio worklet, which has no timers. */
export const laterTask: ((callback: () => void) => void) | undefined =
  setTimeout && ((callback) => (setTimeout(callback) as { unref?(): void }).unref?.())
