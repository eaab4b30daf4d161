/** The shipped code with one mistake: the explorer must notice every one, or it would not notice ours. */

import type { Edit } from './subject.ts'

export interface Mutant {
  readonly name: string
  readonly edits: readonly Edit[]
  /** Why no execution can differ, where that is so. */
  readonly equivalent?: string
}

/** `texts`: what to find in the file and what to put in its place, in turns. */
export function mutant(name: string, file: string, ...texts: readonly string[]): Mutant {
  const edits: Edit[] = []
  for (let i = 0; i < texts.length; i += 2) edits.push({ file, find: texts[i]!, replace: texts[i + 1]! })
  return { name, edits }
}

export function equivalent(reason: string, { name, edits }: Mutant): Mutant {
  return { name, edits, equivalent: reason }
}
