/** `slipring-bench`. */

import { writeFileSync } from 'node:fs'
import { exitCodeOf, WRONG_USE } from '../exit-code.ts'
import { LoadWatch } from '../load.ts'
import { describeMachine } from '../machine.ts'
import { createProgress } from '../progress.ts'
import { type Arguments, readArguments, USAGE } from './arguments.ts'
import { listCases, measureCase } from './case-thread.ts'
import { compare, printComparison, readReport, requireCommonFile } from './compare.ts'
import { addressOf, filesFor } from './files.ts'
import type { Report, Row } from './report.ts'
import { type Entry, runRounds } from './rounds.ts'
import { printReport } from './table.ts'
import { Tally } from './tally.ts'
import { versions } from './versions.ts'

/** The exit code when a case has become slower. */
const SLOWER = 4

const TIMES = { warmUpMs: 250, windowMs: 500 }
const QUICK_TIMES = { warmUpMs: 60, windowMs: 100 }

/** Runs the command; resolves with its exit code. */
export async function run(argv: string[]): Promise<number> {
  const prepared = tryPrepare(argv)
  if (prepared === undefined) return WRONG_USE
  const { args, files, before } = prepared
  if (args.help) {
    console.log(USAGE)
    return 0
  }
  const report = await measure(args, files, ['slipring-bench', ...argv].join(' '))
  if (args.json !== '-') console.log(printReport(report))
  if (args.json !== undefined) writeJson(args.json, report)
  // Loaded only when asked for: it brings a charting library along.
  if (args.html !== undefined) writeFileSync(args.html, (await import('./html.ts')).htmlOf(report))
  const isSlower = before !== undefined && tellChanges(args, before, report)
  return exitCodeOf([report], args.allowLoaded) || (isSlower ? SLOWER : 0)
}

/** Whether a case has become slower. */
function tellChanges({ compare: file = '', json }: Arguments, before: Report, report: Report): boolean {
  const comparison = compare(before, report)
  const tell = json === '-' ? console.error : console.log
  tell(`\n${printComparison(comparison, file)}`)
  return comparison.changes.some(({ verdict }) => verdict === 'slower')
}

interface Prepared {
  readonly args: Arguments
  readonly files: readonly string[]
  /** The report to compare with. */
  readonly before: Report | undefined
}

function tryPrepare(argv: string[]): Prepared | undefined {
  try {
    const args = readArguments(argv)
    if (args.help) return { args, files: [], before: undefined }
    const before = args.compare === undefined ? undefined : readReport(args.compare)
    const files = filesFor(args.files)
    if (before !== undefined) requireCommonFile(before, files)
    return { args, files, before }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    return undefined
  }
}

async function measure(args: Arguments, files: readonly string[], command: string): Promise<Report> {
  const startedAt = performance.now()
  const machine = describeMachine()
  const watch = new LoadWatch()
  const progress = createProgress()
  const times = args.quick ? QUICK_TIMES : TIMES
  try {
    const entries: Entry[] = []
    for (const file of files) entries.push(...(await entriesOf(file, args)))
    await runRounds(entries, {
      rounds: args.rounds,
      mayRepeat: !args.quick,
      measure: ({ file, suite, name }, onTurn) =>
        measureCase(
          { kind: 'measure', file: addressOf(file), chosen: { suite, name }, ...times },
          args.limitMs,
          onTurn,
        ),
      isCalm: () => watch.calibrate(),
      // A quick run waits for nobody.
      settle: async (isRepeat) => void (args.quick || (await watch.settle(isRepeat))),
      onCase: (share, label) => progress.update(share, label),
    })
    return {
      format: 1,
      command,
      quick: args.quick,
      rounds: args.rounds,
      seconds: (performance.now() - startedAt) / 1000,
      date: new Date().toISOString(),
      machine,
      versions: versions(),
      load: watch.verdict(),
      rows: entries.map(rowOf),
    }
  } finally {
    progress.stop()
    await watch.close()
  }
}

/** The cases of a file that the filter leaves; a broken one for a file that has none or does not load. */
async function entriesOf(file: string, { filter, limitMs }: Arguments): Promise<Entry[]> {
  const broken = (reason: string): Entry[] => [
    { file, suite: '', name: '', isBaseline: false, baseline: null, tally: new Tally(), broken: reason },
  ]
  try {
    const cases = await listCases(addressOf(file), limitMs)
    if (cases.length === 0) return broken('it declares no case: call bench(name, function) in it')
    const names = new Set<string>()
    const chosen = cases.filter(({ suite, name }) => filter.test(suite) || filter.test(name))
    const wanted = new Set(chosen.flatMap(({ suite, name, baseline }) => [keyOf(suite, name), keyOf(suite, baseline)]))
    return cases
      .filter(({ suite, name }) => wanted.has(keyOf(suite, name)))
      .map((one) => {
        const key = keyOf(one.suite, one.name)
        const isTwice = names.has(key)
        names.add(key)
        return {
          ...one,
          file,
          tally: new Tally(),
          broken: isTwice ? 'an earlier case of its suite has this name' : null,
        }
      })
  } catch (error) {
    return broken((error as Error).message)
  }
}

function keyOf(suite: string, name: string | null): string {
  return JSON.stringify([suite, name])
}

function rowOf({ tally, ...entry }: Entry): Row {
  return { ...entry, result: entry.broken === null ? (tally.summary() ?? null) : null }
}

function writeJson(file: string, report: Report): void {
  const text = JSON.stringify(report)
  if (file === '-') console.log(text)
  else writeFileSync(file, `${text}\n`)
}
