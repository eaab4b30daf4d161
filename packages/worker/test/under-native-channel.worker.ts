/** Tells what comes of opening a typed channel here. */

import { channelOf } from '@slipring/core/channel'
import { f64 } from '@slipring/core/schema'
import { parentPort } from '@slipring/worker'

try {
  parentPort!.channel(channelOf(f64)).send(1)
  parentPort!.postMessage('sent')
} catch (error) {
  parentPort!.postMessage(String(error))
}
