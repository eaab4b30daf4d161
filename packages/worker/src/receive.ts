/** Functions that take messages one by one, from our ports and native ones. */

import { isPort, type Port, receiveMessageOnPort as receiveOurs } from '@slipring/core'
import { type MessagePort, receiveNative } from './native.ts'

export {
  receiveIntoOnPort,
  receiveIntoSync,
  receiveLeaseOnPort,
  receiveLeaseSync,
  receiveMessageSync,
} from '@slipring/core'

// A method, whose name no bundler changes: core has a function of this name, too.
const named = {
  receiveMessageOnPort(port: Port | MessagePort): { message: any } | undefined {
    return isPort(port) ? receiveOurs(port) : receiveNative(port)
  },
}

/** Takes the next message if there is one now; else returns undefined. As in `node:worker_threads`. */
export const receiveMessageOnPort: (port: Port | MessagePort) => { message: any } | undefined =
  named.receiveMessageOnPort
