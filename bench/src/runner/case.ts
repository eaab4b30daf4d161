/** A case of a bench file: what it runs, and for which arguments. */

import type { Place } from './peer.ts'
import type { Preparation } from './preparation.ts'

export type Args = Readonly<Record<string, unknown>>

/** The parts of a case. `prepare` is called in the thread that measures it. */
export interface Definition {
  readonly prepare: (args: Args, place: Place) => Promise<Preparation>
  /** Called in each further thread, with what `prepare` has given it. */
  readonly beside?: (args: Args, data: unknown) => unknown
  /** Milliseconds to run before the clock counts, and to measure in each round; absent: as the command says. */
  readonly warmUpMs?: number | undefined
  readonly windowMs?: number | undefined
}

export class Case {
  readonly suite: string
  readonly name: string
  readonly definition: Definition
  readonly values: Args
  #isBaseline: boolean
  #axes: readonly (readonly [name: string, values: readonly unknown[]])[] = []

  constructor(suite: string, name: string, definition: Definition, isBaseline: boolean, values: Args = {}) {
    this.suite = suite
    this.name = name
    this.definition = definition
    this.#isBaseline = isBaseline
    this.values = values
  }

  get isBaseline(): boolean {
    return this.#isBaseline
  }

  /** Ratios of the suite are taken to this case. */
  baseline(): this {
    this.#isBaseline = true
    return this
  }

  /** Runs the case once for each value of an argument, and with several arguments for each combination. `$name` in the name shows it. */
  args(name: string, values: readonly unknown[]): this {
    if (!Array.isArray(values) || values.length === 0)
      throw new TypeError(`Cannot run ${this.name} for no value of ${name}: give an array of at least one`)
    this.#axes = [...this.#axes, [name, values]]
    return this
  }

  /** One case for each combination of its arguments. */
  expanded(): Case[] {
    if (this.#axes.length === 0) return [this]
    let all: Record<string, unknown>[] = [{}]
    for (const [axis, values] of this.#axes)
      all = all.flatMap((chosen) => values.map((value) => ({ ...chosen, [axis]: value })))
    return all.map(
      (chosen) => new Case(this.suite, nameFor(this.name, chosen), this.definition, this.#isBaseline, chosen),
    )
  }

  /** The case of the same suite that this one is compared with: of the same arguments, where it has any. */
  baselineAmong(cases: readonly Case[]): Case | undefined {
    if (this.#isBaseline) return undefined
    const baselines = cases.filter((other) => other.suite === this.suite && other.isBaseline)
    const sameArgs = baselines.find((other) => keyOf(other.values) === keyOf(this.values))
    return sameArgs ?? baselines.find((other) => Object.keys(other.values).length === 0)
  }
}

function nameFor(name: string, values: Args): string {
  let shown = name
  const silent: string[] = []
  for (const [axis, value] of Object.entries(values)) {
    if (shown.includes(`$${axis}`)) shown = shown.replaceAll(`$${axis}`, () => String(value))
    else silent.push(`${axis} ${String(value)}`)
  }
  return silent.length === 0 ? shown : `${shown} (${silent.join(', ')})`
}

function keyOf(values: Args): string {
  return JSON.stringify(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
