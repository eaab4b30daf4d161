/**
 * The last values of a state, in slots that readers hold: the writer takes a slot that no reader can find, and none holds.
 * There is a slot for each value that is kept, and one for each hold.
 */

import { load, store } from '../atomics.ts'
import { holdOf, stampFor, stampOf } from '../memory/history-layout.ts'
import type { HistoryRegion } from '../memory/state-region.ts'

const NOTHING = 0

/** The writer of a history: `claim` a slot, fill it, `show` it. */
export class HistoryWriter {
  readonly #region: HistoryRegion
  /** Private, and never loaded from the region. 0: no reader can find the slot. */
  readonly #versions: Float64Array
  /** By the number in a hold: the look at which it was held. A number that no slot has is written nowhere. */
  readonly #held: Float64Array
  #looks = 0

  constructor(region: HistoryRegion) {
    this.#region = region
    this.#versions = new Float64Array(region.slots)
    this.#held = new Float64Array(region.slots + 1)
  }

  /** All that readers can find, the oldest first. */
  get versions(): number[] {
    return Array.from(this.#versions.filter((version) => version !== NOTHING).toSorted())
  }

  /** The slot of a version; -1: it is not kept. */
  slotOf(version: number): number {
    return version > NOTHING ? this.#versions.indexOf(version) : -1
  }

  /** A slot for the value `version`, which no reader holds and none can find. The oldest value makes way. */
  claim(version: number): number {
    const versions = this.#versions
    const oldest = version - this.#region.versions
    for (let slot = 0; slot < versions.length; slot++)
      if (versions[slot] !== NOTHING && (versions[slot]! <= oldest || versions[slot]! >= version)) this.#retire(slot)
    this.#look()
    // There is one: fewer values than are kept can be found, and each hold has one slot at most.
    return versions.findIndex((other, slot) => other === NOTHING && this.#held[slot + 1] !== this.#looks)
  }

  /** Lets readers find the value in a slot that was claimed. */
  show(slot: number, version: number): void {
    this.#versions[slot] = version
    // ORDER: V5, publishes the value; pairs with V1 and V3.
    store(this.#region.words, stampOf(slot), stampFor(version))
  }

  /** No reader finds a value after `version` any more. One that holds such a value keeps it. */
  retireAfter(version: number): void {
    const versions = this.#versions
    for (let slot = 0; slot < versions.length; slot++) if (versions[slot]! > version) this.#retire(slot)
  }

  #retire(slot: number): void {
    this.#versions[slot] = NOTHING
    // ORDER: V4, before the next V6: a reader whose V3 came first holds the slot by then; pairs with V3.
    store(this.#region.words, stampOf(slot), NOTHING)
  }

  #look(): void {
    const { words, slots, readers } = this.#region
    const held = this.#held
    const look = ++this.#looks
    for (let reader = 0; reader < readers; reader++) {
      // ORDER: V6, after V4 of every slot that is free; pairs with V2 and V7.
      held[load(words, holdOf(slots, reader, 0))] = look
      // ORDER: V6, as above.
      held[load(words, holdOf(slots, reader, 1))] = look
    }
  }
}

/** One of the holds of a reader. */
export class HistoryHold {
  readonly #region: HistoryRegion
  readonly #hold: number

  constructor(region: HistoryRegion, reader: number, hold: number) {
    this.#region = region
    this.#hold = holdOf(region.slots, reader, hold)
  }

  /** Holds the slot of a version, and lets go of the one before. -1: there is no such version, or not any more. */
  take(version: number): number {
    const { words, slots } = this.#region
    const stamp = stampFor(version)
    for (let slot = 0; slot < slots; slot++) {
      // ORDER: V1; pairs with V5.
      if (load(words, stampOf(slot)) !== stamp) continue
      // ORDER: V2, before V3; pairs with V6.
      store(words, this.#hold, slot + 1)
      // ORDER: V3, acquires the value: if the stamp is still there, the hold was before V4 of that slot, and so before its V6.
      if (load(words, stampOf(slot)) === stamp) return slot
    }
    this.release()
    return -1
  }

  release(): void {
    // ORDER: V7, after the last read; pairs with V6.
    store(this.#region.words, this.#hold, NOTHING)
  }
}

/** The stamps that are there now. */
export function stampsOf({ words, slots }: HistoryRegion): number[] {
  const stamps: number[] = []
  for (let slot = 0; slot < slots; slot++) {
    // ORDER: V1, a look that takes nothing; pairs with V5.
    const stamp = load(words, stampOf(slot))
    if (stamp !== NOTHING) stamps.push(stamp)
  }
  return stamps
}

/** For the reader's end, and for who knows (D1) that it is dead. */
export function freeHolds({ words, slots }: HistoryRegion, reader: number): void {
  // ORDER: V7, after the last read; pairs with V6.
  store(words, holdOf(slots, reader, 0), NOTHING)
  // ORDER: V7, as above.
  store(words, holdOf(slots, reader, 1), NOTHING)
}
