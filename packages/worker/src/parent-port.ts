/** The worker's side of a `Worker`. */

import {
  type CodecOptions,
  openOffer,
  type PortState,
  type PortStateOptions,
  requireOurWorker,
  type TypedChannel,
  type TypedChannelOptions,
} from '@slipring/core'
import type { ChannelSchema } from '@slipring/core/channel'
import type { StateSchema } from '@slipring/core/state'
import { tellOf } from './diagnostics.ts'
import { MessagePortLane } from './message-port-lane.ts'
import { type MessagePort, nativeParentPort } from './native.ts'
import { NodePort } from './node-port.ts'
import { takeOffer } from './offer-key.ts'

const left = takeOffer()

/** Whether this thread was made by a `Worker` of ours. */
export const hasOffer: boolean = left !== undefined

/** The passports of our ports in workerData, if there are any. */
export const passports: readonly unknown[] | undefined = left?.passports

/** Not called `MessagePort`, as a channel's ports are: Comlink would close it, and the worker with it, when it lets go of a proxy. */
class ParentPort extends NodePort {
  override useCodec(codec: CodecOptions): void {
    requireOurWorker(hasOffer, 'use a codec', '@slipring/worker')
    super.useCodec(codec)
  }

  /** Throws `TypeError` under a native `Worker`, which cannot read records. */
  override channel<T, V>(schema: ChannelSchema<T, V>, options?: TypedChannelOptions): TypedChannel<T, V> {
    requireOurWorker(hasOffer, 'open a channel', '@slipring/worker')
    return super.channel(schema, options)
  }

  /** Throws `TypeError` under a native `Worker`, which cannot read records. */
  override state<T, V>(schema: StateSchema<T, V>, options?: PortStateOptions): PortState<T, V> {
    requireOurWorker(hasOffer, 'open a state', '@slipring/worker')
    return super.state(schema, options)
  }
}

/**
 * The port to the thread that made this worker, as `parentPort` of `node:worker_threads`; null on the main thread. Under a native
 * `Worker` it is in mode `copied`. Until it listens, the other side sends native messages, so a worker that uses the native
 * `parentPort` gets those.
 */
export const parentPort: NodePort | null = nativeParentPort === null ? null : portOf(nativeParentPort)

function portOf(native: MessagePort): NodePort {
  const regions = left === undefined ? undefined : openOffer(left.offer)
  const lane = new MessagePortLane(native)
  const port = new ParentPort({ lane, regions, owner: 2, options: left?.options ?? {} })
  tellOf(port)
  return port
}
