/** Piscina's `move`: tasks and results whose memory moves instead of being copied. */

import { bare } from '@slipring/core'
import { isMoved, Moved } from '@slipring/core/pool'

// Those of Piscina: its own objects are understood, too.
export const transferableSymbol: unique symbol = Symbol.for('Piscina.transferable') as never
export const valueSymbol: unique symbol = Symbol.for('Piscina.valueOf') as never

/** An object that says what of it moves, and what arrives in its place. */
export interface Transferable {
  readonly [transferableSymbol]: object
  readonly [valueSymbol]: object
}

export class Movable extends Moved<object> {
  readonly transferable: object
  static {
    const get = (key: 'transferable' | 'value') =>
      bare({
        get(this: Movable) {
          return this[key]
        },
      })
    Object.defineProperty(this.prototype, transferableSymbol, get('transferable'))
    Object.defineProperty(this.prototype, valueSymbol, get('value'))
  }

  constructor(value: object, transferable: object) {
    super(value, listOf(transferable))
    this.transferable = transferable
  }
}

/** Whether it is the result of `move`, also of another copy of the package. */
export function isMovable(value: unknown): value is Movable {
  return isMoved(value) && transferableSymbol in value
}

/** Marks a value to be moved: a buffer, a view of one, a port, or a `Transferable`. */
export function move(value: any): any {
  if (value === null || typeof value !== 'object') return value
  if (isTransferable(value)) return new Movable(value[valueSymbol], value[transferableSymbol])
  return new Movable(value, ArrayBuffer.isView(value) ? value.buffer : value)
}

function isTransferable(value: object): value is Transferable {
  return transferableSymbol in value && valueSymbol in value
}

/** The transfer list for `postMessage`. */
export function listOf(transferable: object): readonly object[] {
  return Array.isArray(transferable) ? transferable : [transferable]
}
