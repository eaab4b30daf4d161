/** Bebop's runtime, in place, with what its compiler prints for these shapes; objects are plain where that makes classes. */

import { BebopView } from 'bebop'
import type { Codec } from '../../codec/codec.ts'
import { type Dialect, sequential } from '../sequential.ts'
import { perWorkload } from '../per-workload.ts'
import { shapeOf } from '../shapes.ts'

const METHODS: Readonly<Record<string, string>> = {
  u8: 'Byte',
  u16: 'Uint16',
  u32: 'Uint32',
  f32: 'Float32',
  f64: 'Float64',
  string: 'String',
}

const DIALECT: Dialect = {
  write: (scalar, value) =>
    scalar === 'bool' ? `to.writeByte(Number(${value}))` : `to.write${METHODS[scalar]}(${value})`,
  read: (scalar) => (scalar === 'bool' ? '!!from.readByte()' : `from.read${METHODS[scalar]}()`),
  writeLength: (length) => `to.writeUint32(${length})`,
  readLength: 'from.readUint32()',
  message: {
    open: (name) => `const ${name} = to.reserveMessageLength()\nconst start = to.length`,
    number: (field) => `to.writeByte(${field})`,
    close: (name) => `to.writeByte(0)\nto.fillMessageLength(${name}, to.length - start)`,
    start: 'from.readMessageLength()',
    next: 'from.readByte()',
  },
}

/** Where every message starts to be written; private, but the only way into given memory. */
interface WriteBuffer {
  writeBuffer: Uint8Array
  writeBufferView: DataView
}

const functionsOf = perWorkload((workload) => sequential(shapeOf(workload), DIALECT))

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const bytes = new Uint8Array(memory)
  const shared = BebopView as unknown as WriteBuffer
  shared.writeBuffer = bytes
  shared.writeBufferView = new DataView(memory)
  const view = BebopView.getInstance()
  const { write, read } = functionsOf(workload)
  return {
    encode(value, offset) {
      view.startWriting()
      view.length = offset
      write(view, value)
      // When its room ends it allocates elsewhere without a word.
      if (view.toArray().buffer !== memory) throw new RangeError('Bebop has left the memory it was given')
      return view.length
    },
    decode(offset) {
      view.startWriting()
      view.index = offset
      return read(view)
    },
  }
}
