/** The straightness suite: one system under two names. Any ratio but 1 is an error of the ruler. */

import type { Row } from '../rows.ts'
import type { Part, Suite } from '../suite.ts'

/** The system, and its second name. */
const SYSTEM = 'slipring'
const TWIN = 'slipring again'
const LEAST = 0.95
const MOST = 1.05

const part = (name: string, unit: Part['unit'], better: Part['better']): Part => ({
  name,
  unit,
  better,
  baseline: SYSTEM,
})

/** The name of the system in a cell of the other suites. */
export function systemOf(name: string): string {
  return name === TWIN ? SYSTEM : name
}

export const straightnessSuite: Suite = {
  name: 'straightness',
  subject: TWIN,
  headline: 'echo 100',
  groups: [
    {
      repeats: 1,
      parts: [part('encode', 'ns', 'less'), part('decode', 'ns', 'less'), part('round trip', 'ns', 'less')],
    },
    { repeats: 1, parts: [part('echo 1', 'µs', 'less')] },
    { repeats: 1, parts: [part('echo 100', 'msg/s', 'more')] },
    { repeats: 1, parts: [part('one way', 'msg/s', 'more')] },
  ],
  systems: [{ name: SYSTEM }, { name: TWIN }],
  workloads: ['Ticker', 'User'],
  quickWorkloads: ['User'],
  warmUpMs: 1000,
  quickWarmUpMs: 150,
  notes: verdictsOn,
  method: `slipring again is slipring: the same code, measured by turns with itself. encode, decode, round trip: as in the suite codec.
echo 1, echo 100, one way: as in the suite transport. The ratio by turns must lie within 0.95 and 1.05. Where it does not,
the rounds tell whether the machine was unsteady: then their middle half lies around 1.`,
}

/** A sentence for each part of each workload. */
export function verdictsOn(rows: readonly Row[]): string[] {
  return rows.flatMap(({ workload, part: name, system, ratio }) => {
    if (system !== TWIN || ratio === null) return []
    const { median, q1, q3 } = ratio
    const measured = `${workload}, ${name}: ${median.toFixed(3)} (${q1.toFixed(3)} to ${q3.toFixed(3)})`
    if (median >= LEAST && median <= MOST) return [`Straight: ${measured}.`]
    return [q1 <= 1 && q3 >= 1 ? `Unsteady: ${measured}.` : `NOT STRAIGHT: ${measured}.`]
  })
}
