/** Protocol Buffers by protobuf.js from the schema itself, whose functions are generated when they are needed. */

import protobuf from 'protobufjs'
import type { Codec } from '../../codec/codec.ts'
import { perWorkload } from '../per-workload.ts'
import { messageOf, PROTO } from '../proto.ts'
import { createProtobufjs } from '../protobufjs.ts'

const typeOf = perWorkload((workload) => protobuf.parse(PROTO, { keepCase: true }).root.lookupType(messageOf(workload)))

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  return createProtobufjs(memory, workload, typeOf(workload))
}
