/**
 * Copying bytes, some of which another thread may write.
 *
 * Into and out of shared memory `set` moves one word at a time, so that no word is torn: three times as slow as the
 * machine's own copy. Nobody here needs that, since a message is handed over as a whole. Node's `copy` is the machine's own
 * wherever it copies less than all of a typed array.
 */
import { bufferCopy } from './engine.ts'

/** Up to here a loop takes less time than any call. */
const LOOP_MAX = 16
/** From here on Node's `copy` is quicker than `set` of all of an array, which needs no array made for a part. Node 24. */
const CALL_MIN = 1024
/** Up to here Node's `copy` counts: in 32 bits, and what is beyond wraps. */
const CALL_END = 2 ** 32

/** Copies bytes `[start, end)` of `source` to `target`, from `at` on. */
export function copyBytes(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): void {
  const length = end - start
  if (length <= LOOP_MAX) {
    for (let index = 0; index < length; index++) target[at + index] = source[start + index]!
    return
  }
  const isWhole = length === source.length
  if (bufferCopy === undefined || (isWhole && length < CALL_MIN) || end >= CALL_END || at + length >= CALL_END) {
    target.set(isWhole ? source : source.subarray(start, end), at)
    return
  }
  const last = end - 1
  bufferCopy.call(source, target, at, start, last)
  target[at + (last - start)] = source[last]!
}
