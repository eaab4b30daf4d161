/** The numbers of a state, one after the other: a recording predicts each by those in its place before. */

import { DefaultType } from '../schema/kinds/default.ts'
import { StructType } from '../schema/kinds/struct.ts'
import { FixedArrayType } from '../schema/kinds/typed-array.ts'
import type { Type } from '../schema/type.ts'

/** Numbers of one width that lie together. */
export interface Lane {
  readonly start: number
  readonly end: number
  readonly width: 1 | 2 | 4
  readonly isFloat: boolean
}

/** The columns of a state, and the bytes between them one by one. `bytes`: of the head. */
export function lanesOf(type: Type, bytes: number): readonly Lane[] {
  const found: Lane[] = []
  find(type, 0, found)
  const lanes: Lane[] = []
  let end = 0
  for (const lane of found.toSorted((a, b) => a.start - b.start)) {
    if (lane.start > end) lanes.push({ start: end, end: lane.start, width: 1, isFloat: false })
    lanes.push(lane)
    end = lane.end
  }
  if (bytes > end) lanes.push({ start: end, end: bytes, width: 1, isFloat: false })
  return lanes
}

function find(type: Type, at: number, found: Lane[]): void {
  if (type instanceof DefaultType) find(type.inner, at, found)
  else if (type instanceof StructType)
    for (const { type: part, offset } of type.plan.order) find(part, at + offset, found)
  else if (type instanceof FixedArrayType && type.layout.bytes > 0) {
    const width = type.layout.align > 4 ? 4 : (type.layout.align as Lane['width'])
    found.push({ start: at, end: at + type.layout.bytes, width, isFloat: type.name.startsWith('Float32Array') })
  }
}

/** Lanes of a recording: one after the other from the first byte on. */
export function isLanes(lanes: unknown): lanes is readonly Lane[] {
  if (!Array.isArray(lanes)) return false
  let last = 0
  for (const lane of lanes as unknown[]) {
    const { start, end, width, isFloat } = (lane ?? {}) as Partial<Lane>
    if (start !== last || !Number.isInteger(end) || end! <= last || typeof isFloat !== 'boolean') return false
    if ((width !== 1 && width !== 2 && width !== 4) || (end! - last) % width !== 0) return false
    last = end!
  }
  return true
}

/** How many numbers a state of so many bytes has. */
export function cellCount(lanes: readonly Lane[], bytes: number): number {
  let count = bytes
  for (const { start, end, width } of lanes) count -= (end - start) * (1 - 1 / width)
  return count
}

/** Writes the numbers of bytes `[offset, end)` to `cells`. */
export function toCells(
  lanes: readonly Lane[],
  bytes: Uint8Array,
  offset: number,
  end: number,
  cells: Int32Array,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, end - offset)
  let cell = 0
  for (const { start, end: last, width, isFloat } of lanes) {
    if (width === 4) for (let at = start; at < last; at += 4) cells[cell++] = ordered(view.getInt32(at, true), isFloat)
    else if (width === 2) for (let at = start; at < last; at += 2) cells[cell++] = view.getInt16(at, true)
    else for (let at = start; at < last; at++) cells[cell++] = view.getInt8(at)
  }
  for (let at = lanes.at(-1)?.end ?? 0; at < view.byteLength; at++) cells[cell++] = view.getInt8(at)
}

/** The same the other way. */
export function fromCells(lanes: readonly Lane[], cells: Int32Array, { buffer, byteOffset, length }: Uint8Array): void {
  const view = new DataView(buffer, byteOffset, length)
  let cell = 0
  for (const { start, end: last, width, isFloat } of lanes) {
    if (width === 4) for (let at = start; at < last; at += 4) view.setInt32(at, ordered(cells[cell++]!, isFloat), true)
    else if (width === 2) for (let at = start; at < last; at += 2) view.setInt16(at, cells[cell++]!, true)
    else for (let at = start; at < last; at++) view.setInt8(at, cells[cell++]!)
  }
  for (let at = lanes.at(-1)?.end ?? 0; at < length; at++) view.setInt8(at, cells[cell++]!)
}

/** The bits of a float as a number that grows with it. Twice gives the bits again. */
function ordered(bits: number, isFloat: boolean): number {
  return isFloat && bits < 0 ? bits ^ 0x7fff_ffff : bits
}
