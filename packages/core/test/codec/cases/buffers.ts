/** Buffers and views. */
import type { Case } from './case.ts'

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

export const buffers: readonly Case[] = [
  ['empty buffer', () => new ArrayBuffer(0)],
  ['buffer', () => fill(new ArrayBuffer(300))],
  ['resizable buffer', () => resizable(10, 40)],
  ['resizable buffer at its maximum', () => resizable(40, 40)],
  ['empty resizable buffer', () => resizable(0, 40)],
  ['subclass of ArrayBuffer', () => new (class Block extends ArrayBuffer {})(3)],
  ...VIEWS.map((View): Case => [`${View.name}`, () => new View(fill(new ArrayBuffer(32)))]),
  ...VIEWS.map((View): Case => [`${View.name} of a part`, () => new View(fill(new ArrayBuffer(32)), 8, 2)]),
  ...VIEWS.map((View): Case => [`${View.name} that follows a resizable buffer`, () => new View(resizable(32, 64), 8)]),
  ...VIEWS.map((View): Case => [`${View.name} that follows a full buffer`, () => new View(resizable(32, 32), 8)]),
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
  ['Buffer', () => Buffer.from('some bytes')],
  ['Buffer of its own memory', () => Buffer.alloc(100, 5)],
  ['view with a property', () => Object.assign(new Uint8Array(2), { extra: 1 })],
  ['view with a lying prototype', () => Object.setPrototypeOf(new Uint8Array(2), Array.prototype)],
  ['Float64Array with NaN and -0', () => new Float64Array([Number.NaN, -0, Infinity])],
]
