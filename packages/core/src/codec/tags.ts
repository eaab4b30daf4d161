/**
 * Every byte of the format that names something. Nothing else in the codec has a literal tag.
 *
 * A message is one flags byte and one value; a value is one tag byte and what the tag says follows:
 *
 *   0x00 ─ 0x7f   the integer itself
 *   0x80 ─ 0xbf   a Latin-1 string of 0 to 63 characters, its bytes follow
 *   0xc0 ─ 0xe6   the tags below
 *   0xe7 ─ 0xff   free
 *
 *   +-------+-----+------------------ - -
 *   | flags | tag | what the tag says ...
 *   +-------+-----+------------------ - -
 *
 * Numbers are little-endian and nothing is aligned. `varint` is an unsigned integer below 2^53, seven bits a byte,
 * lowest first, the high bit set in all bytes but the last.
 */

/** The message refers back to an object it already contains: the decoder has to number the objects it makes. */
export const FLAG_REFERENCES = 1
/** Both sides forget all shapes before this message. */
export const FLAG_RESET_SHAPES = 2
/** A getter removed a property of an object before its turn: some slots of shapes are `ABSENT`. */
export const FLAG_ABSENT_SLOTS = 4
export const FLAGS_KNOWN = 7

export const SMALL_INT_MAX = 0x7f
export const SHORT_LATIN1 = 0x80
export const SHORT_LATIN1_MAX = 0x3f

export const UNDEFINED = 0xc0
export const NULL = 0xc1
export const FALSE = 0xc2
export const TRUE = 0xc3
export const ROWS = 0xc4
export const INT16 = 0xc5
export const INT32 = 0xc6
export const FLOAT64 = 0xc7
export const BIGINT64 = 0xc8
export const BIGINT_POSITIVE = 0xc9
export const BIGINT_NEGATIVE = 0xca
export const LATIN1 = 0xcb
export const UTF16 = 0xcc
export const ABSENT = 0xcd
export const END = 0xce
export const ARRAY = 0xcf
export const SPARSE_ARRAY = 0xd0
export const OBJECT = 0xd1
export const SHAPE_DEFINITION = 0xd2
export const SHAPE = 0xd3
export const MAP = 0xd4
export const SET = 0xd5
export const DATE = 0xd6
export const REGEXP = 0xd7
export const BOXED = 0xd8
export const ERROR = 0xd9
export const BUFFER = 0xda
export const RESIZABLE_BUFFER = 0xdb
export const VIEW = 0xdc
export const REFERENCE = 0xdd
export const PLATFORM_OBJECT = 0xde
export const NUMBERS = 0xdf
export const LATER_OBJECT = 0xe2
export const LATER_ARRAY = 0xe3
export const LATER_MAP = 0xe4
export const LATER_SET = 0xe5
export const INSTANCE = 0xe6

/** Numbers in one `NUMBERS`, at most: their count is one byte. */
export const NUMBERS_MAX = 0xff

/** After `VIEW`: which view, plus `VIEW_TRACKS_LENGTH` when it follows the length of a resizable buffer. */
export const VIEW_TRACKS_LENGTH = 0x80
/** The `Uint8Array` is one of Node's `Buffer`s, and shall stay one. */
export const VIEW_IS_BUFFER = 0x40
export const VIEW_KINDS: readonly string[] = [
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
]

/** After `ERROR`: the prototype, plus one bit for each part that follows, in this order. */
export const ERROR_HAS_MESSAGE = 0x10
export const ERROR_HAS_CAUSE = 0x20
export const ERROR_KIND_MASK = 0x0f
export const ERROR_KINDS: readonly string[] = [
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AggregateError',
]

/**
 * Containers inside containers before the contents of the next one are put at the end of the message. So few that a thread with
 * a stack of half a megabyte reads any of them in code that nothing has yet made hot.
 */
export const LATER_DEPTH = 200
/** Containers inside containers, at most: what fits the stack of any thread on both sides. */
export const MAX_DEPTH = 1200
/** The same for what is in an instance of a class of the program: it cannot come later, and may be a container of any kind. */
export const MAX_INSTANCE_DEPTH = 1000

/** Unit, in bytes, of the growth of resizable buffers. Each counts for one at least, which bounds their number. */
export const GROWTH_UNIT: number = 1 << 24
/**
 * Units of all resizable buffers of a message, at most. Each buffer takes two memory mappings, of which Linux gives a process
 * 65,530, and engines collect those of several messages at a time: with 16,384 a message, three have ended Node.
 */
export const MAX_GROWTH: number = 1 << 12
