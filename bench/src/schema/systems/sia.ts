/**
 * Sia as its package has it: every value that is added copies all before it. It knows no numbers with a fraction, so their
 * bytes are added as bytes.
 */

import { Sia } from 'sializer'
import type { Codec } from '../../codec/codec.ts'
import { type Dialect, sequential } from '../sequential.ts'
import { perWorkload } from '../per-workload.ts'
import { shapeOf } from '../shapes.ts'

const METHODS: Readonly<Record<string, string>> = {
  u8: 'UInt8',
  u16: 'UInt16',
  u32: 'UInt32',
  bool: 'Bool',
  string: 'String8',
  f32: 'Float32',
  f64: 'Float64',
}

const DIALECT: Dialect = {
  write: (scalar, value) => `to.add${METHODS[scalar]}(${value})`,
  read: (scalar) => `from.read${METHODS[scalar]}()`,
  writeLength: (length) => `to.addUInt32(${length})`,
  readLength: 'from.readUInt32()',
}

const EMPTY = new Uint8Array(0)
const double = new Float64Array(1)
const doubleBytes = new Uint8Array(double.buffer)
const single = new Float32Array(1)
const singleBytes = new Uint8Array(single.buffer)

class SiaWithFloats extends Sia {
  addFloat64(value: number): Sia {
    double[0] = value
    return this.addByteArrayN(doubleBytes)
  }

  readFloat64(): number {
    doubleBytes.set(this.readByteArrayN(8))
    return double[0]!
  }

  addFloat32(value: number): Sia {
    single[0] = value
    return this.addByteArrayN(singleBytes)
  }

  readFloat32(): number {
    singleBytes.set(this.readByteArrayN(4))
    return single[0]!
  }
}

const functionsOf = perWorkload((workload) => sequential(shapeOf(workload), DIALECT))

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const bytes = new Uint8Array(memory)
  const sia = new SiaWithFloats()
  const { write, read } = functionsOf(workload)
  return {
    encode(value, offset) {
      sia.setContent(EMPTY)
      write(sia, value)
      bytes.set(sia.content, offset)
      return offset + sia.content.length
    },
    decode(offset) {
      sia.setContent(bytes).seek(offset)
      return read(sia)
    },
  }
}
