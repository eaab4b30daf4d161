/**
 * Functions of Node that take ports. The native port behind one of ours goes in its place, as in a transfer list. Its holder may know
 * nothing of us, so it gets no passport and stays native.
 */

import type * as namespace from 'node:worker_threads'
import { isMovable, keepHere, moveData } from '@slipring/core'
import * as native from './native.ts'

/** Calls with native ports in the places of ours in a transfer list. Ours end, unless the function took nothing. */
export function callMoving<T>(
  value: unknown,
  list: unknown,
  call: (value: unknown, list: unknown, areMoving: boolean) => T,
): T {
  const moving = Array.isArray(list) ? moveData(value, list as object[]) : undefined
  if (moving === undefined) return call(value, list, false)
  // Such a function may throw, or reject later, after the list is gone.
  const witness = new ArrayBuffer(1)
  let error: unknown
  try {
    return call(moving.value, [...moving.transfer, witness], true)
  } catch (thrown) {
    error = thrown
    throw thrown
  } finally {
    moving.settle(witness.byteLength === 0, error)
  }
}

// As methods, whose names no bundler changes.
const named = {
  markAsUntransferable(object: object): void {
    native.markAsUntransferable(object)
    keepHere(object)
  },

  moveMessagePortToContext(port: namespace.MessagePort, context: object): namespace.MessagePort {
    if (!isMovable(port)) return native.moveMessagePortToContext(port, context as never)
    const moving = moveData(port, [port])!
    let error: unknown
    let moved: namespace.MessagePort | undefined
    try {
      return (moved = native.moveMessagePortToContext(moving.value as namespace.MessagePort, context as never))
    } catch (thrown) {
      error = thrown
      throw thrown
    } finally {
      moving.settle(moved !== undefined, error)
    }
  },

  postMessageToThread(threadId: number, value: unknown, ...rest: readonly unknown[]): Promise<void> {
    const [list, ...timeout] = rest
    return callMoving(value, list, (moved, transfer, areMoving) =>
      native.postMessageToThread!(threadId, moved, ...((areMoving ? [transfer, ...timeout] : rest) as [])),
    )
  },
}

export const markAsUntransferable: typeof namespace.markAsUntransferable = named.markAsUntransferable as never
export const moveMessagePortToContext: typeof namespace.moveMessagePortToContext =
  named.moveMessagePortToContext as never
export const postMessageToThread: native.PostMessageToThread = (
  native.postMessageToThread === undefined ? undefined : named.postMessageToThread
) as never
