/** `Pool.map`: as many tasks at a time as asked for, and their results as an iterator. */

import { Fifo } from '../direction/fifo.ts'
import { requireOptions, shown } from '../errors.ts'
import { requireKnownKeys } from './option-keys.ts'
import { KNOWN_OF_RUN, type RunOptions } from './options.ts'
import { Supply, type TaskSource } from './supply.ts'

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

interface Started<Result> {
  readonly result: Promise<Result>
  /** Gives the task up, unless it has begun. */
  readonly drop: () => void
}

/**
 * Results of `start` for each task of `source`, each as soon as it is there, also while an async source has no task yet. The rest is
 * given up when the caller leaves, or a task has failed.
 */
export async function* mapped<Task, Result>(
  source: TaskSource<Task>,
  concurrency: number,
  isOrdered: boolean,
  start: (task: Task) => Started<Result>,
): AsyncGenerator<Result, void, undefined> {
  let wake: (() => void) | undefined
  const onChange = (): void => wake?.()
  const underWay = new UnderWay<Result>(isOrdered, onChange)
  const supply = new Supply(source, {
    hasRoom: () => underWay.size < concurrency,
    onTask: (task) => underWay.add(start(task)),
    onPause: onChange,
  })
  try {
    for (;;) {
      supply.fill()
      if (supply.failure !== undefined) throw supply.failure.error
      const next = underWay.takeNext()
      if (next !== undefined) yield next.result
      else if (supply.isOver && underWay.size === 0) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    underWay.drop()
    await supply.leave()
  }
}

interface Entry<Result> extends Started<Result> {
  isSettled: boolean
}

/** Tasks that were started, and whose results nobody has yet. */
class UnderWay<Result> {
  readonly #isOrdered: boolean
  readonly #onSettled: () => void
  readonly #all = new Set<Entry<Result>>()
  /** Unless they are ordered: those whose results are there. */
  readonly #settled = new Fifo<Entry<Result>>()

  constructor(isOrdered: boolean, onSettled: () => void) {
    this.#isOrdered = isOrdered
    this.#onSettled = onSettled
  }

  get size(): number {
    return this.#all.size
  }

  add({ result, drop }: Started<Result>): void {
    const entry = { result, drop, isSettled: false }
    this.#all.add(entry)
    const settle = (): void => {
      entry.isSettled = true
      if (!this.#isOrdered) this.#settled.add(entry)
      this.#onSettled()
    }
    // Also of a failure that nobody awaits any more.
    result.then(settle, settle)
  }

  /** The one whose result comes next, if that is there. */
  takeNext(): Entry<Result> | undefined {
    const next = this.#isOrdered ? first(this.#all) : this.#settled.shift()
    if (next?.isSettled !== true) return undefined
    this.#all.delete(next)
    return next
  }

  /** Gives up those that have not begun. */
  drop(): void {
    for (const { drop } of this.#all) drop()
  }
}

function first<T>(set: Set<T>): T | undefined {
  const [one] = set
  return one
}
