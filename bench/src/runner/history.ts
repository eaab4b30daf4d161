/** `--history <folder>`: a line of JSON for each run, and a page that draws them. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from '../load.ts'
import type { Machine } from '../machine.ts'
import { historyPageOf } from './history-page.ts'

export const HISTORY_FILE = 'history.jsonl'
export const HISTORY_PAGE = 'index.html'

/** A case in one run. */
export interface HistoryCase {
  /** File, suite and name. */
  readonly label: string
  /** Nanoseconds of an operation. */
  readonly nanos: number
  /** By how much it took longer than the other commit, of `--against`. */
  readonly change?: number
  readonly verdict?: string
}

/** A run. */
export interface HistoryLine {
  readonly format: 1
  readonly date: string
  /** Null outside of a repository. */
  readonly commit: string | null
  /** Times of two machines are not one line. */
  readonly machine: string
  readonly isLoaded: boolean
  readonly cases: readonly HistoryCase[]
}

/** A run, as both kinds of reports describe it. */
interface Run {
  readonly date: string
  readonly machine: Machine
  readonly versions: Readonly<Record<string, string>>
  readonly load: Pick<Verdict, 'isLoaded'>
}

/** Adds a run, and draws the page anew. */
export function addToHistory(folder: string, run: Run, cases: readonly HistoryCase[]): void {
  const before = readHistory(folder)
  const { date, load } = run
  const line: HistoryLine = {
    format: 1,
    date,
    commit: commitHere(),
    machine: machineNameOf(run),
    isLoaded: load.isLoaded,
    cases,
  }
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, HISTORY_FILE), `${JSON.stringify(line)}\n`)
  writeFileSync(join(folder, HISTORY_PAGE), historyPageOf([...before, line]))
}

function machineNameOf({ machine: { cpu, cores }, versions }: Run): string {
  const [runtime = '', version = ''] = Object.entries(versions)[0] ?? []
  return `${cpu}, ${cores} cores, ${runtime} ${version}`
}

function commitHere(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    // No git, or no repository.
    return null
  }
}

/** The runs so far. Throws a TypeError with the place of a line that cannot be read. */
export function readHistory(folder: string): HistoryLine[] {
  const file = join(folder, HISTORY_FILE)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, place) => {
    if (text === '') return []
    try {
      const line = JSON.parse(text) as HistoryLine
      if (line.format !== 1 || !Array.isArray(line.cases)) throw new SyntaxError('it is no run of format 1')
      return [line]
    } catch (error) {
      const { message } = error as Error
      throw new TypeError(`--history: cannot read line ${place + 1} of ${file}: ${message}`, { cause: error })
    }
  })
}
