/** Measures bench files in one place. */

import { LoadWatch, type Verdict } from '../load.ts'
import { createProgress } from '../progress.ts'
import type { Arguments } from './arguments.ts'
import type { Answer, Declared } from './case-task.ts'
import { addressOf } from './files.ts'
import type { Place } from './place.ts'
import { brokenBy } from './reason.ts'
import type { Row } from './report.ts'
import { type Entry, runRounds } from './rounds.ts'
import { Tally } from './tally.ts'

/** The report of one place. */
export interface Measured {
  readonly versions: Readonly<Record<string, string>>
  readonly load: Verdict
  readonly rows: readonly Row[]
}

const TIMES = { warmUpMs: 250, windowMs: 500 }
const QUICK_TIMES = { warmUpMs: 60, windowMs: 100 }

export async function measureIn(place: Place, args: Arguments, files: readonly string[]): Promise<Measured> {
  const watch = new LoadWatch()
  const progress = createProgress()
  const times = args.quick ? QUICK_TIMES : TIMES
  try {
    const entries: Entry[] = []
    for (const file of files) entries.push(...(await entriesOf(place, file, args)))
    await runRounds(entries, {
      rounds: args.rounds,
      mayRepeat: !args.quick,
      measure: ({ file, suite, name }, onTurn) =>
        place.run(
          { kind: 'measure', file: addressOf(file), chosen: { suite, name }, ...times },
          args.limitMs,
          (answer) => {
            if (answer.kind === 'turn') onTurn(answer.turn)
          },
        ),
      isCalm: () => watch.calibrate(),
      // A quick run waits for nobody.
      settle: async (isRepeat) => void (args.quick || (await watch.settle(isRepeat))),
      onCase: (share, label) => progress.update(share, place.name === '' ? label : `${place.name}, ${label}`),
    })
    const rows = entries.map(rowOf)
    return {
      versions: place.versions,
      load: watch.verdict(),
      rows: place.name === '' ? rows : rows.map((row) => ({ place: place.name, ...row })),
    }
  } finally {
    progress.stop()
    await watch.close()
  }
}

/** The cases of a file that the filter leaves; a broken one for a file that has none or does not load. */
async function entriesOf(place: Place, file: string, { filter, limitMs }: Arguments): Promise<Entry[]> {
  const broken = (reason: { broken: string; trace?: string }): Entry[] => [
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
          broken: isTwice ? 'an earlier case of its suite has this name' : null,
        }
      })
  } catch (error) {
    return broken(brokenBy(error))
  }
}

async function listCases(place: Place, file: string, limitMs: number): Promise<readonly Declared[]> {
  let cases: readonly Declared[] = []
  await place.run({ kind: 'list', file }, limitMs, (answer: Answer) => {
    if (answer.kind === 'listed') cases = answer.cases
  })
  return cases
}

function keyOf(suite: string, name: string | null): string {
  return JSON.stringify([suite, name])
}

function rowOf({ tally, ...entry }: Entry): Row {
  return { ...entry, result: entry.broken === null ? (tally.summary() ?? null) : null }
}
