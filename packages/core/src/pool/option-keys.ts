/** Refuses options of a pool that there are not. */

import { shown } from '../errors.ts'
import { nearestOf } from '../port/nearest-name.ts'

/** Throws `TypeError` for a key of `options` that is none of `known`. */
export function requireKnownKeys(act: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue
    const nearest = nearestOf(key, known)
    const remedy = nearest === undefined ? `use ${known.join(', ')}` : `did you mean ${shown(nearest)}?`
    throw new TypeError(`Cannot ${act} with an option ${shown(key)}: ${remedy}`)
  }
}
