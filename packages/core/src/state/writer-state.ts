/** The end of a state: its writer closed it, or died and somebody else says so. */

import { load, store } from '../atomics.ts'
import { ClosedError } from '../errors.ts'
import { readerGateOf, STATE_CLOSED, STATE_OPEN, WRITER_STATE } from '../memory/state-layout.ts'
import type { StateRegion } from '../memory/state-region.ts'
import { noNudge, type Nudge, wake, wakeBlindly } from '../signal/gate.ts'

/** Wakes every parked reader, after whatever the caller has published. */
export function wakeReaders(words: Int32Array, readers: number, nudge: Nudge): void {
  for (let reader = 0; reader < readers; reader++) wake(words, readerGateOf(reader), nudge)
}

export function throwNotClaimed(isClosed: boolean): never {
  if (isClosed) throwEnded('publish')
  throw new Error('Cannot publish: no slot is claimed since the last value, call claim() first')
}

/** Readers may have gone by now: they were told that no value comes. */
export function throwEnded(doing: string): never {
  throw new ClosedError(`Cannot ${doing}: this writer has closed the state`, 'closed')
}

/** For the writer: no value comes after the last. */
export function closeState({ words, readers }: StateRegion, nudge: Nudge = noNudge): void {
  // ORDER: E1, after the last value; pairs with isWriterClosed, after which a reader looks for a value again.
  store(words, WRITER_STATE, STATE_CLOSED)
  wakeReaders(words, readers, nudge)
}

/** For who hears that the writer has died (D1): ends the state in its place. The dead may have owed a notify. */
export function closeForDeadWriter({ words, readers }: StateRegion): void {
  // ORDER: E1 for the dead; pairs with isWriterClosed.
  store(words, WRITER_STATE, STATE_CLOSED)
  for (let reader = 0; reader < readers; reader++) wakeBlindly(words, readerGateOf(reader))
}

/** A published state is still to be read: look for it once more after this says true. */
export function isWriterClosed(words: Int32Array): boolean {
  // ORDER: pairs with E1; the caller looks at LATEST again after it, so the last value is not missed.
  return load(words, WRITER_STATE) !== STATE_OPEN
}
