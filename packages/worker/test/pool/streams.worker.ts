/** Generators that the tests of the pool stream, and functions that look at their context. */

import { setTimeout as setTimeoutOnce } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { move, type TaskContext } from '@slipring/worker'

/** Words in shared memory: how many values were made, and how many `finally` ran. */
const [MADE, ENDED, STOP]: [0, 1, 2] = [0, 1, 2]

interface Counting {
  count: number
  words?: Int32Array
}

export default function* numbers({ count, words }: Counting): Generator<number> {
  try {
    for (let number = 0; number < count; number++) {
      if (words !== undefined) Atomics.add(words, MADE, 1)
      yield number
    }
  } finally {
    if (words !== undefined) Atomics.add(words, ENDED, 1)
  }
}

/** Awaits its `finally`, too. */
export async function* slowly({ count, words }: Counting): AsyncGenerator<string> {
  try {
    for (let number = 0; number < count; number++) {
      await setTimeout(1)
      if (words !== undefined) Atomics.add(words, MADE, 1)
      yield `part ${number}`
    }
  } finally {
    await setTimeout(1)
    if (words !== undefined) Atomics.add(words, ENDED, 1)
  }
}

/** Gives one value, and then only an end. */
export async function* listening(words: Int32Array, { signal }: TaskContext): AsyncGenerator<number> {
  try {
    yield 1
    await setTimeout(60_000, undefined, { signal })
  } finally {
    Atomics.add(words, ENDED, 1)
  }
}

/** Nothing but the end of its worker ends it. */
export async function* deaf(words: Int32Array): AsyncGenerator<number> {
  yield 1
  Atomics.add(words, MADE, 1)
  await setTimeout(60_000)
}

/** Computes for ever, and looks at its signal. */
export function* computing(words: Int32Array, { signal }: TaskContext): Generator<number> {
  try {
    yield 1
    while (!signal.aborted) Atomics.add(words, MADE, 1)
  } finally {
    Atomics.add(words, ENDED, 1)
  }
}

export function* bytes(count: number): Generator<Uint8Array> {
  for (let number = 0; number < count; number++) {
    const part = new Uint8Array(1000).fill(number)
    yield move(part, [part.buffer])
    if (part.length > 0) throw new Error('It was copied')
  }
}

function failAtEnd(): never {
  throw new RangeError('the end has failed')
}

export function* odd({ kind, words }: { kind: string; words: Int32Array }): Generator<unknown> {
  try {
    yield 'first'
    if (kind === 'uncloneable') yield () => {}
    if (kind === 'promise') yield Promise.resolve('later')
    if (kind === 'throws') throw Object.assign(new RangeError('no more'), { code: 'E_MORE' })
    if (kind === 'exit') process.exit(7)
    yield undefined
  } finally {
    Atomics.add(words, ENDED, 1)
    if (kind === 'finally') failAtEnd()
  }
}

export async function later(count: number): Promise<Iterable<number>> {
  return Array.from({ length: count }, (_, index) => index)
}

export function double(value: number): number {
  return value * 2
}

/** Computes until its signal is aborted, without giving the event loop a turn. */
export function spin(words: Int32Array, { signal }: TaskContext): string {
  while (!signal.aborted) Atomics.add(words, MADE, 1)
  Atomics.add(words, ENDED, 1)
  return (signal.reason as Error).name
}

export async function sleepy(words: Int32Array, { signal }: TaskContext): Promise<void> {
  Atomics.add(words, MADE, 1)
  try {
    await setTimeout(60_000, undefined, { signal })
  } finally {
    Atomics.add(words, ENDED, 1)
  }
}

/** Looks only after it was cancelled. */
export async function lateLook(words: Int32Array, context: TaskContext): Promise<void> {
  Atomics.add(words, MADE, 1)
  while (Atomics.load(words, STOP) === 0) await setTimeout(1)
  const { signal } = context
  if (signal.aborted && (signal.reason as Error).message === 'enough') Atomics.add(words, ENDED, 1)
}

/** The second time it tells. */
export function contextOf(words: Int32Array, { name, attempt, workerId, signal }: TaskContext): unknown[] {
  if (Atomics.add(words, MADE, 1) === 0) process.exit(3)
  return [name, attempt, workerId, signal.aborted]
}

export async function dieWhenAborted(words: Int32Array, { signal }: TaskContext): Promise<void> {
  Atomics.add(words, MADE, 1)
  await setTimeout(60_000, undefined, { signal }).catch(() => process.exit(5))
}

interface Random {
  index: number
  /** Of each stream: the worker that began it. */
  begun: Int32Array
  /** Of each stream: whether its `finally` ran. */
  ended: Int32Array
  /** Of each worker: whether it has ended itself. */
  dead: Int32Array
  length: number
  ending: string
  isSlow: boolean
  /** Gives the numbers from 0. */
  source?: AsyncIterable<number> | undefined
}

/** The signals that were looked at in this worker. */
const signals: WeakRef<object>[] = []

/** Counts itself when it begins and in its `finally`. */
export async function* random(task: Random, { signal, workerId }: TaskContext): AsyncGenerator<number> {
  const { index, begun, ended, dead, length, ending, isSlow, source } = task
  const count = ending === 'all' ? length : Infinity
  const end = (): void => {
    Atomics.store(dead, workerId, 1)
    process.exit(9)
  }
  signals.push(new WeakRef(signal))
  Atomics.store(begun, index, workerId)
  // At any moment, also after this stream.
  if (ending === 'kill later') setTimeoutOnce(end, length)
  const given = source?.[Symbol.asyncIterator]()
  try {
    for (let number = 0; number < count; number++) {
      if (isSlow) await setTimeout(1, undefined, { signal })
      if (number === length && ending === 'throws') throw new RangeError('no more')
      if (number === length && ending === 'kill') end()
      yield given === undefined ? number : (await given.next()).value
    }
  } finally {
    Atomics.add(ended, index, 1)
    if (index % 2 === 0) await given?.return?.()
  }
}

/** How many of those signals are left, once as many tasks run at once. */
export async function signalsLeft({ words, atOnce }: { words: Int32Array; atOnce: number }): Promise<number> {
  Atomics.add(words, MADE, 1)
  while (Atomics.load(words, MADE) < atOnce) await setTimeout(1)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    await setTimeout(1)
    collect()
  }
  return signals.filter((signal) => signal.deref() !== undefined).length
}

/** As a function for a pool that gives no context. */
export function scaled(value: number, factor: unknown = 10): unknown {
  return typeof factor === 'number' ? value * factor : factor
}
