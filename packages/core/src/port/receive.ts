/** Pull instead of push, by a promise. */

import type { Place } from '../direction/into.ts'
import { isBytes, plainBytes } from '../codec/typed-slots.ts'
import { type Host, MAX_TIMER_MS } from '../host.ts'
import { optionsError, requireTimeout, timeoutError } from '../errors.ts'
import { isArrayBuffer } from '../memory/buffer-slots.ts'
import { isSignal } from './events.ts'
import type { Pulls, ReceiveOptions, Waiter } from './pulls.ts'

export const RECEIVE_EXAMPLE = '{ timeout: 100 }'

/** The bytes that `receiveInto` fills: all of the buffer or view. */
export function bytesToFill(target: ArrayBuffer | ArrayBufferView): Uint8Array {
  if (isBytes(target)) return plainBytes(target)
  if (ArrayBuffer.isView(target)) return new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
  if (isArrayBuffer(target)) return new Uint8Array(target)
  const kind = target === null ? 'null' : `what is of type ${typeof target}`
  throw new TypeError(`Cannot receive into ${kind}: use an ArrayBuffer or a view`)
}

/** `Port.receive`, and with a place of bytes its likes; `pull` gives the waiter what is next, now or later. */
export function waitForMessage(
  pull: (waiter: Waiter) => void,
  pulls: Pulls,
  host: Host,
  options: ReceiveOptions,
  placeOf?: () => Place,
): Promise<any> {
  const refusal = optionsError('receive', options, RECEIVE_EXAMPLE)
  if (refusal !== undefined) return Promise.reject(refusal)
  const { signal, timeout = Infinity } = options
  // The usual call allocates as little as possible.
  if ((signal === undefined || signal === null) && timeout === Infinity)
    return new Promise((resolve, reject) => pulls.ask({ place: placeOf?.(), resolve, reject }, pull))
  if (signal?.aborted === true) {
    // It has been asked all the same: what comes now for nobody waits.
    pulls.noteUse()
    return Promise.reject(signal.reason)
  }
  return new Promise((resolve, reject) => {
    requireTimeout(timeout, 'wait')
    requireSignal(signal)
    let isSettled = false
    let cancelTimer: (() => void) | undefined
    const settle = (): void => {
      isSettled = true
      cancelTimer?.()
      signal?.removeEventListener('abort', abort)
    }
    const waiter: Waiter = {
      place: placeOf?.(),
      resolve: (message) => {
        settle()
        resolve(message)
      },
      reject: (error) => {
        settle()
        reject(error)
      },
    }
    const giveUp = (error: unknown): void => {
      pulls.remove(waiter)
      waiter.reject(error)
    }
    const abort = (): void => giveUp(signal!.reason)
    pulls.ask(waiter, () => {
      pull(waiter)
      if (isSettled) return
      signal?.addEventListener('abort', abort, { once: true })
      // It is the port that holds the process, for as long as it is to.
      if (timeout <= MAX_TIMER_MS)
        cancelTimer = host.later(() => giveUp(timeoutError(timeout)), Math.max(0, timeout), true)
    })
  })
}

/** Checks a signal before the wait begins: if it failed later, the wait might already have taken a message. */
function requireSignal(signal: unknown): void {
  if (signal === undefined || signal === null || isSignal(signal)) return
  throw new TypeError('Cannot wait with a signal that is no AbortSignal: use the signal of an AbortController')
}
