/** Measures bench files in one place. */

import { LoadWatch, type Verdict } from '../load.ts'
import { createProgress } from '../progress.ts'
import type { Arguments } from './arguments.ts'
import type { Answer, CaseTask, Declared } from './case-task.ts'
import { addressOf } from './files.ts'
import type { Place } from './place.ts'
import { brokenBy } from './reason.ts'
import type { Row } from './report.ts'
import { type Entry, runRounds } from './rounds.ts'
import { Tally } from './tally.ts'

interface Measuring extends Entry {
  readonly isBaseline: boolean
  readonly baseline: string | null
  readonly tally: Tally
}

/** The report of one place. */
export interface Measured {
  readonly versions: Readonly<Record<string, string>>
  readonly load: Verdict
  /** Of each runtime and browser, where the command names any. */
  readonly loads?: Readonly<Record<string, Verdict>>
  readonly rows: readonly Row[]
}

/** Why a case is broken. */
export const NAMED_TWICE = 'an earlier case of its suite has this name'
const TIMES = { warmUpMs: 250, windowMs: 500 }
const ROUNDS = 5
const QUICK_ROUNDS = 2
const QUICK_TIMES = { warmUpMs: 60, windowMs: 100 }

export async function measureIn(place: Place, args: Arguments, files: readonly string[]): Promise<Measured> {
  const entries: Measuring[] = []
  for (const file of files) entries.push(...(await entriesOf(place, file, args)))
  const load = await measureRounds(
    entries,
    { ...args, rounds: roundsOf(args), isPatient: !args.quick, place },
    ({ file, suite, name }, times) => ({
      kind: 'measure',
      file: addressOf(file),
      chosen: { suite, name },
      ...times,
    }),
  )
  const rows = entries.map(rowOf)
  return {
    versions: place.versions,
    load,
    rows: place.name === '' ? rows : rows.map((row) => ({ place: place.name, ...row })),
  }
}

/** How often everything is measured. */
export function roundsOf({ rounds, quick }: Pick<Arguments, 'rounds' | 'quick'>): number {
  return rounds ?? (quick ? QUICK_ROUNDS : ROUNDS)
}

interface Rounds extends Pick<Arguments, 'quick' | 'limitMs'> {
  readonly rounds: number
  /** Whether to wait for a calm machine, and to take again what was disturbed. */
  readonly isPatient: boolean
  readonly place: Place
}

/** Measures all in rounds, and watches the machine meanwhile. */
export async function measureRounds<One extends Entry>(
  entries: readonly One[],
  { place, rounds, isPatient, quick, limitMs }: Rounds,
  taskOf: (entry: One, times: typeof TIMES) => CaseTask,
): Promise<Verdict> {
  const watch = new LoadWatch()
  const progress = createProgress()
  try {
    await runRounds(entries, {
      rounds,
      mayRepeat: isPatient,
      measure: (entry, onTurn) =>
        place.run(taskOf(entry, quick ? QUICK_TIMES : TIMES), limitMs, (answer) => {
          if (answer.kind === 'turn') onTurn(answer.turn)
        }),
      isCalm: () => watch.calibrate(),
      settle: async (isRepeat) => void (!isPatient || (await watch.settle(isRepeat))),
      onCase: (share, label) => progress.update(share, place.name === '' ? label : `${place.name}, ${label}`),
    })
    return watch.verdict()
  } finally {
    progress.stop()
    await watch.close()
  }
}

/** The cases of a file that the filter leaves; a broken one for a file that has none or does not load. */
async function entriesOf(place: Place, file: string, { filter, limitMs }: Arguments): Promise<Measuring[]> {
  const broken = (reason: { broken: string; trace?: string }): Measuring[] => [
    { file, suite: '', name: '', isBaseline: false, baseline: null, tally: new Tally(), ...reason },
  ]
  try {
    const cases = await listCases(place, addressOf(file), limitMs)
    if (cases.length === 0) return broken({ broken: 'it declares no case: call bench(name, function) in it' })
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
          broken: isTwice ? NAMED_TWICE : null,
        }
      })
  } catch (error) {
    return broken(brokenBy(error))
  }
}

export async function listCases(place: Place, file: string, limitMs: number): Promise<readonly Declared[]> {
  let cases: readonly Declared[] = []
  await place.run({ kind: 'list', file }, limitMs, (answer: Answer) => {
    if (answer.kind === 'listed') cases = answer.cases
  })
  return cases
}

function keyOf(suite: string, name: string | null): string {
  return JSON.stringify([suite, name])
}

function rowOf({ tally, ...entry }: Measuring): Row {
  return { ...entry, result: entry.broken === null ? (tally.summary() ?? null) : null }
}
