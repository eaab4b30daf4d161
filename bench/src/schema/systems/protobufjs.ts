/** Protocol Buffers by protobuf.js from the schema itself, whose functions are generated when they are needed. */

import protobuf from 'protobufjs'
import type { Codec } from '../../codec/codec.ts'
import { messageOf, PROTO } from '../proto.ts'
import { createProtobufjs } from '../protobufjs.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const type = protobuf.parse(PROTO, { keepCase: true }).root.lookupType(messageOf(workload))
  return createProtobufjs(memory, workload, type)
}
