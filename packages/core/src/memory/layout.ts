/**
 * Every offset of a region with a ring, with the drawing. Those of other regions are in the `*-layout.ts` beside it; no
 * other file has a literal offset.
 *
 * It is one `SharedArrayBuffer`: a control block, then the data area of one ring. The control block is an
 * `Int32Array` of 256 words in zones of 128 bytes, so that no two sides write to one cache line (or to a pair of lines
 * that is prefetched together).
 *
 *   byte   word  name                written by          read by
 *   0x000     0  MAGIC               creator, once       both, when opening
 *   0x004     1  VERSION             creator, once         major << 16 | minor
 *   0x008     2  CONTROL_LENGTH      creator, once         bytes of this block
 *   0x00C     3  CAPACITY            creator, once         bytes of the data area, a power of two
 *   0x010     4  MAX_PAYLOAD         creator, once         bytes of the largest record's payload
 *   0x024     9  READY               creator, last         1 when the block is complete
 *   0x028    10  PRODUCER_OWNER      producer, one CAS     0 = free
 *   0x02C    11  CONSUMER_OWNER      consumer, one CAS     0 = free
 *   0x080    32  PRODUCER_POSITION   producer            consumer       bytes ever published, wrapping int32
 *   0x100    64  CONSUMER_POSITION   consumer            producer       bytes ever released, wrapping int32
 *   0x180    96  CONSUMER_GATE       both, rarely        producer, at every publish
 *   0x200   128  PRODUCER_GATE       both, rarely        consumer, at every release
 *   0x204   129  WANTED_POSITION     producer            consumer       release up to here wakes the producer
 *   0x280   160  PRODUCER_STATE      producer, once      consumer, when empty
 *   0x284   161  CONSUMER_STATE      consumer, once      producer, when full
 *   0x288   162  OUT_OF_BAND         producer            consumer, when empty   messages announced on the port
 *   0x28C   163  UNWRAPPED           producer, once      consumer       native messages sent before the ring was in use
 *   0x290   164  OUT_OF_BAND_TAKEN   consumer            producer, when asked   messages of the port delivered
 *   0x294   165  BYTES_WANTED        consumer, once      producer, for large bytes   1: they go into buffers of the receiver's
 *   0x298   166  POLLS               consumer, once      producer, rarely   1: also blocked it takes what the port brings
 *   0x29C   167  RINGS_AHEAD         consumer, rarely    producer, when full   rings that have come before their use
 *   0x2A0   168  RINGS_SENT          producer, rarely    consumer, rarely   rings sent before their use
 *   0x2A4   169  CARRIERS            producer, rarely    consumer, rarely   a bit for each of the first unwrapped messages
 *   0x2A8   170  RING_SENT_AT        producer, rarely    consumer, rarely   messages announced when the last such ring was sent
 *   0x400        data area: CAPACITY bytes
 *
 *   0        4        8
 *   +--------+--------+------------------------- - -      A record never wraps: a PADDING record fills the rest of the
 *   |kind|len| number |  payload, padded to 8             data area when the next one does not fit before its end.
 *   +--------+--------+------------------------- - -      Header, alignment and padding unit are all 8 bytes.
 *    4   28     32                                  bits
 *
 * The first word is `kind << 28 | len`. `kind` is one of RECORD_*; `len` is the payload's length in bytes; `number` is the
 * message's sequence number.
 */

export const MAGIC = 0
export const VERSION = 1
export const CONTROL_LENGTH = 2
export const CAPACITY = 3
export const MAX_PAYLOAD = 4
export const READY = 9
export const PRODUCER_OWNER = 10
export const CONSUMER_OWNER = 11
export const PRODUCER_POSITION = 32
export const CONSUMER_POSITION = 64
export const CONSUMER_GATE = 96
export const PRODUCER_GATE = 128
export const WANTED_POSITION = 129
export const PRODUCER_STATE = 160
export const CONSUMER_STATE = 161
export const OUT_OF_BAND = 162
export const UNWRAPPED = 163
export const OUT_OF_BAND_TAKEN = 164
export const BYTES_WANTED = 165
export const POLLS = 166
export const RINGS_AHEAD = 167
export const RINGS_SENT = 168
export const CARRIERS = 169
export const RING_SENT_AT = 170
/** CARRIERS has a bit for each of the first unwrapped messages, for this many. */
export const MOST_CARRIERS = 32

export const CONTROL_BYTES = 1024
export const CONTROL_WORDS: number = CONTROL_BYTES / 4

/** "RNG1", little-endian. */
export const MAGIC_VALUE = 0x31474e52
export const VERSION_MAJOR = 1
export const VERSION_VALUE: number = VERSION_MAJOR << 16

export const MIN_CAPACITY: number = 4 << 10
export const MAX_CAPACITY: number = 1 << 30

/** Values of PRODUCER_STATE and CONSUMER_STATE. */
export const STATE_OPEN = 0
export const STATE_CLOSED = 1
/** A stack overflow has stopped the producer in the middle of a step. Its published records are whole. */
export const STATE_TORN = 2
export const STATE_CORRUPT = 3

export const RECORD_HEADER_BYTES = 8
export const RECORD_ALIGNMENT = 8
export const RECORD_LENGTH_BITS = 28
export const RECORD_LENGTH_MASK: number = (1 << RECORD_LENGTH_BITS) - 1
/** Filler up to the end of the data area. */
export const RECORD_PADDING = 1
/** One whole message. */
export const RECORD_MESSAGE = 2
/** One record of a typed channel, and the channel's number in its last two bytes. */
export const RECORD_TYPED = 3
/** Bytes of that number. */
export const TYPED_NUMBER_BYTES = 2

/** Payload bytes of the largest record: a quarter of the ring with its header, so that padding never starves it. */
export function maxPayloadOf(capacity: number): number {
  return capacity / 4 - RECORD_HEADER_BYTES
}
