/** `register` of `node:module`, whose hooks may get ports. */

import type namespace from 'node:module'
import { callMoving } from './taking-ports.ts'

type Register = typeof namespace.register

/** The same function, with native ports in the places of ours. */
export function registerMoving(native: Register): Register {
  // As a method, whose name no bundler changes.
  const named = {
    register(specifier: string | URL, ...rest: readonly unknown[]): void {
      // The place before the options may be left out.
      const place = isOptions(rest[0]) ? 0 : 1
      const options = rest[place] as namespace.RegisterOptions<unknown> | undefined
      callMoving(options?.data, options?.transferList, (data, transferList, areMoving) => {
        const given = areMoving ? rest.with(place, { ...options, data, transferList }) : rest
        native(specifier, ...(given as []))
      })
    },
  }
  return named.register as Register
}

function isOptions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof URL)
}
