/** The schedule: systems take turns inside a round, with fresh workers, so that a slow moment hits all of them alike. */

import type { Scenario } from './scenarios.ts'
import { systems, type System } from './systems.ts'
import { DeliveryError, measure, type Measurement, type Traffic } from './window.ts'

/** The measurements of one scenario: for each round, one per system, in the order of `systems`. */
export interface ScenarioRounds {
  readonly scenario: Scenario
  readonly rounds: Measurement[][]
}

export interface Plan {
  readonly maxRounds: number
  /** No round starts that would probably end later than this, in milliseconds since the start of the process. */
  readonly endMs: number
  /** Called before every window; `share` is the part of the plan that is done. */
  readonly onWindow: (share: number, label: string) => void
}

export async function runRounds(traffics: readonly Traffic[], plan: Plan): Promise<ScenarioRounds[]> {
  const results = traffics.map(({ scenario }): ScenarioRounds => ({ scenario, rounds: [] }))
  const windowsPerRound = traffics.reduce((sum, { scenario }) => sum + scenario.repeats * systems.length, 0)
  let windows = 0
  let longestMs = 0
  for (let round = 0; round < plan.maxRounds; round++) {
    const startedAt = performance.now()
    if (startedAt + longestMs > plan.endMs) break
    for (const [i, traffic] of traffics.entries()) {
      for (let repeat = 0; repeat < traffic.scenario.repeats; repeat++) {
        const measurements = await runOnce(traffic, round + repeat, (system) => {
          const share = windows++ / (windowsPerRound * plan.maxRounds)
          plan.onWindow(share, `round ${round + 1}: ${traffic.scenario.name}, ${system.name}`)
        })
        results[i]?.rounds.push(measurements)
      }
    }
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  return results
}

// Another system begins each time, so that each follows a heavy neighbour in turn.
async function runOnce(traffic: Traffic, turn: number, onSystem: (system: System) => void): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (let i = 0; i < systems.length; i++) {
    const position = (i + turn) % systems.length
    const system = systems[position] as System
    onSystem(system)
    measurements[position] = await measure(system, traffic).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      throw new DeliveryError(`${system.name}, ${traffic.scenario.name}: ${message}`, { cause: error })
    })
  }
  return measurements
}
