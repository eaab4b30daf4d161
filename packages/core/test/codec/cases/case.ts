/** One value to be cloned, by name; structured clone says what must become of it. */

export interface Case {
  readonly name: string
  readonly make: () => unknown
  /** Reading changes it, or is counted: every copy needs one made for it. */
  readonly isSpentByReading: boolean
}

export type Entry = readonly [name: string, make: () => unknown]

export function cases(entries: readonly Entry[]): readonly Case[] {
  return entries.map(([name, make]) => ({ name, make, isSpentByReading: false }))
}

export function casesSpentByReading(entries: readonly Entry[]): readonly Case[] {
  return entries.map(([name, make]) => ({ name, make, isSpentByReading: true }))
}
