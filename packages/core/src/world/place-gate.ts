/** Where a writer or a reader of a world sleeps: blocked, or as an event loop. */

import { gateOf } from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import { AsyncGate, asyncParkOf, hasWaitAsync, parkSync, type Sleeper } from '../signal/gate.ts'
import { hearNudges } from '../state/nudge.ts'

export class PlaceGate {
  readonly #region: WorldRegion
  readonly #place: number
  readonly #name: string
  #gate: AsyncGate | undefined
  #stopHearing: (() => void) | undefined

  /** `name`: of the world on a BroadcastChannel. */
  constructor(region: WorldRegion, place: number, name: string) {
    this.#region = region
    this.#place = place
    this.#name = name
  }

  /** False: there is news, look again. True: `onWake` is called when there may be; it is the same one each time. */
  park(sleeper: Sleeper, onWake: () => void): boolean {
    this.#gate ??= new AsyncGate(this.#region.words, gateOf(this.#place), asyncParkOf('waitAsync'), onWake)
    if (!hasWaitAsync) this.#stopHearing ??= hearNudges(this.#name, onWake)
    return this.#gate.park(sleeper)
  }

  /** Nobody waits any more. */
  unpark(): void {
    this.#gate?.run()
    this.#stopHearing?.()
    this.#stopHearing = undefined
  }

  /** Blocks the thread. */
  parkSync(sleeper: Sleeper, timeoutMs: number): void {
    parkSync(this.#region.words, gateOf(this.#place), sleeper, timeoutMs)
  }

  close(): void {
    this.#stopHearing?.()
    this.#gate?.dispose()
  }
}
