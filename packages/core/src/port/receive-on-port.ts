/** Pull without a promise, as by the names of `node:worker_threads`: now, or blocking the thread. */

import { LEASE } from '../channel/into.ts'
import type { Lease } from '../channel/lease.ts'
import { requireOptions } from '../errors.ts'
import { throwNoPort } from './misuse.ts'
import type { Port } from './port.ts'
import type { ReceiveOptions } from './pulls.ts'
import { bytesToFill, RECEIVE_EXAMPLE } from './receive.ts'

/** `timeout`: milliseconds to wait; without it for ever. */
type TimeoutOptions = Pick<ReceiveOptions, 'timeout'>

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
  return requirePort(port).takeBytes(bytesToFill(target), timeoutOf(options)) as number | undefined
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
  return requirePort(port).takeBytes(LEASE, timeoutOf(options)) as Lease | undefined
}

function timeoutOf(options: TimeoutOptions): number {
  requireOptions('receive', options, RECEIVE_EXAMPLE)
  return options.timeout === undefined ? Infinity : options.timeout
}

function requirePort(port: Port): Port {
  if (typeof (port as Partial<Port> | null | undefined)?.takeMessageSync !== 'function') throwNoPort()
  return port
}
