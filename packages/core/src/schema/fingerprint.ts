/** A number that is the same for equal schemas, and hardly ever for different ones. */
import { descriptionOf } from './description.ts'
import type { Type } from './type.ts'

/** 53 bits over all that decides about bytes and names. Order counts. */
export function fingerprintOf(type: Type): number {
  const text = descriptionOf(type)
  let low = 0x5eed5eed
  let high = 0x41c64e6d
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x85ebca77)
    high = Math.imul(high ^ code, 0xc2b2ae3d)
  }
  low = stir(low, high)
  high = stir(high, low)
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0)
}

function stir(own: number, other: number): number {
  return Math.imul(own ^ (own >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
}
