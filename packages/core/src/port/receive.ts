/** Pull instead of push, by the names of `node:worker_threads`. */

import type { Port } from './port.ts'

/** The next message if there is one now, else undefined. Never waits. */
export function receiveMessageOnPort(port: Port): { message: unknown } | undefined {
  return port.takeMessage()
}

/**
 * The next message, blocking the thread until it comes; undefined when `timeout` milliseconds (default: none) have passed
 * or the port has ended. Throws `TypeError` where a thread may not block.
 */
export function receiveMessageSync(
  port: Port,
  { timeout = Infinity }: { timeout?: number } = {},
): { message: unknown } | undefined {
  return port.takeMessageSync(timeout)
}
