/** Which steps of two threads do not commute: the search need not try both orders of any others. */

import { LOAD, NEXT_EVENT, NOTIFY, type Op, POLL, POST, READ_CELL, WRITE_CELL } from './op.ts'
import { DEATH, STRAY } from './schedule.ts'

/** Whether the order of two possible steps matters, judged by what they touch. Says yes when in doubt. */
export function areDependent(one: Op, variant: number, other: Op, otherVariant: number): boolean {
  if (variant === DEATH || otherVariant === DEATH)
    return variant === otherVariant || (variant === DEATH ? other : one).kind === NEXT_EVENT
  if (variant === STRAY && otherVariant === STRAY) return true
  if (one.kind === NEXT_EVENT || other.kind === NEXT_EVENT) {
    const { kind } = one.kind === NEXT_EVENT ? other : one
    return kind === NOTIFY || kind === POST || kind === POLL
  }
  if (isCellStep(one) || isCellStep(other))
    return isCellStep(one) && isCellStep(other) && one.word === other.word && one.kind !== other.kind
  const isLane = one.kind === POST || one.kind === POLL
  if (isLane || other.kind === POST || other.kind === POLL)
    return isLane && (other.kind === POST || other.kind === POLL) && one.lane === other.lane
  return one.region === other.region && one.word === other.word && !(one.kind === LOAD && other.kind === LOAD)
}

function isCellStep({ kind }: Op): boolean {
  return kind === READ_CELL || kind === WRITE_CELL
}
