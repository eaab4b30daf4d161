/** The values that a way of messages carries: one value of each kind there and back. */

import { differenceBetween } from '../difference.ts'
import type { Line } from '../threads/line.ts'
import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'

/** By the names of their workloads. */
export const KINDS: readonly string[] = [
  'a record of 3',
  'an array of everything',
  'an array with holes',
  'a ring of 6',
  'the same ten times',
  'a bigint',
  'a Date',
  'a RegExp',
  'an Error',
  'a Map of records',
  'a Set of texts',
  '16 bytes',
  'a Float64Array of 1,000',
  'two views of a buffer',
]
/** An answer that has not come by then will not come. */
const LIMIT_MS = 5000
const MOST_TOLD_HOW = 3

export interface Carried {
  /** How many came back as they were. */
  readonly count: number
  /** The others, as they arrived; undefined: there are none. */
  readonly alters: string | undefined
}

/** `connect`: opens a line to a fresh worker that sends back what it gets. */
export async function carriedBy(connect: () => Line): Promise<Carried> {
  const altered: Altered[] = []
  let trip: Trip | undefined
  for (const name of KINDS) {
    trip ??= new Trip(connect())
    const [value] = inputsOf(workloadNamed(name))
    // Some take what they are given.
    const expected = structuredClone(value)
    try {
      const change = differenceBetween(await trip.take(value), expected)
      if (change !== undefined) altered.push({ name, how: change })
    } catch (error) {
      altered.push({ name, how: `refused: ${(error as Error).message.split('\n')[0]}` })
      // Nobody knows what state it is in.
      await trip.end()
      trip = undefined
    }
  }
  await trip?.end()
  return { count: KINDS.length - altered.length, alters: toldOf(altered) }
}

interface Altered {
  readonly name: string
  readonly how: string
}

/** How, too, unless there are so many that nobody would read it. */
function toldOf(altered: readonly Altered[]): string | undefined {
  if (altered.length === 0) return undefined
  const isShort = altered.length <= MOST_TOLD_HOW
  return altered.map(({ name, how }) => (isShort ? `${name} (${how})` : name)).join(', ')
}

/** Values there and back, one after the other. */
class Trip {
  readonly #line: Line
  #onValue: (value: unknown) => void = () => {}

  constructor(line: Line) {
    this.#line = line
    if (line.exchange === undefined) line.receive((value) => this.#onValue(value))
  }

  async take(value: unknown): Promise<unknown> {
    const { failed, ready, exchange } = this.#line
    await Promise.race([failed, ready])
    if (exchange !== undefined) return exchange(value)
    const { promise, resolve, reject } = Promise.withResolvers()
    const late = setTimeout(() => reject(new Error('it does not come back')), LIMIT_MS)
    this.#onValue = resolve
    try {
      this.#line.post(value)
      return await Promise.race([failed, promise])
    } finally {
      clearTimeout(late)
    }
  }

  end(): unknown {
    return this.#line.close()
  }
}
