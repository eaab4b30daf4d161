/** The promise of a public name: whether it stays as it is, and since which version it has been there. Docstrings say it. */

type Stability = 'stable' | 'experimental' | 'internal'

const STABILITIES: Readonly<Record<string, Stability>> = {
  stable: 'stable',
  experimental: 'experimental',
  inside: 'internal',
}

export interface Promised {
  readonly stability: Stability
  /** Such as `0.2`. */
  readonly since: string
}

/**
 * The promise of an entry, which is that of all its names that say nothing else: `@stable`, `@experimental` or `@inside`, and
 * `@since`, in the first comment of its file. `@inside` is internal: TypeScript leaves out of a declaration what is `@internal`. Throws when one is missing.
 */
export function promiseOfEntry(path: string, source: string): Promised {
  const [comment = ''] = /\/\*\*.*?\*\//s.exec(source) ?? []
  const stabilities = [...comment.matchAll(/@(stable|experimental|inside)\b/g)].map(([, word]) => STABILITIES[word!]!)
  const since = /@since (\d+\.\d+)$/m.exec(comment)?.[1]
  if (stabilities.length === 1 && since !== undefined) return { stability: stabilities[0]!, since }
  throw new Error(`The first comment of ${path} must say @stable, @experimental or @inside, and @since with a version`)
}

/** The line of the reference. */
export function promiseLine({ stability, since }: Promised): string {
  return `_${stability[0]!.toUpperCase()}${stability.slice(1)}, since ${since}._`
}

/** Versions by their numbers. */
export function isLater(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  return left![0]! > right![0]! || (left![0] === right![0] && left![1]! > right![1]!)
}
