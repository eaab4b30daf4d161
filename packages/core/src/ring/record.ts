/** Rules of one record for producer and consumer. Its place is in `memory/layout.ts`. */

import { RingCorruptError } from '../errors.ts'
import { RECORD_ALIGNMENT, RECORD_HEADER_BYTES } from '../memory/layout.ts'

/** Ring bytes that a record with this payload takes: header, payload, padding to 8. */
export function recordBytes(payloadBytes: number): number {
  return (payloadBytes + RECORD_HEADER_BYTES + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT
}

/** The peer's position cannot be right against our own. */
export function corruptPosition(field: string, theirs: number, ours: number, capacity: number): RingCorruptError {
  return new RingCorruptError(field, theirs, ours, `not a multiple of 8 within ${capacity} bytes of ${ours}`)
}
