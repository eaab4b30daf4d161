/** The rows of the report: medians over the rounds, and ratios to the baseline of the same round. */

import type { ScenarioRounds } from './rounds.ts'
import type { Scenario } from './scenarios.ts'
import { median, spread } from '../src/statistics.ts'
import { systems } from './systems.ts'
import type { Measurement } from './window.ts'

export interface Row extends Measurement {
  readonly system: string
  readonly scenario: string
  /** How many times better than the baseline: messages per second, or for echo-1 the median round trip. */
  readonly ratio: number
  /** Highest minus lowest of the compared number over the rounds, as a fraction of its median. */
  readonly spread: number
  readonly rounds: readonly (Measurement & { readonly ratio: number })[]
}

export function rowsOf(results: readonly ScenarioRounds[]): Row[] {
  return results.flatMap(({ scenario, rounds }) =>
    systems.map(({ name }, position) => {
      const own = rounds.map((measurements) => withRatio(scenario, measurements, position))
      return {
        system: name,
        scenario: scenario.name,
        messagesPerSecond: median(own.map((round) => round.messagesPerSecond)),
        p50Micros: medianOrNull(own.map((round) => round.p50Micros)),
        p99Micros: medianOrNull(own.map((round) => round.p99Micros)),
        cpuMicrosPerMessage: median(own.map((round) => round.cpuMicrosPerMessage)),
        ratio: median(own.map((round) => round.ratio)),
        spread: spread(own.map((round) => round[scenario.compares] ?? Number.NaN)),
        rounds: own,
      }
    }),
  )
}

function withRatio(
  { compares }: Scenario,
  measurements: readonly Measurement[],
  position: number,
): Measurement & { ratio: number } {
  const own = measurements[position] as Measurement
  const base = measurements[0] as Measurement
  if (compares === 'messagesPerSecond') return { ...own, ratio: own.messagesPerSecond / base.messagesPerSecond }
  return { ...own, ratio: (base.p50Micros ?? Number.NaN) / (own.p50Micros ?? Number.NaN) }
}

// One-way messages have no round trip.
function medianOrNull(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : median(numbers)
}
