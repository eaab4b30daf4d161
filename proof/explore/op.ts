/** One access to something shared: a step of a logical thread. */

export const LOAD = 0
export const STORE = 1
export const EXCHANGE = 2
export const COMPARE_EXCHANGE = 3
export const NOTIFY = 4
export const WAIT = 5
export const WAIT_ASYNC = 6
/** The end of a sleep. */
export const RESUME = 7
/** A message on a native lane: sent, and taken. */
export const POST = 8
export const POLL = 9
/** Back to the event loop, until it has something. */
export const NEXT_EVENT = 10

/** A plain access as a step of its own; `word` is the cell, `lane` its region. */
export const READ_CELL = 11
export const WRITE_CELL = 12
/** Sets bits of a control word. */
export const OR = 13
/** Clears those of its bits that are 0 in the value. */
export const AND = 14

export interface Op {
  readonly kind: number
  /** -1 where the step touches no control word. */
  readonly region: number
  readonly word: number
  readonly value: number
  readonly expected: number
  readonly timeoutMs: number
  readonly lane: number
  readonly message: unknown
}

export function opOf(
  kind: number,
  region: number,
  word: number,
  value: number,
  expected: number,
  timeoutMs: number,
): Op {
  return { kind, region, word, value, expected, timeoutMs, lane: -1, message: undefined }
}
