/** A port to a worker that somebody else made, such as a pool. */

import {
  type EndOptions,
  isConnection,
  type PortOptions,
  postConnection,
  requireOptions,
  requirePortOptions,
  requireWorker,
} from '@slipring/core'
import { browserHost } from './browser-host.ts'
import type { BrowserPort } from './browser-port.ts'
import { attach, createChannel } from './channel.ts'
import { hasMark, parentPort } from './parent-port.ts'
import { Worker } from './worker.ts'

/**
 * A port to `worker`, usable at once. A `Worker` of ours has one already: that is it, with the options that it was given.
 * Throws `TypeError` for a `codec` that it was not given, and for what is no worker.
 */
export function connect(worker: globalThis.Worker, options: PortOptions = {}): BrowserPort {
  requireOptions('connect', options, '{ capacity: 2 ** 20 }')
  if (worker instanceof Worker) {
    const port = worker.slipringPort
    if (options.codec !== undefined) port.useCodec(options.codec)
    return port
  }
  requireWorker(worker)
  const channel = createChannel(options)
  postConnection(worker, channel)
  return channel.port
}

/**
 * In the worker: the other end of `connect`. Call it before the worker's first task has ended: as with any message, what
 * comes before somebody waits is gone. There is no `acceptSync`: a browser's thread gets messages in its event loop only.
 * Under a `Worker` of ours it is the `parentPort`, whose options that one has set, and takes the `codec` of these; rejects
 * with `TypeError` when that is too late. Rejects at once for options that cannot be, and takes no connection then.
 */
export function accept(options: EndOptions = {}): Promise<BrowserPort> {
  const ours = parentPort
  if (ours === null)
    return Promise.reject(
      new TypeError('Cannot accept a connection: only a dedicated worker can, use attach() with an offer here'),
    )
  return new Promise((resolve, reject) => {
    if (hasMark) {
      if (options.codec !== undefined) ours.useCodec(options.codec)
      return resolve(ours)
    }
    // Before the wait: whoever cannot take the connection that comes would lose it.
    requirePortOptions(options, browserHost.canBlock)
    addEventListener('message', function take(event) {
      if (!isConnection(event.data)) return
      removeEventListener('message', take)
      event.stopImmediatePropagation()
      try {
        resolve(attach(event.data.slipringConnect, options))
      } catch (error) {
        reject(error)
      }
    })
  })
}
