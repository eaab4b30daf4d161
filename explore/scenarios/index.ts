/** Every scenario, quick ones first within a file. */

import type { Scenario } from '../scenario.ts'
import { channelScenarios } from './channel.ts'
import { endingScenarios } from './endings.ts'
import { eventLoopScenarios } from './event-loop.ts'
import { fanInScenarios } from './fan-in.ts'
import { gateScenarios } from './gate.ts'
import { hostileScenarios } from './hostile.ts'
import { keptScenarios } from './kept.ts'
import { laneEndScenarios } from './lane-ends.ts'
import { latestScenarios } from './latest.ts'
import { pinsScenarios } from './pins.ts'
import { ringScenarios } from './ring.ts'
import { takingScenarios } from './taking.ts'
import { taskScenarios } from './tasks.ts'
import { typedScenarios } from './typed.ts'

/** What runs the channel or the port: no mistake there shows in a ring alone. */
const portScenarios: readonly Scenario[] = [...takingScenarios, ...channelScenarios, ...typedScenarios]

/** What runs lanes with one reader. */
const laneScenarios: readonly Scenario[] = [...fanInScenarios, ...laneEndScenarios]

/** Files below packages/core/src whose mistakes show in some scenarios only. */
export const topics: readonly (readonly [RegExp, readonly Scenario[]])[] = [
  [/^(?:channel|port)\//, portScenarios],
  [/^(?:signal\/bell|ring\/fan-in)\./, laneScenarios],
  [/^tasks\//, taskScenarios],
  [/^state\/triple-buffer\./, latestScenarios],
  [/^state\/(?:pinned-slots|places)\./, pinsScenarios],
  [/^state\//, [...latestScenarios, ...pinsScenarios]],
]

export const scenarios: readonly Scenario[] = [
  ...gateScenarios,
  ...ringScenarios,
  ...keptScenarios,
  ...eventLoopScenarios,
  ...endingScenarios,
  ...taskScenarios,
  ...portScenarios,
  ...hostileScenarios,
  ...laneScenarios,
  ...latestScenarios,
  ...pinsScenarios,
]

/** Throws `Error` with the names there are. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined)
    throw new Error(`No scenario ${name}; there are ${scenarios.map((scenario) => scenario.name).join(', ')}`)
  return found
}
