/** The shipped code with one mistake: the explorer must notice every one, or it would not notice ours. */

import { type Anchor, type Place, placeOf, sourceOf } from './anchors.ts'

export interface Mutant {
  readonly name: string
  readonly changes: readonly Change[]
  /** Why no execution can differ, where that is so. */
  readonly equivalent?: string
}

/** Finds its place in the shipped source. Throws `Error` unless there is exactly one. */
export type Change = () => readonly Edit[]

/** `text` instead of what is there. */
export interface Edit extends Place {
  readonly text: string
}

type Side = 'before' | 'after'

export function mutant(name: string, ...changes: readonly Change[]): Mutant {
  return { name, changes }
}

export function equivalent(reason: string, { name, changes }: Mutant): Mutant {
  return { name, changes, equivalent: reason }
}

/** A statement that is not there. */
export function drop(anchor: Anchor): Change {
  return replace(anchor, ';')
}

export function replace(anchor: Anchor, text: string): Change {
  return () => [{ ...placeOf(anchor), text }]
}

export function insert(text: string, side: Side, anchor: Anchor): Change {
  return () => {
    const { file, start, end } = placeOf(anchor)
    const at = side === 'before' ? start : end
    return [{ file, start: at, end: at, text: side === 'before' ? `${text}\n` : `\n${text}` }]
  }
}

/** A statement in another place of its file. */
export function move(anchor: Anchor, side: Side, other: Anchor): Change {
  return () => {
    const { file, start, end } = placeOf(anchor)
    const text = sourceOf(file).slice(start, end)
    return [...drop(anchor)(), ...insert(text, side, other)()]
  }
}

/** The change, where its text needs `names` of another file of packages/core/src, which its own does not import. */
export function importing(names: string, from: string, change: Change): Change {
  return () => {
    const edits = change()
    const { file } = edits[0]!
    const path = `${'../'.repeat(file.split('/').length - 1)}${from}`
    return [{ file, start: 0, end: 0, text: `import { ${names} } from '${path}'\n` }, ...edits]
  }
}

export function editsOf({ changes }: Mutant): readonly Edit[] {
  return changes.flatMap((change) => change())
}

/** Throws `Error` when two edits are about the same text. */
export function edited(source: string, edits: readonly Edit[]): string {
  let rest = source
  let next = Infinity
  for (const { start, end, text } of edits.toSorted((one, other) => other.start - one.start)) {
    if (end > next) throw new Error(`Two edits of one mutant overlap: ${source.slice(start, end)}`)
    rest = rest.slice(0, start) + text + rest.slice(end)
    next = start
  }
  return rest
}
