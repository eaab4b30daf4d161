/** Rows: objects of one shape in a row in an array. One head for all, and in second gear one generated loop on each side. */
import { isProxy } from '../engine.ts'
import type { Reader } from '../reader.ts'
import { followed, type Shape } from '../shapes.ts'
import { LATER_DEPTH, ROWS } from '../tags.ts'
import type { Writer } from '../writer.ts'
import { lookUp, readSlots } from './shaped.ts'

/** Fewer objects are written one by one. */
export const ROWS_MIN = 16
// Objects in one `ROWS`: their count is two bytes.
const ROWS_MAX = 0xffff

const objectPrototype = Object.prototype
const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null

/** Writes the run of objects of one shape that begins with `first`, and returns how many there are: 0 if there is no code for it. */
export function writeRows(
  out: Writer,
  value: readonly unknown[],
  start: number,
  length: number,
  first: object,
): number {
  const shape = shapeOf(out, first)
  if (shape?.write === undefined || shape.id < 0 || out.depth >= LATER_DEPTH) return 0
  if (shape.writeRows === undefined) {
    out.shapes.gear?.shiftRows(out.shapes, shape)
    return 0
  }
  if (out.identities.identify(first) >= 0) return 0
  out.byte(ROWS)
  const countAt = out.distance()
  out.twoBytes(0, 0)
  out.varint(shape.id)
  out.depth++
  const count = shape.writeRows(out, value, start, Math.min(length, start + ROWS_MAX), length, first)
  out.depth--
  out.patchByte(countAt, count & 0xff)
  out.patchByte(countAt + 1, count >> 8)
  return count
}

/** The shape of a plain object, if it has one already. */
function shapeOf(out: Writer, value: object): Shape | undefined {
  if (isProxy(value) || Array.isArray(value) || getPrototypeOf(value) !== objectPrototype) return undefined
  let end = out.shapes.root
  for (const key in value) {
    const next = followed(end, key)
    if (next === undefined) return undefined
    end = next
  }
  const { shape } = end
  return shape === undefined || shape.lastKey in objectPrototype ? undefined : shape
}

/** Reads the run into `value` from `index` on, and returns the index after it. */
export function readRows(input: Reader, value: unknown[], index: number, length: number): number {
  const count = input.view.getUint16(input.take(2), true)
  if (count === 0 || count > length - index) input.refuse(`${count} rows in an array`, ROWS)
  const constructor = lookUp(input)
  const { makeRows } = constructor
  if (makeRows === undefined || input.isTracking || input.mayHaveAbsentSlots || input.depth >= constructor.depthMax) {
    for (let row = 0; row < count; row++) value[index + row] = readSlots(input, constructor)
  } else {
    input.enter()
    makeRows(input, value, index, count)
    input.leave()
  }
  if (makeRows === undefined) input.gear?.shiftRows(constructor, value[index] as object)
  return index + count
}
