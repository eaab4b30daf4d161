/** Results that hand objects over instead of copying them. */

import type { Transfer } from '../port/transfer.ts'

/** The result of `move`, for a worker's function to return. */
export class Moved<T> {
  readonly value: T
  readonly transfer: Transfer
  constructor(value: T, transfer: Transfer) {
    this.value = value
    this.transfer = transfer
  }
}

/**
 * Makes a result whose buffers move to the pool's thread instead of being copied: `return move(pixels, [pixels.buffer])`.
 * `transfer` lists the objects that move, as in `postMessage`.
 */
export function move<T>(value: T, transfer: Transfer): T {
  // Typed as the result itself, because a caller of `run` never sees the wrapper.
  return new Moved(value, transfer) as unknown as T
}
