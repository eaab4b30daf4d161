/**
 * Whether a native port has learnt that its other side is gone, told without the event loop. `receiveMessageOnPort` takes
 * that news off the port's queue like any message, but tells nobody. It shows only in that such a port cannot be
 * transferred any more: a transfer list is checked before the value is looked at. Nothing is ever sent.
 */

import { MessageChannel, type MessagePort } from './native.ts'

const STOP = {}

let carrier: MessagePort | undefined
let isReliable: boolean | undefined

export function isPortGone(port: MessagePort): boolean {
  isReliable ??= !mayNotTransfer(new MessageChannel().port1)
  return isReliable && mayNotTransfer(port)
}

function mayNotTransfer(port: MessagePort): boolean {
  carrier ??= new MessageChannel().port1
  let isValueSeen = false
  const value = {
    get stop(): never {
      isValueSeen = true
      throw STOP
    },
  }
  try {
    carrier.postMessage(value, [port])
  } catch (error) {
    // Always: the refusal of the port, or else of the value. A stack overflow is neither.
    if (error instanceof RangeError) throw error
  }
  return !isValueSeen
}
