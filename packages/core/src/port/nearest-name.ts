/** A misspelt name, and the name that was meant: an error that names it spares a look into the documents. */

/** With more letters wrong, missing or too many, another name was meant. */
const MOST_EDITS = 3

/** The name of `known` that is nearest to `name`; undefined when none is near. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = MOST_EDITS + 1
  for (const one of known) {
    const edits = editsBetween(name.toLowerCase(), one.toLowerCase())
    if (edits >= least || edits > one.length / 3) continue
    nearest = one
    least = edits
  }
  return nearest
}

/** Levenshtein distance. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
