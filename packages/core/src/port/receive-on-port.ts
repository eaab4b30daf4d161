/** Functions that take a message without a promise: now, as in `node:worker_threads`, or blocking the thread. */

import { LEASE } from '../direction/into.ts'
import type { Lease } from '../direction/lease.ts'
import { requireOptions } from '../errors.ts'
import { BlockingTake } from './blocking-take.ts'
import { throwNoPort } from './misuse.ts'
import type { Port } from './port.ts'
import type { ReceiveOptions } from './pulls.ts'
import { bytesToFill, RECEIVE_EXAMPLE } from './receive.ts'

/** `timeout`: milliseconds to wait. Default: for ever. */
type TimeoutOptions = Pick<ReceiveOptions, 'timeout'>

/** Takes the next message if there is one now; else returns undefined. Never waits. */
export function receiveMessageOnPort(port: Port): { message: unknown } | undefined {
  return requirePort(port).takeMessage()
}

/**
 * Takes the next message, blocking the thread until it comes. Returns undefined when `timeout` milliseconds have passed (default:
 * no limit), or when the port has ended. Throws `TypeError` if this thread may not block.
 */
export function receiveMessageSync(port: Port, options: TimeoutOptions = {}): { message: unknown } | undefined {
  return requirePort(port).takeMessageSync(timeoutOf(options), BlockingTake)
}

/**
 * Takes the next message if it is there now and is one ArrayBuffer or view. Copies its bytes to the start of `target` and returns
 * their number; undefined if there is no message. Throws `TypeError` for any other message, and `RangeError` for more bytes than
 * `target` has. The message then stays the next one.
 */
export function receiveIntoOnPort(port: Port, target: ArrayBuffer | ArrayBufferView): number | undefined {
  return requirePort(port).takeBytes(bytesToFill(target)) as number | undefined
}

/** Takes bytes as `receiveIntoOnPort` does, blocking the thread as `receiveMessageSync` does. */
export function receiveIntoSync(
  port: Port,
  target: ArrayBuffer | ArrayBufferView,
  options: TimeoutOptions = {},
): number | undefined {
  return requirePort(port).takeBytes(bytesToFill(target), timeoutOf(options), BlockingTake) as number | undefined
}

/**
 * Takes the next message if it is there now and is one ArrayBuffer or view. Lends its bytes where they lie, until the lease is
 * released; undefined if there is no message. Throws `TypeError` for any other message, which then stays the next one.
 */
export function receiveLeaseOnPort(port: Port): Lease | undefined {
  return requirePort(port).takeBytes(LEASE) as Lease | undefined
}

/** Lends bytes as `receiveLeaseOnPort` does, blocking the thread as `receiveMessageSync` does. */
export function receiveLeaseSync(port: Port, options: TimeoutOptions = {}): Lease | undefined {
  return requirePort(port).takeBytes(LEASE, timeoutOf(options), BlockingTake) as Lease | undefined
}

function timeoutOf(options: TimeoutOptions): number {
  requireOptions('receive', options, RECEIVE_EXAMPLE)
  return options.timeout === undefined ? Infinity : options.timeout
}

/** Whether it is a port of Slipring, also one of another copy of the package. */
export function isPort(port: unknown): port is Port {
  return typeof (port as Partial<Port> | null | undefined)?.takeMessageSync === 'function'
}

function requirePort(port: Port): Port {
  if (!isPort(port)) throwNoPort()
  return port
}
