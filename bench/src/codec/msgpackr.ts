/** msgpackr writing straight into shared memory where the platform lets it. */

import { type Options, Packr, REUSE_BUFFER_MODE } from 'msgpackr'
import { areaOf } from './area.ts'
import type { Codec } from './codec.ts'

/** In reuse mode the result is the buffer itself with these two properties: no subarray for every message. */
interface Reused extends Uint8Array {
  readonly start: number
  readonly end: number
}

export function createMsgpackr(memory: SharedArrayBuffer, options: Options): Codec {
  // One packr is both ends: the structures it has written are those it reads. Binary is copied out, never a view.
  const packr = new Packr({ ...options, structures: [], copyBuffers: true })
  const area = areaOf(memory)
  // Its types ask for a Buffer; where there is none it takes any bytes.
  packr.useBuffer(area.bytes as Buffer)
  return {
    encode(value, offset) {
      // Missing in its types.
      ;(packr as unknown as { position: number }).position = offset
      const { buffer, start, end } = packr.pack(value, REUSE_BUFFER_MODE) as unknown as Reused
      // When its room ends it allocates elsewhere without a word.
      if (buffer !== area.bytes.buffer) throw new RangeError('msgpackr has left the memory it was given')
      area.publish(start, end)
      return end
    },
    decode: (offset, end) => packr.unpack(area.fetch(offset, end)),
  }
}
