/**
 * `slipring-bench`.
 *
 * @inside
 * @since 0.2
 */

import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { exitCodeOf, WRONG_USE } from '../exit-code.ts'
import { describeMachine } from '../machine.ts'
import { Misuse } from './against/misuse.ts'
import { type Arguments, readArguments, USAGE } from './arguments.ts'
import { compare, printComparison, readReport, requireCommonFile } from './compare.ts'
import { filesFor } from './files.ts'
import { addToHistory, type HistoryCase, readHistory } from './history.ts'
import { roundsOf } from './measure.ts'
import { measureEverywhere } from './places.ts'
import { placeOf, type Report, reportsByPlace } from './report.ts'
import { printReport } from './table.ts'

/** The exit code when a case has become slower. */
const SLOWER = 4

/** Runs the command; resolves with its exit code. */
export async function run(argv: string[]): Promise<number> {
  const prepared = tryPrepare(argv)
  if (prepared === undefined) return WRONG_USE
  const { args, files, before } = prepared
  if (args.help) {
    console.log(USAGE)
    return 0
  }
  if (args.doctor) return (await import('./doctor/doctor.ts')).diagnose(args)
  const command = ['slipring-bench', ...argv].join(' ')
  if (args.against !== undefined) return compareWithCommit(args, files, command)
  const report = await measure(args, files, command)
  if (report.rows.length === 0) {
    // A command that runs this one in another runtime waits for the report.
    if (args.json === '-') writeJson(args.json, report)
    console.error(`--filter: no case is named like ${args.filter.source}`)
    return WRONG_USE
  }
  if (args.json !== '-') console.log(printReport(report))
  const { json, html, history } = args
  const written = [
    await tryWrite('--json', json, (file) => writeJson(file, report)),
    // Loaded only when asked for: it brings a charting library along.
    await tryWrite('--html', html, async (file) => writeFileSync(file, (await import('./html.ts')).htmlOf(report))),
    await tryWrite('--history', history, (folder) => {
      for (const one of reportsByPlace(report)) addToHistory(folder, one, casesOf(one))
    }),
  ]
  const compared = before === undefined ? 0 : tellChanges(args, before, report)
  if (written.includes(false)) return WRONG_USE
  // A loaded machine makes a report of something else no better.
  return compared === WRONG_USE ? WRONG_USE : exitCodeOf([report], args.allowLoaded) || compared
}

/** False, with the reason on stderr, where the system refuses, such as a full disk. */
async function tryWrite(
  option: string,
  place: string | undefined,
  write: (place: string) => Promise<void> | void,
): Promise<boolean> {
  try {
    if (place !== undefined) await write(place)
    return true
  } catch (error) {
    if (!isOfSystem(error)) throw error
    console.error(`${option}: cannot be written: ${error.message}`)
    return false
  }
}

async function compareWithCommit(args: Arguments, files: readonly string[], command: string): Promise<number> {
  try {
    return await (await import('./against/against.ts')).runAgainst(args, files, command)
  } catch (error) {
    if (error instanceof Misuse) console.error(error.message)
    else if (isOfSystem(error)) {
      console.error(`--against: ${error.message}. The copies need room in ${tmpdir()}: TMPDIR names another folder`)
    } else throw error
    return WRONG_USE
  }
}

/** A full disk, a folder that cannot be written. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string'
}

/** Gives the exit code for a run in which nothing else went wrong. */
function tellChanges({ compare: file = '', json }: Arguments, before: Report, report: Report): number {
  const comparison = compare(before, report)
  if (comparison.added.length === report.rows.length) {
    console.error(`--compare: ${file} and this run have no case in common`)
    return WRONG_USE
  }
  const tell = json === '-' ? console.error : console.log
  tell(`\n${printComparison(comparison, file)}`)
  return comparison.changes.some(({ verdict }) => verdict === 'slower') ? SLOWER : 0
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
    if (args.help || args.doctor) return { args, files: [], before: undefined }
    const before = args.compare === undefined ? undefined : readReport(args.compare)
    const files = filesFor(args.files)
    // Now, and not after minutes of measuring.
    if (args.history !== undefined) readHistory(args.history)
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
  const measured = await measureEverywhere(args, files)
  return {
    format: 1,
    command,
    quick: args.quick,
    rounds: roundsOf(args),
    seconds: (performance.now() - startedAt) / 1000,
    date: new Date().toISOString(),
    machine,
    ...measured,
  }
}

function casesOf({ rows }: Report): HistoryCase[] {
  return rows.flatMap((row) => (row.result === null ? [] : [{ label: placeOf(row), nanos: row.result.times.median }]))
}

function writeJson(file: string, report: Report): void {
  const text = JSON.stringify(report)
  if (file === '-') console.log(text)
  else writeFileSync(file, `${text}\n`)
}
