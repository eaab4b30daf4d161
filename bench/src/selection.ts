/** The part of a suite that is to run. */

import { isRuntime, type PlaceName } from './arguments.ts'
import type { Contestant } from './schedule.ts'
import type { Group, Suite } from './suite.ts'

export interface Selection {
  readonly groups: readonly Group[]
  readonly contestants: readonly Contestant[]
  readonly workloads: readonly string[]
  readonly rounds: number
  readonly windowMs: number
  readonly warmUpMs: number
}

export interface Wish {
  readonly quick: boolean
  /** None: everything. */
  readonly filters: readonly string[]
  /** 0: as many as usual. */
  readonly rounds: number
  readonly where: PlaceName
}

// Other engines are hot after 60 ms. Firefox is at half of its speed then, and near it after this time.
const FIREFOX_WARM_UP_MS = 500

/** Throws a TypeError when the filter leaves nothing. */
export function select(suite: Suite, { quick, filters, rounds, where }: Wish): Selection {
  if (isRuntime(where) && suite.hasRuntimes === undefined)
    throw new TypeError(`The suite ${suite.name} does not run in ${where}`)
  const systems = suite.systems
    .filter((system) => where === 'node' || system.isNodeOnly === undefined)
    .map(({ name }) => name)
  const ofGroups = suite.groups.flatMap((group) => group.parts.map(({ name }) => name))
  const exact = new Set([...systems, ...suite.workloads, ...ofGroups].filter((name) => filters.includes(name)))
  const matches = (name: string): boolean =>
    filters.length === 0 ||
    exact.has(name) ||
    filters.some((filter) => !exact.has(filter) && name.toLowerCase().includes(filter.toLowerCase()))
  // A quick run has few workloads, and any that the filter names.
  const isNamed = filters.length > 0 && suite.workloads.some(matches)
  const everyWorkload = quick && !isNamed ? suite.quickWorkloads : suite.workloads
  const matching = suite.groups
    .map((group) => ({ ...group, parts: group.parts.filter(({ name }) => matches(name)) }))
    .filter(({ parts }) => parts.length > 0)
  const groups = matching.length > 0 ? matching : suite.groups
  const workloads = everyWorkload.filter(matches)
  const chosen = systems.filter(matches)
  if (systems.length === 0) throw new TypeError(`The suite ${suite.name} runs in Node only`)
  if (workloads.length === 0 && chosen.length === 0 && matching.length === 0)
    throw new TypeError(`Nothing is named like ${filters.join(' or ')}`)
  const baselines = new Set(groups.flatMap((group) => group.parts.map((part) => part.baseline)))
  return {
    groups: quick ? groups.map((group) => ({ ...group, repeats: 1 })) : groups,
    // Systems, workloads and parts are kept whole where the filter names none of them.
    workloads: workloads.length > 0 ? workloads : everyWorkload,
    contestants: systems
      .filter((name) => chosen.length === 0 || chosen.includes(name) || baselines.has(name))
      .map((name) => ({ label: name, system: name })),
    rounds: rounds || (quick ? 2 : 5),
    windowMs: quick ? 60 : 150,
    warmUpMs: quick ? suite.quickWarmUpMs : Math.max(suite.warmUpMs, where === 'firefox' ? FIREFOX_WARM_UP_MS : 0),
  }
}
