/** The shortest way from a native message to a function. */

import { bare } from '@slipring/core'
import { isNode } from './is-node.ts'
import type { MessagePort } from './native.ts'

/** Node calls this with every message of a port, before it looks for listeners or makes an event. */
const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch')

type Dispatch = (this: unknown, data: unknown, type: string, event: unknown) => unknown

/** As `Lane.hearNudges`, where Node lets us. */
export function hearNudges(port: MessagePort, token: string, onNudge: () => boolean): void {
  const dispatch = (port as { [DISPATCH]?: Dispatch })[DISPATCH]
  if (!isNode || typeof dispatch !== 'function') return
  // Gives false, and all stays as it was, where the port is frozen.
  Reflect.defineProperty(
    port,
    DISPATCH,
    bare({
      value: function (this: unknown, data: unknown, type: string, event: unknown) {
        return (data === token && onNudge()) || dispatch.call(this, data, type, event)
      } satisfies Dispatch,
      configurable: true,
      writable: true,
    }),
  )
}
