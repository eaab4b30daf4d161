/** The errors for impossible requests to a port. */

import { ClosedError, type CloseReason } from '../errors.ts'

export function throwNoMessage(): never {
  throw new TypeError('Cannot post: there is no message, postMessage() needs an argument')
}

export function throwNoPort(): never {
  throw new TypeError(
    'Cannot receive: this is no port of Slipring, such as createChannel(), connect() and accept() give',
  )
}

export function throwInUse(): never {
  throw new TypeError(
    'Cannot use a codec: the port is in use; give it as an option, or before the first message and the first listener',
  )
}

export function notReady(reason: CloseReason): ClosedError {
  return new ClosedError(`Cannot become ready: the port has ended (${reason})`, reason)
}

/** Of a typed channel that the other side has opened, where no code of this thread can open one. The record waits. */
export function unreadableRecord(): TypeError {
  return new TypeError(
    'Cannot read a record of a typed channel: no code of this thread has called channelOf(); open the channel by port.channel(channelOf(schema)) of @slipring/core/channel, the record waits until then',
  )
}

/** `ready` of a port that has ended. */
export function neverReady(closed: Promise<{ readonly reason: CloseReason }>): Promise<never> {
  const ended = closed.then(({ reason }) => Promise.reject(notReady(reason)))
  // A caller that ignores the promise must see no unhandled rejection.
  ended.catch(() => {})
  return ended
}

/** Of a worker's own end: throws `TypeError` where its maker is no `Worker` of `from`, and could not read what comes. */
export function requireOurWorker(isOurs: boolean, what: string, from: string): void {
  if (isOurs) return
  throw new TypeError(
    `Cannot ${what} under a native Worker: start it by the Worker of ${from}, or use connect() and accept()`,
  )
}
