/** The functions that a message passes, and all that an import loads, as rows of the young suite. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellTask, Reading } from '../cell.ts'
import { outputOf } from '../output.ts'
import type { Row } from '../rows.ts'
import { CALLS, FUNCTIONS, MODULES, SOURCE } from './parts.ts'
import { readingOf } from './reading.ts'

const SCRIPT = fileURLToPath(new URL('./way.mjs', import.meta.url))

interface Passed {
  /** Their names. */
  readonly functions: readonly string[]
  readonly calls: number
  /** Their files, from the root of the repository. */
  readonly files: readonly string[]
}

/** The process prints this. */
interface Way {
  readonly out: Passed
  readonly in: Passed
  readonly nothing: Passed
  readonly modules: number
  readonly source: number
}

const PASSES = { 'a message out': 'out', 'a message in': 'in', 'nothing more': 'nothing' } as const
const IMPORT = 'import'

export const COUNTED: readonly string[] = [...Object.keys(PASSES), IMPORT]

export async function countWay(): Promise<Way> {
  const child = spawn(process.execPath, [...process.execArgv, SCRIPT], { stdio: ['ignore', 'pipe', 'pipe'] })
  return JSON.parse(await outputOf(child, 'the process that counts')) as Way
}

export async function countReadings({ workload, parts }: CellTask): Promise<Record<string, Reading>> {
  const way = await countWay()
  const values: Record<string, number> =
    workload === IMPORT
      ? { [MODULES]: way.modules, [SOURCE]: way.source }
      : {
          [FUNCTIONS]: way[PASSES[workload as keyof typeof PASSES]].functions.length,
          [CALLS]: way[PASSES[workload as keyof typeof PASSES]].calls,
        }
  return Object.fromEntries(
    parts.flatMap((part) => (values[part] === undefined ? [] : [[part, readingOf(values[part])]])),
  )
}

/** A sentence, where all of it was counted. */
export function countNotes(rows: readonly Row[]): string[] {
  const valueOf = (workload: string, part: string): number | undefined =>
    rows.find((row) => row.workload === workload && row.part === part)?.value?.median
  const passed = Object.keys(PASSES).map((workload) => [valueOf(workload, FUNCTIONS), valueOf(workload, CALLS)])
  const [out, received, nothing] = passed.map(([functions, calls]) => `${functions} functions in ${calls} calls`)
  const loaded = [valueOf(IMPORT, MODULES), valueOf(IMPORT, SOURCE)]
  if ([...passed, loaded].flat().includes(undefined)) return []
  return [
    `On the way of a plain message: ${out} out, ${received} in, and ${nothing} to find nothing more. ` +
      `An import loads ${Math.round(loaded[1]! / 1000)} kB of source and ${loaded[0]} modules of Node.`,
  ]
}
