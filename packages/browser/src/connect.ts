/** A port to a worker that other code made, such as a pool. */

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
import { attach, createChannel, peerDied } from './channel.ts'
import { isLoadFailure, warnOfLoadFailure } from './load-failure.ts'
import { hasMark, parentPort } from './parent-port.ts'
import type { Worker } from './worker.ts'

/**
 * A port to `worker`, usable at once. For a `Worker` of Slipring it returns the port that the worker has already, with the options
 * that the worker was given. The port to a worker whose script cannot be loaded ends as `peer-died`.
 *
 * @throws TypeError for a value that is no worker, and for a `codec` that a `Worker` of Slipring was not given.
 */
export function connect(worker: globalThis.Worker, options: PortOptions = {}): BrowserPort {
  requireOptions('connect', options, '{ capacity: 2 ** 20 }')
  // Also of another copy of this package: it offers its ring, and nobody would take another.
  const { slipringPort: port } = (worker ?? {}) as Partial<Worker>
  if (port !== undefined) {
    if (options.codec !== undefined) port.useCodec(options.codec)
    return port
  }
  requireWorker(worker)
  const channel = createChannel(options)
  postConnection(worker, channel)
  // Not all that can be posted to is a worker.
  worker.addEventListener?.('error', (event) => {
    if (!isLoadFailure(event)) return
    warnOfLoadFailure()
    peerDied(channel.port)
  })
  return channel.port
}

/**
 * Resolves in the worker with the other end of `connect`. Call it before the worker's first task has ended: messages that come
 * before that are lost, as always in a worker. There is no `acceptSync`, because a browser's thread gets messages only in its
 * event loop.
 *
 * Under a `Worker` of Slipring it resolves with the `parentPort`. That `Worker` has set its options; only `codec` is taken from
 * here. Rejects with `TypeError` if it is too late for that. Rejects at once for options that are not valid, and takes no
 * connection then.
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
    // Checked before the wait: with wrong options the connection that comes would be lost.
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
