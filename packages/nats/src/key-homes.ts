/** Which server has the tasks of a key. */

import type { TaskKey } from '@slipring/core/pool'
import type { Roster } from './roster.ts'
import { pause } from './timers.ts'

/** All servers answer within this time of the first one: else the first would get every key. */
const SETTLE_MS = 100
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export class KeyHomes {
  readonly #roster: Roster
  readonly #homes = new Map<TaskKey, string>()
  #met: Promise<unknown> | undefined

  constructor(roster: Roster) {
    this.#roster = roster
  }

  /** The server that has the key, as long as it lives. Undefined: to be found. */
  knownOf(key: TaskKey): string | undefined {
    return this.#homes.get(key)
  }

  /** The server of a key. Undefined: there is none. */
  async find(key: TaskKey): Promise<string | undefined> {
    // One question for all.
    this.#met ??= this.#meet()
    await this.#met
    const home = this.#homes.get(key) ?? this.#choose(key)
    if (home !== undefined) this.#homes.set(key, home)
    else this.#met = undefined
    return home
  }

  /** It takes no tasks, unless it tells of itself again: its keys go to others. */
  leave(server: string): void {
    this.#roster.forget(server)
    this.#met = undefined
    for (const [key, home] of this.#homes) if (home === server) this.#homes.delete(key)
  }

  async #meet(): Promise<void> {
    await this.#roster.meet()
    await pause(SETTLE_MS)
  }

  /** Pools that know the same servers choose alike, and another server moves few keys: the highest of their hashes with the key. */
  #choose(key: TaskKey): string | undefined {
    let best: string | undefined
    let bestHash = -1
    for (const id of this.#roster.fitting()) {
      const hash = hashOf(`${typeof key} ${key} ${id}`)
      if (hash > bestHash) [best, bestHash] = [id, hash]
    }
    return best
  }
}

function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  // The last characters alone would move its low bits only.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 16)) >>> 0
}
