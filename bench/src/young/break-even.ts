/** From how many messages on a program is sooner done with Slipring than with the platform's port, its start included. */

import type { Row } from '../rows.ts'
import { AGES, agePart, BASELINE, READY } from './parts.ts'

const END = AGES.at(-1)!.toLocaleString('en-US')

/** So many messages were exchanged by then. */
interface Point {
  /** From the first line of the program: medians of the start, and of the age after it. */
  readonly ms: number
  readonly messages: number
}

/** Infinity where it is not ahead at the end of what was measured; undefined where that was not measured. */
export function breakEvenOf(rows: readonly Row[], workload: string): number | undefined {
  const own = pointsOf(rows, workload, 'slipring')
  const base = pointsOf(rows, workload, BASELINE)
  if (own.length === 0 || base.length === 0) return undefined
  // The quicker of the two is known up to where the slower one ended.
  const last = Math.min(own.at(-1)!.messages, base.at(-1)!.messages)
  const counts = [...own, ...base]
    .map(({ messages }) => messages)
    .filter((messages) => messages > 0 && messages <= last)
  const leads = counts
    .toSorted((a, b) => a - b)
    .map((messages) => ({ messages, lead: timeOf(base, messages) - timeOf(own, messages) }))
  const behind = leads.findLastIndex(({ lead }) => !(lead > 0))
  const [before, after] = [leads[behind], leads[behind + 1]]
  if (after === undefined) return Infinity
  if (before === undefined) return after.messages
  const share = -before.lead / (after.lead - before.lead)
  return Math.round(before.messages + share * (after.messages - before.messages))
}

/** A sentence for those workloads where it is ahead, and one for those where it is not yet. */
export function breakEvenNotes(rows: readonly Row[], workloads: readonly string[]): string[] {
  const told = workloads.map((workload) => ({ workload, messages: breakEvenOf(rows, workload) }))
  const ahead = told.flatMap(({ workload, messages = Infinity }) =>
    messages === Infinity ? [] : [`${inRoundNumbers(messages)} (${workload})`],
  )
  const later = told.flatMap(({ workload, messages }) => (messages === Infinity ? [workload] : []))
  return [
    ...(ahead.length === 0
      ? []
      : [`Its start included, slipring is ahead of ${BASELINE} from so many messages on: ${ahead.join('; ')}.`]),
    ...(later.length === 0 ? [] : [`Its start included, it is not ahead within ${END} ms: ${later.join('; ')}.`]),
  ]
}

function pointsOf(rows: readonly Row[], workload: string, system: string): Point[] {
  const valueOf = (part: string): number | undefined =>
    rows.find((row) => row.workload === workload && row.system === system && row.part === part)?.value?.median
  const ready = valueOf(READY)
  if (ready === undefined) return []
  const points = AGES.flatMap((age): Point[] => {
    const messages = valueOf(agePart(age))
    return messages === undefined ? [] : [{ ms: ready + age, messages }]
  })
  return points.length === 0 ? [] : [{ ms: ready, messages: 0 }, ...points]
}

/** By lines between the points. */
function timeOf(points: readonly Point[], messages: number): number {
  const next = points.findIndex((point) => point.messages >= messages)
  const [before, after] = [points[Math.max(0, next - 1)]!, points[next]!]
  if (after.messages === before.messages) return after.ms
  return before.ms + ((messages - before.messages) / (after.messages - before.messages)) * (after.ms - before.ms)
}

// Two digits: the medians give no more.
function inRoundNumbers(count: number): string {
  return Number(count.toPrecision(2)).toLocaleString('en-US')
}
