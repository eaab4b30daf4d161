/** The rows of the report: medians over the rounds, and the ratios of these medians. */

import type { ScenarioRounds } from './rounds.ts'
import type { Scenario } from './scenarios.ts'
import { median, spread } from '../src/statistics.ts'
import { systems } from './systems.ts'
import type { Measurement } from './window.ts'

export interface Row extends Measurement {
  readonly system: string
  readonly scenario: string
  /** How many times better the median is than that of the baseline: messages per second, or for echo-1 the round trip. */
  readonly ratio: number
  /** Highest minus lowest of the compared number over the rounds, as a fraction of its median. */
  readonly spread: number
  readonly rounds: readonly (Measurement & { readonly ratio: number })[]
}

export function rowsOf(results: readonly ScenarioRounds[]): Row[] {
  return results.flatMap(({ scenario: { name: scenario, compares }, rounds }) => {
    const all = systems.map((_, position) => rounds.map((round) => round[position] as Measurement))
    const medians = all.map(medianOf)
    return systems.map(({ name: system }, position) => ({
      system,
      scenario,
      ...medians[position]!,
      ratio: ratioOf(compares, medians[position]!, medians[0]!),
      spread: spread(all[position]!.map((measurement) => measurement[compares] ?? Number.NaN)),
      rounds: all[position]!.map((own, round) => ({ ...own, ratio: ratioOf(compares, own, all[0]![round]!) })),
    }))
  })
}

function medianOf(all: readonly Measurement[]): Measurement {
  return {
    messagesPerSecond: median(all.map(({ messagesPerSecond }) => messagesPerSecond)),
    p50Micros: medianOrNull(all.map(({ p50Micros }) => p50Micros)),
    p99Micros: medianOrNull(all.map(({ p99Micros }) => p99Micros)),
    cpuMicrosPerMessage: median(all.map(({ cpuMicrosPerMessage }) => cpuMicrosPerMessage)),
  }
}

function ratioOf(compares: Scenario['compares'], own: Measurement, base: Measurement): number {
  if (compares === 'messagesPerSecond') return own.messagesPerSecond / base.messagesPerSecond
  return (base.p50Micros ?? Number.NaN) / (own.p50Micros ?? Number.NaN)
}

// One-way messages have no round trip.
function medianOrNull(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : median(numbers)
}
