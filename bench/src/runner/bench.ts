/** `bench`: a function that is called again and again in a thread of its own. */

import type { Args, Definition } from './case.ts'
import type { Preparation } from './preparation.ts'
import { operationsOf, type Timing, timingOf } from './timing.ts'

type Awaitable<T> = T | Promise<T>

export interface BenchOptions<Context = undefined, Input = Context> extends Timing {
  /** Makes what the case needs, once in its thread; `args` are those of `.args()`. */
  setup?: ((args: Record<string, any>) => Awaitable<Context>) | undefined
  /** Makes a fresh argument for each call, outside of the measured time: for functions that change what they get. */
  input?: ((context: Context) => Input) | undefined
  teardown?: ((context: Context) => unknown) | undefined
}

/** The state that a generator function of mitata gets. */
export interface State {
  get(name: string): any
}

type BenchFunction = (input: unknown) => unknown
export type BenchGenerator = (state: State) => Generator | AsyncGenerator

/** Throws a TypeError or RangeError for what cannot be run. */
export function benchDefinition(name: string, run: unknown, options: unknown): Definition {
  if (typeof run !== 'function') throw new TypeError(`Cannot run ${name}: a function is expected, not ${typeof run}`)
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`Cannot run ${name}: its options are ${String(options)}, an object is expected`)
  const chosen = options as BenchOptions<unknown, unknown>
  const operations = operationsOf(name, chosen)
  return {
    prepare: isGenerator(run)
      ? (args) => prepareGenerator(run, args, operations)
      : (args) => prepareFunction(run as BenchFunction, chosen, args, operations),
    ...timingOf(name, chosen),
  }
}

async function prepareFunction(
  run: BenchFunction,
  { setup, input, teardown }: BenchOptions<unknown, unknown>,
  args: Args,
  operations: number,
): Promise<Preparation> {
  const context = await setup?.(args)
  const common = { operations, teardown: () => teardown?.(context) }
  if (input === undefined) return { ...common, run: () => run(context) }
  return { ...common, run, input: () => input(context) }
}

/** As mitata's generators: what comes before `yield` sets up, what comes after tears down. */
async function prepareGenerator(run: BenchGenerator, args: Args, operations: number): Promise<Preparation> {
  const steps = run({ get: (name) => args[name] })
  const { value, done } = await steps.next()
  const teardown = async (): Promise<void> => {
    if (!(await steps.next()).done) throw new TypeError('A generator yields once: the function to measure')
  }
  if (done !== true && typeof value === 'function') return { run: value as () => unknown, operations, teardown }
  const { bench, 0: input } = (value ?? {}) as { bench?: (given: unknown) => unknown; 0?: () => unknown }
  if (done === true || typeof bench !== 'function')
    throw new TypeError('A generator yields the function to measure, or { 0: () => input, bench: (input) => … }')
  return { run: bench as (given?: unknown) => unknown, input, operations, teardown }
}

function isGenerator(run: unknown): run is BenchGenerator {
  return Object.prototype.toString.call(run).endsWith('GeneratorFunction]')
}
