/** A kind of world, as far as the transports must know it. The rest is between its simulation and its drawing. */

import type { Schema } from '@slipring/core/schema'

/** By `sharedNow()`, when its last step was made. */
export interface Timed {
  time: number
}

/** `W`: what the worker computes with. `V`: its view. `C`: columns that are drawn. `O`: the world as most programs have it. */
export interface WorldKind<W extends Timed, V extends Timed, C, O extends Timed> {
  /** The schema of a world of so many entities, the same one each time. */
  schemaOf(count: number): Schema<W, V>
  emptyWorld(count: number): W
  columnsFor(count: number): C
  /** The columns of a view, without a copy. */
  columnsIn(view: V): C
  copyColumns(from: V, to: C): void
  toObjects(world: W): O
  fromObjects(objects: O, to: C): void
}
