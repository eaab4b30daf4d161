/** Messages that the platform clones sooner than a ring carries them. Brought by a platform where that was measured. */

import { load } from '../atomics.ts'
import { copyTyped } from '../codec/kinds/view.ts'
import { requireNoRemedyIn } from '../codec/uncloneable.ts'
import type { CloningLane, LaneChooser } from '../host.ts'
import { BYTES_WANTED } from '../memory/layout.ts'
import { MOST_IN_VIEW, OOB_VALUE } from './out-of-band.ts'

export abstract class CloneLane implements LaneChooser {
  readonly viewBytes: number
  readonly #lane: CloningLane

  constructor(lane: CloningLane, viewBytes: number) {
    this.#lane = lane
    this.viewBytes = viewBytes
  }

  /**
   * Whether the platform clones a typed array. Those have no getters, so its clone is the same as ours. It copies bytes twice,
   * into a message and out of it; what it takes over it does not copy at all.
   */
  trySendView(value: ArrayBufferView, bytes: number): boolean {
    // ORDER: advice, which nothing depends on; pairs with the store in Receiver.nextInto.
    if (bytes < this.viewBytes || bytes > MOST_IN_VIEW || load(this.#lane.home, BYTES_WANTED) !== 0) return false
    const copy = copyTyped(value)
    if (copy === undefined) this.#lane.post(OOB_VALUE, value, undefined, [], bytes)
    else this.#lane.post(OOB_VALUE, copy, undefined, [copy.buffer], bytes)
    return true
  }

  abstract trySend(value: unknown): boolean

  abstract learn(value: unknown, bytes: number, copied: number): void

  /** Posts a message as it is. `bytes`: about how many its encoding would have. */
  protected clone(value: unknown, bytes: number): void {
    try {
      // Bun shares the characters of a text in an array that holds no other objects.
      this.#lane.post(OOB_VALUE, value, typeof value === 'string' ? undefined : [bytes], [], bytes)
    } catch (error) {
      if ((error as Partial<Error> | null)?.name === 'DataCloneError') requireNoRemedyIn(value)
      throw error
    }
  }
}
