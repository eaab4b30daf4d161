/** Pull instead of push: by a promise, or by the names of `node:worker_threads`. */

import { LEASE, type Place } from '../channel/into.ts'
import type { Lease } from '../channel/lease.ts'
import { isBytes, plainBytes } from '../codec/typed-slots.ts'
import type { Host } from '../host.ts'
import { optionsError, requireOptions, requireTimeout, timeoutError } from '../errors.ts'
import { isArrayBuffer } from '../memory/buffer-slots.ts'
import { isSignal } from './events.ts'
import { throwNoPort } from './misuse.ts'
import type { Port } from './port.ts'
import type { Pulls, ReceiveOptions, Waiter } from './pulls.ts'

/** Longer times than timers know would be over at once: they are for ever. */
const MAX_TIMER_MS = 2 ** 31 - 1

const EXAMPLE = '{ timeout: 100 }'

/** `timeout`: milliseconds to wait; without it for ever. */
type TimeoutOptions = Pick<ReceiveOptions, 'timeout'>

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
  const refusal = optionsError('receive', options, EXAMPLE)
  if (refusal !== undefined) return Promise.reject(refusal)
  const { signal, timeout = Infinity } = options
  // What nearly everybody asks for makes as little as it can.
  if ((signal === undefined || signal === null) && timeout === Infinity)
    return new Promise((resolve, reject) => pull({ place: placeOf?.(), resolve, reject }))
  if (signal?.aborted === true) {
    // It has been asked all the same: what comes now for nobody waits.
    pulls.isUsed = true
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
    pull(waiter)
    if (isSettled) return
    try {
      signal?.addEventListener('abort', abort, { once: true })
      // It is the port that holds the process, for as long as it is to.
      if (timeout <= MAX_TIMER_MS)
        cancelTimer = host.later(() => giveUp(timeoutError(timeout)), Math.max(0, timeout), true)
    } catch (error) {
      // A full stack: who is told of that must not get a message as well.
      giveUp(error)
    }
  })
}

/** Before anybody waits: who is found to have none when a message is there has taken it. */
function requireSignal(signal: unknown): void {
  if (signal === undefined || signal === null || isSignal(signal)) return
  throw new TypeError('Cannot wait with a signal that is no AbortSignal: use the signal of an AbortController')
}

/** The next message if there is one now, else undefined. Never waits. */
export function receiveMessageOnPort(port: Port): { message: unknown } | undefined {
  return requirePort(port).takeMessage()
}

/**
 * The next message, blocking the thread until it comes; undefined when `timeout` milliseconds (default: none) have passed
 * or the port has ended. Throws `TypeError` where a thread may not block.
 */
export function receiveMessageSync(port: Port, options: TimeoutOptions = {}): { message: unknown } | undefined {
  return requirePort(port).takeMessageSync(timeoutOf(options))
}

/**
 * As `receiveMessageOnPort`, for a message that is one ArrayBuffer or view: copies its bytes to the start of `target` and
 * gives their number. Throws `TypeError` for any other message and `RangeError` for more bytes than `target` has; the
 * message then stays the next.
 */
export function receiveIntoOnPort(port: Port, target: ArrayBuffer | ArrayBufferView): number | undefined {
  return requirePort(port).takeBytes(bytesToFill(target)) as number | undefined
}

/** As `receiveIntoOnPort`, blocking the thread as `receiveMessageSync` does. */
export function receiveIntoSync(
  port: Port,
  target: ArrayBuffer | ArrayBufferView,
  options: TimeoutOptions = {},
): number | undefined {
  return requirePort(port).takeBytesSync(bytesToFill(target), timeoutOf(options)) as number | undefined
}

/**
 * As `receiveMessageOnPort`, for a message that is one ArrayBuffer or view: gives its bytes where they lie, until their
 * lease is released. Throws `TypeError` for any other message, which then stays the next.
 */
export function receiveLeaseOnPort(port: Port): Lease | undefined {
  return requirePort(port).takeBytes(LEASE) as Lease | undefined
}

/** As `receiveLeaseOnPort`, blocking the thread as `receiveMessageSync` does. */
export function receiveLeaseSync(port: Port, options: TimeoutOptions = {}): Lease | undefined {
  return requirePort(port).takeBytesSync(LEASE, timeoutOf(options)) as Lease | undefined
}

function timeoutOf(options: TimeoutOptions): number {
  requireOptions('receive', options, EXAMPLE)
  return options.timeout === undefined ? Infinity : options.timeout
}

function requirePort(port: Port): Port {
  if (typeof (port as Partial<Port> | null | undefined)?.takeMessageSync !== 'function') throwNoPort()
  return port
}
