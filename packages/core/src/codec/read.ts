/** One value of any kind from bytes: the tag says which. */
import { readByte, readFloat64, throwMalformed } from './reader.ts'
import { readReference } from './identity.ts'
import { readArray, readSparseArray } from './kinds/array.ts'
import { readBigInt64, readLargeBigInt } from './kinds/bigint.ts'
import { readBoxed } from './kinds/boxed.ts'
import { readBuffer, readResizableBuffer } from './kinds/buffer.ts'
import { readDate } from './kinds/date.ts'
import { readError } from './kinds/error.ts'
import { readHost } from './kinds/host.ts'
import { readMap, readSet } from './kinds/map-set.ts'
import { readInt16, readInt32, readInt8 } from './kinds/number.ts'
import { readObject, readShape, readShapeDefinition } from './kinds/object.ts'
import { readRegExp } from './kinds/regexp.ts'
import { readLatin1, readShortLatin1, readUtf16 } from './kinds/string.ts'
import { readView } from './kinds/view.ts'
import * as tags from './tags.ts'

export function readValue(): unknown {
  return readTagged(readByte())
}

/** Reads the value whose tag has just been read. */
export function readTagged(tag: number): unknown {
  if (tag <= tags.SMALL_INT_MAX) return tag
  if (tag <= tags.SHORT_LATIN1 + tags.SHORT_LATIN1_MAX) return readShortLatin1(tag)
  switch (tag) {
    case tags.FLOAT64:
      return readFloat64()
    case tags.NULL:
      return null
    case tags.SHAPE:
      return readShape()
    case tags.OBJECT:
      return readObject()
    case tags.ARRAY:
      return readArray()
    case tags.REFERENCE:
      return readReference()
    case tags.MAP:
      return readMap()
    case tags.SET:
      return readSet()
    case tags.DATE:
      return readDate()
    case tags.BUFFER:
      return readBuffer()
    case tags.VIEW:
      return readView()
    case tags.SHAPE_DEFINITION:
      return readShapeDefinition()
    case tags.SPARSE_ARRAY:
      return readSparseArray()
    case tags.REGEXP:
      return readRegExp()
    case tags.BOXED:
      return readBoxed()
    case tags.ERROR:
      return readError()
    case tags.RESIZABLE_BUFFER:
      return readResizableBuffer()
    case tags.HOST:
      return readHost()
    default:
      return readPrimitive(tag)
  }
}

/** Reads the primitive whose tag has just been read; any other tag is an error. */
export function readPrimitive(tag: number): unknown {
  if (tag <= tags.SMALL_INT_MAX) return tag
  if (tag <= tags.SHORT_LATIN1 + tags.SHORT_LATIN1_MAX) return readShortLatin1(tag)
  switch (tag) {
    case tags.INT8:
      return readInt8()
    case tags.INT16:
      return readInt16()
    case tags.INT32:
      return readInt32()
    case tags.FLOAT64:
      return readFloat64()
    case tags.TRUE:
      return true
    case tags.FALSE:
      return false
    case tags.NULL:
      return null
    case tags.UNDEFINED:
      return undefined
    case tags.LATIN1:
      return readLatin1()
    case tags.UTF16:
      return readUtf16()
    case tags.BIGINT64:
      return readBigInt64()
    case tags.BIGINT_POSITIVE:
      return readLargeBigInt(false)
    case tags.BIGINT_NEGATIVE:
      return readLargeBigInt(true)
    default:
      return throwMalformed(`unknown tag 0x${tag.toString(16)}`, tag)
  }
}
