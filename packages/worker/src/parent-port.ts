/** The worker's side of a `Worker`. */

import { parentPort as nativeParentPort } from 'node:worker_threads'
import { type CodecOptions, openOffer } from '@slipring/core'
import { MessagePortLane } from './message-port-lane.ts'
import { NodePort } from './node-port.ts'
import { takeOffer } from './offer-key.ts'

const left = takeOffer()

/** Whether this thread was made by a `Worker` of ours. */
export const hasOffer: boolean = left !== undefined

class ParentPort extends NodePort {
  override useCodec(codec: CodecOptions): void {
    if (!hasOffer)
      throw new TypeError(
        'Cannot use a codec under a native Worker: start it by the Worker of @slipring/worker, or use connect() and accept()',
      )
    super.useCodec(codec)
  }
}

/**
 * As `parentPort` of `node:worker_threads`: null on the main thread. Under a native `Worker` it is in mode `copied`.
 * Until it listens, the other side sends native messages: a worker that uses the native `parentPort` gets those.
 */
export const parentPort: NodePort | null =
  nativeParentPort === null
    ? null
    : new ParentPort({
        lane: new MessagePortLane(nativeParentPort),
        regions: left === undefined ? undefined : openOffer(left.offer),
        owner: 2,
        options: left?.options ?? {},
      })
