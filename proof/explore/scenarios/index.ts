/** Every scenario, quick ones first within a file. */

import type { Scenario } from '../scenario.ts'
import { directionScenarios } from './direction.ts'
import { endingScenarios } from './endings.ts'
import { eventLoopScenarios } from './event-loop.ts'
import { gateScenarios } from './gate.ts'
import { heldScenarios } from './held.ts'
import { historyScenarios } from './history.ts'
import { hostileScenarios } from './hostile.ts'
import { retainedScenarios } from './retained.ts'
import { lentScenarios } from './lent.ts'
import { pinsScenarios } from './pins.ts'
import { placeScenarios } from './places.ts'
import { ringScenarios } from './ring.ts'
import { tableScenarios } from './tables.ts'
import { takingScenarios } from './taking.ts'
import { typedScenarios } from './typed.ts'
import { worldScenarios } from './world.ts'

/** Scenarios of a direction and the port: no mistake there shows in a ring alone. Directions first: behind the others what shows there alone took twice as long. */
const portScenarios: readonly Scenario[] = [
  ...directionScenarios,
  ...takingScenarios,
  ...lentScenarios,
  ...typedScenarios,
]

/** Scenarios of a state. */
const stateScenarios: readonly Scenario[] = [
  ...pinsScenarios,
  ...heldScenarios,
  ...placeScenarios,
  ...historyScenarios,
  ...tableScenarios,
]

const withRings: readonly Scenario[] = [
  ...gateScenarios,
  ...ringScenarios,
  ...retainedScenarios,
  ...eventLoopScenarios,
  ...endingScenarios,
  ...portScenarios,
  ...hostileScenarios,
]

/** Files below packages/core/src, and the scenarios in which their mistakes show. The first that matches counts. */
export const topics: readonly (readonly [RegExp, readonly Scenario[]])[] = [
  [/^(?:direction|port)\//, portScenarios],
  [/^schema\/table/, tableScenarios],
  [/^state\/history-slots/, historyScenarios],
  [/^world\//, worldScenarios],
  [/^state\/(?:shared-|places)/, [...placeScenarios, ...heldScenarios, ...pinsScenarios]],
  [/^state\//, pinsScenarios],
  [/^(?:ring|signal)\//, withRings],
]

export const scenarios: readonly Scenario[] = [...withRings, ...stateScenarios, ...worldScenarios]

/** Throws `Error` with the names there are. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined)
    throw new Error(`No scenario ${name}; there are ${scenarios.map((scenario) => scenario.name).join(', ')}`)
  return found
}
