/** Slipring as a drop-in, whose worker takes bytes into one buffer of its own. */

import { parentPort } from '#slipring'
import type { Transport } from '../transport.ts'
import { transport as dropIn } from './slipring.ts'

export const transport: Transport = {
  connect: dropIn.connect,
  async serve(peer) {
    const port = parentPort!
    let target = new Uint8Array()
    for (;;) {
      let value: unknown
      try {
        await port.receiveInto(target)
        value = target
      } catch (error) {
        // The first, which says how large a target must be, and what is not bytes.
        if (!(error instanceof RangeError || error instanceof TypeError)) throw error
        value = await port.receive()
        if (value instanceof Uint8Array) target = new Uint8Array(value.length)
      }
      const reply = peer(value, (next) => port.postMessage(next))
      if (reply !== undefined) port.postMessage(reply)
    }
  },
}
