/** One value of any kind from bytes: the tag says which. */
import type { Reader } from './reader.ts'
import { readArray, readSparseArray } from './kinds/array.ts'
import { readBigInt64, readLargeBigInt } from './kinds/bigint.ts'
import { readBoxed } from './kinds/boxed.ts'
import { readBuffer, readResizableBuffer } from './kinds/buffer.ts'
import { readDate } from './kinds/date.ts'
import { readError } from './kinds/error.ts'
import { readPlatformObject } from './kinds/platform-object.ts'
import { readInstance } from './kinds/instance.ts'
import { readMap, readSet } from './kinds/map-set.ts'
import { readInt16, readInt32 } from './kinds/number.ts'
import { readObject } from './kinds/object.ts'
import { readShape, readShapeDefinition } from './kinds/shaped.ts'
import { readRegExp } from './kinds/regexp.ts'
import { readCut, readLatin1, readUtf16 } from './kinds/string.ts'
import { readView } from './kinds/view.ts'
import * as tags from './tags.ts'

export function readValue(input: Reader): unknown {
  const at = input.position
  if (at >= input.end) input.refuseTruncated(1)
  input.position = at + 1
  return readTagged(input, input.bytes[at]!)
}

/** Reads the value whose tag has just been read. */
export function readTagged(input: Reader, tag: number): unknown {
  if (tag <= tags.SMALL_INT_MAX) return tag
  if (tag <= tags.SHORT_LATIN1 + tags.SHORT_LATIN1_MAX) return readCut(input, tag - tags.SHORT_LATIN1)
  switch (tag) {
    case tags.UNDEFINED:
      return undefined
    case tags.NULL:
      return null
    case tags.FALSE:
      return false
    case tags.TRUE:
      return true
    case tags.INT16:
      return readInt16(input)
    case tags.INT32:
      return readInt32(input)
    case tags.FLOAT64:
      return input.view.getFloat64(input.take(8), true)
    case tags.LATIN1:
      return readLatin1(input)
    case tags.UTF16:
      return readUtf16(input)
    case tags.SHAPE:
      return readShape(input)
    case tags.SHAPE_DEFINITION:
      return readShapeDefinition(input)
    case tags.ARRAY:
      return readArray(input)
    case tags.REFERENCE:
      return input.reference()
    default:
      return readRare(input, tag)
  }
}

function readRare(input: Reader, tag: number): unknown {
  switch (tag) {
    case tags.BIGINT64:
      return readBigInt64(input)
    case tags.BIGINT_POSITIVE:
      return readLargeBigInt(input, false)
    case tags.BIGINT_NEGATIVE:
      return readLargeBigInt(input, true)
    case tags.OBJECT:
      return readObject(input)
    case tags.MAP:
      return readMap(input)
    case tags.SET:
      return readSet(input)
    case tags.DATE:
      return readDate(input)
    case tags.BUFFER:
      return readBuffer(input)
    case tags.VIEW:
      return readView(input)
    case tags.INSTANCE:
      return readInstance(input)
    case tags.SPARSE_ARRAY:
      return readSparseArray(input)
    case tags.REGEXP:
      return readRegExp(input)
    case tags.BOXED:
      return readBoxed(input)
    case tags.ERROR:
      return readError(input)
    case tags.RESIZABLE_BUFFER:
      return readResizableBuffer(input)
    case tags.PLATFORM_OBJECT:
      return readPlatformObject(input)
    case tags.LATER_OBJECT:
      return input.trackEmpty({})
    case tags.LATER_ARRAY:
      return input.trackEmpty([])
    case tags.LATER_MAP:
      return input.trackEmpty(new Map())
    case tags.LATER_SET:
      return input.trackEmpty(new Set())
    default:
      return input.refuse(`unknown tag 0x${tag.toString(16)}`, tag)
  }
}
