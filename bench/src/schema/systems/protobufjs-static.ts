/** Protocol Buffers by protobuf.js as its compiler writes it beforehand. */

import type { Codec } from '../../codec/codec.ts'
import messages from '../generated/messages.js'
import { messageOf } from '../proto.ts'
import { createProtobufjs } from '../protobufjs.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const name = messageOf(workload)
  const message = messages[name]
  if (message === undefined) throw new Error(`protobuf.js has compiled no ${name}`)
  return createProtobufjs(memory, workload, message)
}
