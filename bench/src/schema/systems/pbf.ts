/** Protocol Buffers by pbf, compiled when it is needed, in place. */

import { PbfReader, PbfWriter } from 'pbf'
import { compile } from 'pbf/compile'
import { parse } from 'protocol-buffers-schema'
import type { Codec } from '../../codec/codec.ts'
import { perWorkload } from '../per-workload.ts'
import { isListIn, messageOf, PROTO } from '../proto.ts'

const functionsOf = perWorkload((workload) => {
  const message = messageOf(workload)
  const { [`write${message}`]: write, [`read${message}`]: read } = compile(parse(PROTO))
  if (write === undefined || read === undefined) throw new Error(`pbf has compiled no ${message}`)
  return { write, read }
})

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const { write, read } = functionsOf(workload)
  const bytes = Buffer.from(memory)
  const writer = new PbfWriter(bytes)
  const reader = new PbfReader(bytes)
  const isList = isListIn(workload)
  return {
    encode(value, offset) {
      writer.pos = offset
      write(isList ? { list: value } : value, writer)
      // When its room ends it allocates elsewhere without a word.
      if (writer.buf.buffer !== memory) throw new RangeError('pbf has left the memory it was given')
      return writer.pos
    },
    decode(offset, end) {
      reader.pos = offset
      const decoded = read(reader, end)
      return isList ? (decoded as { list: unknown }).list : decoded
    },
  }
}
