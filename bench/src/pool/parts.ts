/** The names of what the pool suite measures. */

export const BASELINE = 'Piscina, sync'
export const WORKERS: readonly number[] = [1, 2, 4]
export const DEPTH = 100

const WAYS = ['alone', 'many', 'idle', 'firstAlone', 'firstMany'] as const
export type Way = (typeof WAYS)[number]

/** The part's name without the number of workers. */
const NAMES: Readonly<Record<Way, string>> = {
  alone: 'alone',
  many: `${DEPTH} at once`,
  idle: 'idle',
  firstAlone: 'alone, first second',
  firstMany: `${DEPTH} at once, first second`,
}

export function poolPart(way: Way, workers: number): string {
  return `${NAMES[way]}, ${workers === 1 ? '1 worker' : `${workers} workers`}`
}

export function wayOf(part: string): { readonly way: Way; readonly workers: number } {
  for (const workers of WORKERS) for (const way of WAYS) if (poolPart(way, workers) === part) return { way, workers }
  throw new Error(`The pool suite has no part ${part}`)
}
