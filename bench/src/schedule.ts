/** The order of the cells: systems take turns inside a round, so that a slow moment hits all of them alike. */

import type { CellResult, CellTask, Reading } from './cell.ts'
import type { Group, Part } from './suite.ts'

/** Turns that may be taken again, because something disturbed them: this part of all. A machine that is loaded stays so. */
const REPEATS = 0.5

/** A row's worth of cells: the same system may take part under two names, to see how straight the ruler is. */
export interface Contestant {
  readonly label: string
  readonly system: string
}

export interface Plan {
  readonly suite: string
  readonly groups: readonly Group[]
  readonly contestants: readonly Contestant[]
  readonly workloads: readonly string[]
  readonly rounds: number
  readonly windowMs: number
  readonly warmUpMs: number
  readonly runCell: (task: CellTask) => Promise<CellResult>
  /** Called before every cell; `share` is the part of the plan that is done. */
  readonly onCell?: (share: number, label: string) => void
  /** Called before the first workload of a round and after each: whether nothing disturbed it. */
  readonly betweenWorkloads?: () => Promise<boolean>
  /** Called when something disturbed the machine: returns when that is over. `isRepeat`: a turn is then taken again. Absent: none is. */
  readonly settle?: (isRepeat: boolean) => Promise<void>
}

/** All turns of one contestant at one part of one workload. */
export interface Series {
  readonly workload: string
  readonly part: Part
  readonly contestant: Contestant
  /** One per turn, at the same place as those of the other contestants; undefined where it did not take part. */
  readonly readings: (Reading | undefined)[]
  isLossy: boolean
  alters: string | undefined
  /** Why it does not take part. */
  cannot: string | undefined
  /** Why it is out: it threw, returned a wrong value or ran out of time. */
  broken: string | undefined
}

export async function runPlan(plan: Plan): Promise<Series[]> {
  const { workloads, groups, contestants, rounds } = plan
  const all = workloads.flatMap((workload) => groups.map((group) => new Heat(plan, workload, group)))
  const perRound = all.reduce((sum, heat) => sum + heat.group.repeats * contestants.length, 0)
  let cells = 0
  const onCell = (label: string): void => plan.onCell?.(cells++ / (perRound * rounds), label)
  // Where nobody waits for a calm machine, a turn that is taken again is disturbed just the same.
  let repeatsLeft = plan.settle === undefined ? 0 : Math.ceil(all.length * rounds * REPEATS)
  for (let round = 0; round < rounds; round++) {
    if ((await plan.betweenWorkloads?.()) === false) await plan.settle?.(false)
    for (const heat of all) {
      const done = cells
      for (;;) {
        heat.begin()
        for (let repeat = 0; repeat < heat.group.repeats; repeat++) {
          await heat.runOnce(round + repeat, (label) => onCell(`round ${round + 1}: ${heat.workload}, ${label}`))
        }
        const isDisturbed = (await plan.betweenWorkloads?.()) === false
        if (!isDisturbed || repeatsLeft-- <= 0) break
        heat.forget()
        cells = done
        await plan.settle?.(true)
      }
    }
  }
  return all.flatMap((heat) => heat.series)
}

/** Everybody's cells for one workload and one group of parts. */
class Heat {
  readonly workload: string
  readonly group: Group
  readonly series: readonly Series[]
  readonly #plan: Plan
  #begunAt: readonly number[] = []

  constructor(plan: Plan, workload: string, group: Group) {
    this.#plan = plan
    this.workload = workload
    this.group = group
    this.series = group.parts.flatMap((part) =>
      plan.contestants.map((contestant): Series => ({
        workload,
        part,
        contestant,
        readings: [],
        isLossy: false,
        alters: undefined,
        cannot: undefined,
        broken: undefined,
      })),
    )
  }

  begin(): void {
    this.#begunAt = this.series.map(({ readings }) => readings.length)
  }

  /** Drops what was measured since `begin`. */
  forget(): void {
    for (const [index, { readings }] of this.series.entries()) readings.length = this.#begunAt[index]!
  }

  // Another one begins each time, so that each follows a heavy neighbour in turn.
  async runOnce(turn: number, onCell: (label: string) => void): Promise<void> {
    const { contestants } = this.#plan
    for (let i = 0; i < contestants.length; i++) {
      const contestant = contestants[(i + turn) % contestants.length]!
      onCell(contestant.label)
      await this.#runCell(contestant)
    }
  }

  async #runCell(contestant: Contestant): Promise<void> {
    const own = this.series.filter((series) => series.contestant === contestant)
    // Once broken it stays out: a time-out in every round would take the machine's time from the others.
    if (own.some(({ broken }) => broken !== undefined) || own.every(({ cannot }) => cannot !== undefined)) return
    const others = this.group.parts.filter((part) => part.baseline !== contestant.label)
    try {
      const { isLossy, readings, alters, cannot, unread } = await this.#plan.runCell({
        suite: this.#plan.suite,
        system: contestant.system,
        workload: this.workload,
        parts: this.group.parts.map((part) => part.name),
        windowMs: this.#plan.windowMs,
        warmUpMs: this.#plan.warmUpMs,
        baselines: Object.fromEntries(others.map((part) => [part.name, part.baseline])),
      })
      for (const series of own) {
        series.isLossy ||= isLossy
        series.alters ??= alters
        series.cannot = cannot ?? unread?.[series.part.name]
        series.readings.push(readings[series.part.name])
      }
    } catch (error) {
      for (const series of own) series.broken = error instanceof Error ? error.message : String(error)
    }
  }
}
