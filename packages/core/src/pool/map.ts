/** `Pool.map`: as many tasks at a time as asked for, and their results as an iterator. */

import { requireOptions, shown } from '../errors.ts'
import { requireKnownKeys } from './option-keys.ts'
import { KNOWN_OF_RUN, type RunOptions } from './options.ts'

/** Options of `map`: the options of its tasks, and how many tasks run at a time. */
export interface MapOptions<Name extends string = string> extends Omit<RunOptions<Name>, 'transferList'>, MapPace {}

interface MapPace {
  /** How many tasks are pending at a time. Default: four for each worker, at least 16. */
  concurrency?: number | undefined
  /** true (default): results come in the order of the tasks. false: results come as soon as they are there. */
  ordered?: boolean | undefined
}

const KNOWN_OF_MAP = ['concurrency', 'ordered', ...KNOWN_OF_RUN.filter((key) => key !== 'transferList')]

/** Throws for options of `map` that cannot be. */
export function requirePace(options: MapOptions, byDefault: number): { concurrency: number; ordered: boolean } {
  requireOptions('map tasks', options, '{ concurrency: 64 }')
  requireKnownKeys('map tasks', options, KNOWN_OF_MAP)
  const { concurrency = byDefault, ordered = true } = options
  if (!(Number.isInteger(concurrency) && concurrency > 0))
    throw new RangeError(`Cannot map with a concurrency of ${shown(concurrency)}: use an integer from 1`)
  return { concurrency, ordered }
}

type Source<Task> = Iterable<Task> | AsyncIterable<Task>

interface Started<Result> {
  readonly result: Promise<Result>
  /** Gives the task up, unless it has begun. */
  readonly drop: () => void
}

/** Results of `start` for each task of `source`. The rest is given up when the caller leaves, or a task has failed. */
export async function* mapped<Task, Result>(
  source: Source<Task>,
  concurrency: number,
  isOrdered: boolean,
  start: (task: Task) => Started<Result>,
): AsyncGenerator<Result, void, undefined> {
  const tasks = iteratorOf(source)
  const underWay = new Set<Entry<Result>>()
  let isOver = false
  try {
    for (;;) {
      while (!isOver && underWay.size < concurrency) {
        const next = await tasks.next()
        if (next.done === true) isOver = true
        else underWay.add(entryOf(start(next.value)))
      }
      if (underWay.size === 0) return
      const settled = isOrdered ? first(underWay) : await Promise.race(Array.from(underWay, ({ done }) => done))
      // First, since a failure ends the iteration.
      underWay.delete(settled)
      yield await settled.result
    }
  } finally {
    for (const { drop } of underWay) drop()
    if (!isOver) await tasks.return?.()
  }
}

interface Entry<Result> extends Started<Result> {
  readonly done: Promise<Entry<Result>>
}

function entryOf<Result>({ result, drop }: Started<Result>): Entry<Result> {
  const settled = (): Entry<Result> => entry
  // Also of a failure that nobody awaits any more.
  const entry: Entry<Result> = { result, drop, done: result.then(settled, settled) }
  return entry
}

function first<T>(set: Set<T>): T {
  const [one] = set
  return one!
}

function iteratorOf<Task>(source: Source<Task>): Iterator<Task> | AsyncIterator<Task> {
  return (source as AsyncIterable<Task>)[Symbol.asyncIterator]?.() ?? (source as Iterable<Task>)[Symbol.iterator]()
}
