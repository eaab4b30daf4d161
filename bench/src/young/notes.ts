/** The conclusions of the young suite from its rows. */

import { numberOf } from '../report.ts'
import type { Row } from '../rows.ts'
import { breakEvenNotes } from './break-even.ts'
import { countNotes } from './count.ts'
import { BASELINE, FIRST, READY } from './parts.ts'
import { FEW_WORKLOADS, workloadOf } from './workloads.ts'

export function youngNotes(rows: readonly Row[]): string[] {
  const calm = FEW_WORKLOADS.filter((name) => workloadOf(name)?.condition === 'calm')
  const starts = rows.find(({ workload, part }) => part === FIRST && calm.includes(workload))
  return [
    ...(starts === undefined ? [] : [startNote(rows, starts.workload)]),
    ...breakEvenNotes(rows, calm),
    ...countNotes(rows),
  ]
}

function startNote(rows: readonly Row[], workload: string): string {
  const told = [READY, FIRST].map((part) => {
    const valueOf = (system: string): string => {
      const value = rows.find((row) => row.workload === workload && row.part === part && row.system === system)?.value
      return value === null || value === undefined ? 'not measured' : `${numberOf(value.median)} ms`
    }
    return `${part} ${valueOf('slipring')}, with ${BASELINE} ${valueOf(BASELINE)}`
  })
  return `A fresh pair (${workload}): ${told.join('; ')}.`
}
