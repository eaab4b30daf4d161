/** Options that nobody knows: most are a slip of the pen, so the error names the nearest option that there is. */

import { shown } from '../errors.ts'

/** More slips than this, and the name was meant for something else. */
const MOST_SLIPS = 3

/** Throws `TypeError` for a key of `options` that is none of `known`. */
export function requireKnownKeys(act: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue
    const nearest = nearestKey(key, known)
    const remedy = nearest === undefined ? `use ${known.join(', ')}` : `did you mean ${shown(nearest)}?`
    throw new TypeError(`Cannot ${act} with an option ${shown(key)}: ${remedy}`)
  }
}

export function nearestKey(key: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.min(MOST_SLIPS, key.length - 1)
  for (const candidate of known) {
    const distance = slipsBetween(key.toLowerCase(), candidate.toLowerCase())
    if (distance > least || (distance === least && nearest !== undefined)) continue
    nearest = candidate
    least = distance
  }
  return nearest
}

/** Levenshtein's distance: how many letters are added, left out or replaced. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
