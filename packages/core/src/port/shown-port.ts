/** The `port` of a worker, where a program may have one of its own. */

import { bare } from '../bare.ts'
import { defineOwn } from '../codec/own-property.ts'

/** Gives a worker its `slipringPort`, which is not listed among its keys. */
export function givePort(worker: object, port: object): void {
  defineOwn(worker, 'slipringPort', port, false)
}

/**
 * Shows the `slipringPort` of each of these objects as its `port`, on the prototype: so a class of the program may have such a
 * property itself, and one that is assigned takes its place.
 */
export function showPort(prototype: { readonly slipringPort: unknown }): void {
  Object.defineProperty(
    prototype,
    'port',
    bare({
      configurable: true,
      get(this: typeof prototype) {
        return this.slipringPort
      },
      set(this: typeof prototype, value: unknown) {
        defineOwn(this, 'port', value, true)
      },
    }),
  )
}
