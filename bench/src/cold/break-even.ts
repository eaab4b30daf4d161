/** From how many messages on a program is sooner done with another system than with the baseline, its start included. */

import type { Row } from '../rows.ts'
import { BASELINE, MARKS, markPart, READY } from './parts.ts'

export interface Total {
  readonly system: string
  readonly workload: string
  readonly messages: number
  /** From the first line of the program: medians of the start and of the messages after it. */
  readonly ms: number
}

export function totalsOf(rows: readonly Row[]): Total[] {
  const valueOf = (workload: string, system: string, part: string): number | undefined =>
    rows.find((row) => row.workload === workload && row.system === system && row.part === part)?.value?.median
  const lines = new Map(rows.map(({ workload, system }) => [`${workload} ${system}`, { workload, system }]))
  return [...lines.values()].flatMap(({ workload, system }) => {
    const ready = valueOf(workload, system, READY)
    return MARKS.flatMap((messages): Total[] => {
      const ms = valueOf(workload, system, markPart(messages))
      return ready === undefined || ms === undefined ? [] : [{ system, workload, messages, ms: ready + ms }]
    })
  })
}

/** By lines between the numbers that were measured; undefined where the system is ahead nowhere behind the last crossing. */
export function breakEvenOf(totals: readonly Total[], workload: string, system: string): number | undefined {
  const timesOf = (name: string): readonly Total[] =>
    totals.filter((total) => total.workload === workload && total.system === name)
  const own = timesOf(system)
  const base = timesOf(BASELINE)
  const leads = own.map(({ messages, ms }, index) => ({ messages, lead: (base[index]?.ms ?? NaN) - ms }))
  const behind = leads.findLastIndex(({ lead }) => !(lead > 0))
  const [before, after] = [leads[behind], leads[behind + 1]]
  if (after === undefined) return undefined
  if (before === undefined) return after.messages
  const share = -before.lead / (after.lead - before.lead)
  return Math.round(before.messages + share * (after.messages - before.messages))
}

/** A sentence for each way. */
export function breakEvenNotes(rows: readonly Row[]): string[] {
  const totals = totalsOf(rows)
  const others = new Map(
    totals.filter(({ system }) => system !== BASELINE).map((total) => [`${total.workload} ${total.system}`, total]),
  )
  return [...others.values()].map(({ workload, system }) => {
    const messages = breakEvenOf(totals, workload, system)
    return messages === undefined
      ? `Break-even, ${workload}: ${system} is not ahead of ${BASELINE} within what was measured.`
      : `Break-even, ${workload}: ${system} is ahead of ${BASELINE}, its start included, from about ${inRoundNumbers(messages)} messages on.`
  })
}

// Two digits: the medians give no more.
function inRoundNumbers(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en-US')
}
