/** Pull instead of push, for our ports and native ones. */

import { type MessagePort, receiveMessageOnPort as receiveNative } from 'node:worker_threads'
import { Port, receiveMessageOnPort as receiveOurs } from '@slipring/core'

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
