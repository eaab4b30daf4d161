/** A region whose words are reached through the door only, and whose cells tell the machine of every access. */

import type { Region } from '../../../packages/core/src/memory/region.ts'
import type { Machine } from '../machine.ts'
import type { RegionSpec } from '../program.ts'

/** Stands for the words of a region: any access other than through `atomics.ts` is an error. */
class Words {
  readonly region: number
  constructor(region: number) {
    this.region = region
  }
}

class Buffer {
  readonly region: Region
  readonly index: number
  constructor(region: Region, index: number) {
    this.region = region
    this.index = index
  }
}

export function modelledRegion(machine: Machine, index: number, { capacity, maxPayload }: RegionSpec): Region {
  const data = new Proxy([] as unknown as Int32Array, {
    get: (_, cell) => {
      if (cell === 'byteOffset') return 0
      return cell === 'byteLength' ? capacity : machine.readCell(index, Number(cell))
    },
    set: (_, cell, value: number) => {
      machine.writeCell(index, Number(cell), value)
      return true
    },
  })
  const words = new Words(index) as unknown as Int32Array
  const region: { -readonly [key in keyof Region]: Region[key] } = {
    buffer: undefined as unknown as SharedArrayBuffer,
    capacity,
    maxPayload,
    words,
    data,
    isProducedHere: false,
  }
  region.buffer = new Buffer(region, index) as unknown as SharedArrayBuffer
  return region
}

/** The number of the region whose words these are. */
export function regionIndexOf(words: Int32Array): number {
  if (!(words instanceof Words)) throw new TypeError('These words belong to no modelled region')
  return words.region
}

/** The region a modelled buffer belongs to, or undefined for anything else. */
export function modelledBuffer(buffer: unknown): { readonly region: Region; readonly index: number } | undefined {
  return buffer instanceof Buffer ? buffer : undefined
}
