/**
 * Every offset of the history of a state, with the drawing. It lies behind the slots of the state's region, and has slots of the
 * same length.
 *
 *   byte             name        written by              read by
 *   0x00             STAMP 0     writer, at each state     readers, when they look for a version   the version, 0 = none
 *   0x04             STAMP 1 ...                           one for each slot of the history
 *
 *   and for each reader of the region, from the next 0x80 and then every 0x80:
 *   +0x00            HOLD 0      reader                    writer, at each state   slot + 1, 0 = none
 *   +0x04            HOLD 1      reader                    writer, at each state
 *
 *   then one slot for each version that is kept, and one for each HOLD
 */

/** How many slots of the history a reader of the region may hold at a time. A `StateReader` is two of them. */
export const HOLDS = 2

/** More versions than a history of any use has: the writer looks at the stamp of each. */
export const MAX_HISTORY = 4096

const ZONE_WORDS = 32

function firstHold(slots: number): number {
  return Math.ceil(slots / ZONE_WORDS) * ZONE_WORDS
}

export function stampOf(slot: number): number {
  return slot
}

export function holdOf(slots: number, reader: number, hold: number): number {
  return firstHold(slots) + reader * ZONE_WORDS + hold
}

/** While each HOLD has a slot, there is one for each version that is kept, and one to write among them. */
export function historySlotsFor(versions: number, readers: number): number {
  return versions === 0 ? 0 : versions + HOLDS * readers
}

export function historyWordsFor(versions: number, readers: number): number {
  return versions === 0 ? 0 : firstHold(historySlotsFor(versions, readers)) + readers * ZONE_WORDS
}

/** A version as a stamp has it. A slot says by itself which one of those that are 2^32 apart it has. */
export function stampFor(version: number): number {
  return version | 0
}
