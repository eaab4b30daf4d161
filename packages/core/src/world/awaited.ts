/** The writers that the next frame waits for. */

import { load } from '../atomics.ts'
import { LATEST, ownerOf, partOf, RECORD_BITS, versionAfter } from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import { FREE, GONE, TAKEN } from './places.ts'

/**
 * Whether the frame `tick` need not wait for a writer, of its owner word and its PART, which was loaded after that. A part that is
 * in time in the last frame is awaited, as long as its writer is there. One that was late is not, until it is there again.
 */
export function isSettled(goesOn: boolean, owner: number, part: number, tick: number): boolean {
  if (part === 0) return false
  if (part >>> RECORD_BITS === tick) return true
  if (!goesOn) return owner !== TAKEN && owner !== GONE && owner !== FREE
  return owner !== TAKEN || versionAfter(part) !== tick
}

/** The names of those, for a look from outside. */
export function awaitedIn({ words, places, goesOn }: WorldRegion, names: readonly string[]): string[] {
  // ORDER: as W6; nothing is taken by what is found.
  const tick = versionAfter(load(words, LATEST))
  return names.filter((_, writer) => {
    // ORDER: as W2.owner; nothing is published by what is found.
    const owner = load(words, ownerOf(writer))
    // ORDER: as W2.
    return !isSettled(goesOn, owner, load(words, partOf(writer, places)), tick)
  })
}
