/** Buffers and views. */
import type { Entry } from './case.ts'

const VIEWS = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
  ...('Float16Array' in globalThis
    ? [(globalThis as unknown as { Float16Array: Uint8ArrayConstructor }).Float16Array]
    : []),
] as readonly (new (buffer: ArrayBuffer, offset?: number, length?: number) => ArrayBufferView)[]

const resizable = (length: number, maxByteLength: number): ArrayBuffer =>
  fill(new (ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer)(length, { maxByteLength }))

function fill(buffer: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(buffer)
  for (let index = 0; index < bytes.length; index++) bytes[index] = index * 7
  return buffer
}

export const buffers: readonly Entry[] = [
  ['empty buffer', () => new ArrayBuffer(0)],
  ['buffer', () => fill(new ArrayBuffer(300))],
  ['resizable buffer', () => resizable(10, 40)],
  ['resizable buffer at its maximum', () => resizable(40, 40)],
  ['empty resizable buffer', () => resizable(0, 40)],
  ['subclass of ArrayBuffer', () => new (class Block extends ArrayBuffer {})(3)],
  ...VIEWS.map((View): Entry => [`${View.name}`, () => new View(fill(new ArrayBuffer(32)))]),
  ...VIEWS.map((View): Entry => [`${View.name} of a part`, () => new View(fill(new ArrayBuffer(32)), 8, 2)]),
  ...VIEWS.map((View): Entry => [`${View.name} that follows a resizable buffer`, () => new View(resizable(32, 64), 8)]),
  ...VIEWS.map((View): Entry => [`${View.name} that follows a full buffer`, () => new View(resizable(32, 32), 8)]),
  ['view that ends where a resizable buffer ends', () => new Uint8Array(resizable(32, 64), 8, 24)],
  ['view that ends where a full buffer ends', () => new Uint8Array(resizable(32, 32), 8, 24)],
  ['view that follows, with a rest', () => new Float64Array(resizable(35, 64), 8)],
  ['empty view', () => new Uint8Array(0)],
  ['empty view inside a buffer', () => new Uint8Array(fill(new ArrayBuffer(8)), 8)],
  [
    'two views of one buffer',
    () => ((buffer) => [new Uint8Array(buffer, 4), new Float64Array(buffer, 8, 2), buffer])(fill(new ArrayBuffer(64))),
  ],
  [
    'a buffer, then a view of it',
    () => ((buffer) => ({ buffer, view: new DataView(buffer, 1) }))(fill(new ArrayBuffer(9))),
  ],
  ['the same view twice', () => ((view) => [view, view])(new Uint16Array([1, 2]))],
  ['view with a property', () => Object.assign(new Uint8Array(2), { extra: 1 })],
  ['view with a lying prototype', () => Object.setPrototypeOf(new Uint8Array(2), Array.prototype)],
  ['Float64Array with NaN and -0', () => new Float64Array([Number.NaN, -0, Infinity])],
  ['buffers of 63, 64 and 65 bytes', () => [63, 64, 65].map((length) => fill(new ArrayBuffer(length)))],
  [
    'buffers after texts of every length',
    () => Array.from({ length: 9 }, (_, at) => ['x'.repeat(at), fill(new ArrayBuffer(72))]),
  ],
  [
    'views of every offset',
    () => Array.from({ length: 9 }, (_, at) => new Uint8Array(fill(new ArrayBuffer(80)), at, 70)),
  ],
  ['a buffer of a mebibyte', () => fill(new ArrayBuffer(1 << 20))],
  ['a view of two bytes in the middle of much', () => new Uint16Array(fill(new ArrayBuffer(5000)), 2000, 1)],
  ['empty views of every kind', () => VIEWS.map((View) => new View(new ArrayBuffer(0)))],
  ['empty views at the end of a buffer', () => VIEWS.map((View) => new View(new ArrayBuffer(8), 8))],
  ['empty views that follow', () => VIEWS.map((View) => new View(resizable(8, 16), 8))],
  ['empty views that do not follow', () => VIEWS.map((View) => new View(resizable(8, 16), 8, 0))],
  ['empty views of a full buffer', () => VIEWS.map((View) => new View(resizable(8, 8), 8, 0))],
  ['following views of an empty buffer', () => VIEWS.map((View) => new View(resizable(0, 16)))],
  ['following views of a buffer that can hold nothing', () => VIEWS.map((View) => new View(resizable(0, 0)))],
  [
    'a fixed view in a buffer that grew',
    () => ((buffer) => ((view) => (buffer.resize(32), view))(new Uint8Array(buffer, 4, 4)))(resizable(8, 64)),
  ],
  [
    'a following view of a buffer that grew',
    () => ((buffer) => ((view) => (buffer.resize(32), view))(new Uint16Array(buffer, 4)))(resizable(8, 64)),
  ],
  [
    'a following view of a buffer that shrank',
    () => ((buffer) => ((view) => (buffer.resize(12), view))(new Float64Array(buffer, 8)))(resizable(32, 64)),
  ],
  [
    'Float32Array with payloads of NaN',
    () => new Float32Array(Uint32Array.of(0x7fc00001, 0xffc12345, 0x7f800001).buffer),
  ],
  [
    'Float64Array with payloads of NaN',
    () => new Float64Array(BigUint64Array.of(0x7ff8000000000001n, 0xfff0000000000001n).buffer),
  ],
  ['frozen DataView', () => Object.freeze(new DataView(fill(new ArrayBuffer(4))))],
  ['a buffer that was transferred to', () => fill(new ArrayBuffer(8)).transfer(16)],
  ['a view of a subclassed buffer', () => new Uint8Array(new (class Block extends ArrayBuffer {})(3))],
  [
    'views as keys and members',
    () => new Map<unknown, unknown>([[new Uint8Array([1]), new Set([new Float32Array([2])])]]),
  ],
  ['records with views', () => Array.from({ length: 20 }, (_, id) => ({ id, data: Uint8Array.of(id, id) }))],
]
