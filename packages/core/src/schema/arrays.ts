/** Typed arrays by the names of their elements, and the bytes of their contents. */
import { copyBytes } from '../codec/copy.ts'
import { bufferOf, byteOffsetOf, bytesIn, kindOf } from '../codec/typed-slots.ts'
import { noteLent } from '../memory/region-buffers.ts'

export type ElementName = 'u8' | 'u16' | 'u32' | 'u64' | 'i8' | 'i16' | 'i32' | 'i64' | 'f32' | 'f64'

const CONSTRUCTORS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  u64: BigUint64Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  i64: BigInt64Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

export function isElementName(name: string): name is ElementName {
  return Object.hasOwn(CONSTRUCTORS, name)
}

/** The typed array whose elements have a name. */
export interface ArrayOf {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  u64: BigUint64Array
  i8: Int8Array
  i16: Int16Array
  i32: Int32Array
  i64: BigInt64Array
  f32: Float32Array
  f64: Float64Array
}

export type AnyArray = ArrayOf[ElementName]

/** Of an array that a schema keeps. */
const REUSED_BYTES = 1 << 20
const { keys } = Uint8Array.prototype

type Construct = new (buffer: ArrayBufferLike | number, at?: number, length?: number) => AnyArray

/** The typed arrays of one kind of element. */
export class ArrayKind {
  readonly name: ElementName
  /** Bytes of an element. */
  readonly bytes: number
  /** How the language calls such an array. */
  readonly className: string
  readonly #Construct: Construct
  /** The array that was stored last, if it is not large: programs fill the same one again and again. */
  #stored: AnyArray | undefined
  #storedBytes: Uint8Array | undefined

  constructor(name: ElementName) {
    if (!isElementName(name))
      throw new TypeError(`Cannot make an array of ${String(name)}: use one of ${Object.keys(CONSTRUCTORS).join(', ')}`)
    const known = CONSTRUCTORS[name]
    this.name = name
    this.bytes = known.BYTES_PER_ELEMENT
    this.className = known.name
    this.#Construct = known as unknown as Construct
  }

  /** Whether a value is such an array: by what it is, not by its prototypes. */
  has(value: unknown): value is AnyArray {
    return kindOf.call(value) === this.className
  }

  /** Bytes in an array, whatever its properties say. */
  bytesIn(array: AnyArray): number {
    return bytesIn(array)
  }

  /** Whether an array of no bytes has none because its buffer was transferred, or is too short for it by now. */
  isGone(array: AnyArray): boolean {
    try {
      // Every method of typed arrays refuses such a one; no property tells it from an empty one on Node 20.
      keys.call(array as Uint8Array)
      return false
    } catch {
      return true
    }
  }

  /** Puts the first `byteLength` bytes of an array at `at`: the array may have grown since it was asked for its length. */
  store(array: AnyArray, byteLength: number, bytes: Uint8Array, at: number): void {
    copyBytes(this.#bytesToStore(array, byteLength), 0, byteLength, bytes, at)
  }

  #bytesToStore(array: AnyArray, byteLength: number): Uint8Array {
    const known = this.#storedBytes
    // Neither the array has grown, nor was its buffer transferred, where the lengths are the same.
    if (array === this.#stored && known !== undefined && known.length === byteLength) return known
    const made = bytesOf(array, byteLength)
    if (byteLength <= REUSED_BYTES) {
      this.#stored = array
      this.#storedBytes = made
    }
    return made
  }

  /** A new array with the contents at `at`. */
  load(bytes: Uint8Array, at: number, length: number): AnyArray {
    const array = new this.#Construct(length)
    this.loadInto(array, bytes, at)
    return array
  }

  loadInto(array: AnyArray, bytes: Uint8Array, at: number): void {
    const byteLength = bytesIn(array)
    copyBytes(bytes, at, at + byteLength, bytesOf(array, byteLength), 0)
  }

  /** An array over the memory itself, where that is aligned for it; else a new one. */
  over(bytes: Uint8Array, at: number, length: number): AnyArray {
    const start = bytes.byteOffset + at
    if (start % this.bytes !== 0) return this.load(bytes, at, length)
    noteLent()
    return new this.#Construct(bytes.buffer, start, length)
  }
}

function bytesOf(array: AnyArray, byteLength: number): Uint8Array {
  return new Uint8Array(bufferOf.call(array), byteOffsetOf.call(array), byteLength)
}
