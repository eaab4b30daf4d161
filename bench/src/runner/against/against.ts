/** `slipring-bench --against`: whether the working tree is slower than another commit. */

import { appendFileSync, realpathSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describeMachine } from '../../machine.ts'
import { exitCodeOf, WRONG_USE } from '../../exit-code.ts'
import type { Arguments } from '../arguments.ts'
import { addToHistory, type HistoryCase } from '../history.ts'
import { versions } from '../versions.ts'
import { type Compared, Contest, labelOf } from './contest.ts'
import { Copies } from './copies.ts'
import { Repository } from './git.ts'
import { Misuse } from './misuse.ts'
import { markdownOf, printed, type Report } from './print.ts'
import { FALSE_ALARMS } from './verdict.ts'

/** Resolves with the exit code. Rejects with a Misuse for what cannot be compared. */
export async function runAgainst(args: Arguments, files: readonly string[], command: string): Promise<number> {
  const startedAt = performance.now()
  const machine = describeMachine()
  const ref = args.against!
  const repository = new Repository(process.cwd())
  const ours = files.map((file) => placeIn(repository, file))
  const [base, head] = [repository.commit(ref), repository.snapshot()]
  const { dirtyFiles } = repository
  const copies = new Copies(repository, process.cwd())
  try {
    await copies.make({ head, base, control: base }, args)
    const outcome = await new Contest(copies, args, base).run(ours)
    if (outcome.compared.length + outcome.broken.length + outcome.notes.length === 0)
      throw new Misuse(`--filter: no case is named like ${args.filter.source}`)
    const report: Report = {
      format: 1,
      command,
      quick: args.quick,
      date: new Date().toISOString(),
      seconds: (performance.now() - startedAt) / 1000,
      ref,
      base,
      dirtyFiles,
      isSame: head === base,
      falseAlarms: FALSE_ALARMS,
      machine,
      versions: versions(),
      ...outcome,
    }
    print(report, args)
    try {
      write(report, args)
    } catch (error) {
      throw new Misuse(`The verdicts above cannot be written: ${(error as Error).message}`, { cause: error })
    }
    return codeOf(report, args)
  } finally {
    copies.remove()
  }
}

/** From the folder of the command: the same in each copy. */
function placeIn({ root }: Repository, file: string): string {
  const path = realpathSync(file)
  if (relative(root, path).startsWith('..')) throw new Misuse(`--against: ${file} is not in the repository ${root}`)
  return relative(realpathSync('.'), path)
}

function print(report: Report, { json }: Arguments): void {
  if (json === '-') console.log(JSON.stringify(report))
  else console.log(printed(report))
}

function write(report: Report, { json, markdown, history }: Arguments): void {
  if (json !== undefined && json !== '-') writeFileSync(json, `${JSON.stringify(report)}\n`)
  // As the summary of a workflow's job is written: below what is there.
  if (markdown !== undefined) appendFileSync(markdown, `${markdownOf(report)}\n`)
  if (history !== undefined) addToHistory(history, report, report.compared.map(keptOf))
}

function keptOf({ judged, ...one }: Compared): HistoryCase {
  const { baseNanos, change, verdict } = judged
  return { label: labelOf(one), nanos: baseNanos * (1 + change), change, verdict }
}

/** Slower, or broken where base is whole: 1. A case that breaks in base alone is no fault of head. */
function codeOf({ compared, broken, load }: Report, { allowLoaded }: Arguments): number {
  if (compared.some(({ judged }) => judged.verdict === 'slower') || broken.some(({ version }) => version !== 'base'))
    return 1
  if (compared.length === 0) return WRONG_USE
  return exitCodeOf([{ rows: [], load }], allowLoaded)
}
