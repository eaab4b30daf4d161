/** Pull instead of push, for our ports and native ones. */

import { Port, receiveMessageOnPort as receiveOurs } from '@slipring/core'
import { type MessagePort, receiveNative } from './native.ts'

export {
  receiveIntoOnPort,
  receiveIntoSync,
  receiveLeaseOnPort,
  receiveLeaseSync,
  receiveMessageSync,
} from '@slipring/core'

/** As in `node:worker_threads`: the next message if there is one now, else undefined. */
export function receiveMessageOnPort(port: Port | MessagePort): { message: any } | undefined {
  return port instanceof Port ? receiveOurs(port) : receiveNative(port)
}
