/** Native messages that have come before their turn. */

import { RingCorruptError } from '../errors.ts'
import { OOB_BYTES, OOB_STANDALONE } from './out-of-band.ts'

/** Kind of an unwrapped message: it has no number, and comes before all that have one. */
export const RAW = -1

export interface Stashed {
  readonly sequence: number
  readonly kind: number
  readonly payload: unknown
  readonly hosts: readonly unknown[] | undefined
  readonly ports: readonly object[] | undefined
}

// In order of their numbers: in Deno a message that was polled overtakes the one whose event is under way.
export function keep(all: Stashed[], stashed: Stashed): void {
  let index = all.length
  while (index > 0 && all[index - 1]!.kind !== RAW && ((all[index - 1]!.sequence - stashed.sequence) | 0) > 0) index--
  if (index === all.length) all.push(stashed)
  else all.splice(index, 0, stashed)
}

/** Throws `RingCorruptError` for a message that should have one and has not; `expected` is its number. */
export function encodingIn({ kind, payload }: Stashed, expected: number): Uint8Array {
  if (payload instanceof Uint8Array && (kind === OOB_BYTES || kind === OOB_STANDALONE)) return payload
  throw new RingCorruptError('envelope', kind, expected, 'no kind of native message this version knows')
}
