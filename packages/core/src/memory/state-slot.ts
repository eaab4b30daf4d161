/**
 * The contents of a slot of a state, with the drawing. Plain bytes: the pin and LATEST order them.
 *
 *   byte  name     what
 *   +--------------------------------------------------------------------------------+
 *   |   0  TIME     float64   when it was published, ms since 1970 on a monotonic clock |
 *   |   8  VERSION  float64   1 for the first state, and one more for each             |
 *   |  16  LENGTH   uint32    bytes of the value                                       |
 *   |  20           uint32    0                                                        |
 *   |  24  COUNT    float64   with a history: how many states there had been with it,  |
 *   |                         also those that were taken back; else 0                  |
 *   |  32  the value                                                                   |
 *   +--------------------------------------------------------------------------------+
 */

export const SLOT_TIME = 0
export const SLOT_VERSION = 8
export const SLOT_LENGTH = 16
export const SLOT_COUNT = 24
export const SLOT_HEADER_BYTES = 32

/** Slots start at cache lines: filling one disturbs nobody who reads the next. */
const SLOT_STEP = 64

/** Bytes of a slot for values of up to this many bytes. */
export function slotBytesFor(valueBytes: number): number {
  return Math.ceil((SLOT_HEADER_BYTES + valueBytes) / SLOT_STEP) * SLOT_STEP
}
