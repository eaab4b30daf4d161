/** Results that hand objects over instead of copying them. */

import { bare } from '../bare.ts'
import type { Transfer } from '../port/transfer.ts'

// By a symbol, not by class: a worker's module may import another copy of this package than the pool does.
const MOVED = Symbol.for('slipring.moved')

/** The result of `move`, for a worker's function to return. */
export class Moved<T> {
  static {
    Object.defineProperty(this.prototype, MOVED, bare({ value: true }))
  }
  readonly value: T
  readonly transfer: Transfer
  constructor(value: T, transfer: Transfer) {
    this.value = value
    this.transfer = transfer
  }
}

/** Whether it is the result of `move`, also of another copy of the package. */
export function isMoved(value: unknown): value is Moved<unknown> {
  return typeof value === 'object' && value !== null && MOVED in value
}

/**
 * Makes a result whose buffers move to the pool's thread instead of being copied: `return move(pixels, [pixels.buffer])`.
 * `transfer` lists the objects that move, as in `postMessage`.
 */
export function move<T>(value: T, transfer: Transfer): T {
  // Typed as the result itself, because a caller of `run` never sees the wrapper.
  return new Moved(value, transfer) as unknown as T
}
