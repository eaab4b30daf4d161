/** Measures each case in head, base and control by turns, and judges. */

import type { Verdict } from '../../load.ts'
import type { Arguments } from '../arguments.ts'
import type { CaseName, CaseTask } from '../case-task.ts'
import { here } from '../case-thread.ts'
import type { Role } from '../contender.ts'
import { addressOf } from '../files.ts'
import { listCases, measureRounds, NAMED_TWICE } from '../measure.ts'
import { brokenBy } from '../reason.ts'
import type { Entry } from '../rounds.ts'
import { shuffled } from '../shuffled.ts'
import { type Copies, type Version, VERSIONS } from './copies.ts'
import { Misuse } from './misuse.ts'
import { fewestRounds, MOST_ROUNDS } from './permutation.ts'
import { ContestTally } from './tally.ts'
import { FALSE_ALARMS, judge, type Judged } from './verdict.ts'

export interface Compared extends CaseName {
  readonly file: string
  readonly judged: Judged
}

/** A case that gives no verdict. */
export interface Broken extends CaseName {
  readonly file: string
  /** Where it breaks. */
  readonly version: Version | 'both'
  readonly broken: string
  readonly trace?: string
}

export interface Outcome {
  readonly rounds: number
  readonly load: Verdict
  readonly compared: readonly Compared[]
  readonly broken: readonly Broken[]
  readonly notes: readonly string[]
}

interface Contesting extends Entry {
  readonly tally: ContestTally
}

const ROLES: Readonly<Record<Version, Role>> = { head: 'own', base: 'baseline', control: 'control' }
const ROUNDS = 10
const QUICK_ROUNDS = 5
/** So few rounds tell only what is the same in each: one more may be disturbed. */
const SPARE_ROUNDS = 2
/** To see whether a case breaks, not how long it takes. */
const BLAME_MS = { warmUpMs: 1, windowMs: 1 }

export class Contest {
  readonly #copies: Copies
  readonly #args: Arguments
  readonly #base: string
  readonly #broken: Broken[] = []
  readonly #notes: string[] = []

  /** `base`: the commit that it is. */
  constructor(copies: Copies, args: Arguments, base: string) {
    this.#copies = copies
    this.#args = args
    this.#base = base
  }

  async run(files: readonly string[]): Promise<Outcome> {
    const entries: Contesting[] = []
    for (const file of files) entries.push(...(await this.#casesOf(file)))
    const rounds = roundsFor(entries.length, this.#args)
    const place = here()
    // Disturbed or not, all three are alike in it: nothing is waited for, and less can be shown.
    const load = await measureRounds(
      entries,
      { ...this.#args, rounds, isPatient: false, place },
      ({ file, suite, name }, times) => ({
        kind: 'contest',
        chosen: { suite, name },
        ...times,
        // By lot: whatever the order does to one of them it does to each.
        versions: shuffled(VERSIONS).map((version) => ({ role: ROLES[version], file: this.#address(version, file) })),
      }),
    )
    for (const { tally, ...one } of entries.filter(({ broken }) => broken === null))
      this.#notes.push(...tally.doubts().map((doubt) => `${labelOf(one)}: ${doubt}`))
    for (const { file, suite, name, broken, trace } of entries.filter((entry) => entry.broken !== null))
      this.#broken.push({ file, ...(await this.#blame(file, { suite, name }, broken!, trace)) })
    const whole = entries.filter(({ broken }) => broken === null)
    const compared = whole.map(({ file, suite, name, tally }) => ({
      file,
      suite,
      name,
      judged: judge(tally.contested(), whole.length, this.#args.least),
    }))
    return { rounds, load, compared, broken: this.#broken, notes: this.#notes }
  }

  /** The cases that head has, with what base has of them. */
  async #casesOf(file: string): Promise<Contesting[]> {
    const own = await this.#tryList('base', file)
    this.#copies.spread(file)
    const head = await this.#tryList('head', file)
    if (!Array.isArray(head)) {
      const version = Array.isArray(own) ? 'head' : 'both'
      this.#broken.push({ file, suite: '', name: '', version, ...brokenBy(head) })
      return []
    }
    let base = await this.#tryList('base', file)
    if (!Array.isArray(base) && Array.isArray(own)) {
      const { broken } = brokenBy(base)
      this.#notes.push(`${file} of head does not load in base (${broken}): base runs its own`)
      this.#copies.restore(file, this.#base)
      base = own
    }
    if (!Array.isArray(base)) {
      this.#broken.push({ file, suite: '', name: '', version: 'base', ...brokenBy(base) })
      return []
    }
    const { filter } = this.#args
    const chosen = (one: CaseName): boolean => filter.test(one.suite) || filter.test(one.name)
    const only = (where: string, one: CaseName): void =>
      void this.#notes.push(`only ${where} has ${labelOf({ file, ...one })}`)
    for (const one of head.filter(chosen)) if (!isIn(base, one)) only('head', one)
    if (Array.isArray(own)) for (const one of own.filter(chosen)) if (!isIn(head, one)) only('base', one)
    const entries: Contesting[] = []
    for (const { suite, name } of head.filter((one) => chosen(one) && isIn(base, one))) {
      // A name finds the first that has it.
      if (isIn(entries, { suite, name })) this.#broken.push({ file, suite, name, version: 'both', broken: NAMED_TWICE })
      else entries.push({ file, suite, name, tally: new ContestTally(), broken: null })
    }
    return entries
  }

  /** The cases, or why there are none. */
  async #tryList(version: Version, file: string): Promise<readonly CaseName[] | Error> {
    try {
      const cases = await listCases(here(), this.#address(version, file), this.#args.limitMs)
      return cases.length > 0 ? cases : new Error('it declares no case: call bench(name, function) in it')
    } catch (error) {
      return error as Error
    }
  }

  /** Runs a broken case alone in head and in base: one of them breaks. */
  async #blame(file: string, chosen: CaseName, broken: string, trace?: string): Promise<Omit<Broken, 'file'>> {
    const fails = async (version: Version): Promise<Error | undefined> => {
      const task: CaseTask = { kind: 'measure', file: this.#address(version, file), chosen, ...BLAME_MS }
      return here()
        .run(task, this.#args.limitMs, () => {})
        .then(
          () => undefined,
          (error: Error) => error,
        )
    }
    const [head, base] = [await fails('head'), await fails('base')]
    const version =
      head !== undefined && base === undefined ? 'head' : head === undefined && base !== undefined ? 'base' : 'both'
    const error = head ?? base
    return {
      ...chosen,
      version,
      ...(error === undefined ? { broken, ...(trace === undefined ? {} : { trace }) } : brokenBy(error)),
    }
  }

  #address(version: Version, file: string): string {
    return addressOf(file, this.#copies.folder(version))
  }
}

export function labelOf({ file, suite, name }: CaseName & { readonly file: string }): string {
  return [file, suite, name].filter((part) => part !== '').join(' › ')
}

function isIn(names: readonly CaseName[], { suite, name }: CaseName): boolean {
  return names.some((one) => one.suite === suite && one.name === name)
}

/** Throws a Misuse for too few and for too many. */
function roundsFor(cases: number, { rounds, quick }: Arguments): number {
  const fewest = fewestRounds(FALSE_ALARMS / Math.max(cases, 1))
  if (rounds === undefined) return Math.max(quick ? QUICK_ROUNDS : ROUNDS, fewest + (quick ? 0 : SPARE_ROUNDS))
  if (rounds < fewest || rounds > MOST_ROUNDS)
    throw new Misuse(
      `--rounds: ${rounds} rounds cannot judge ${cases} cases with ${FALSE_ALARMS * 100} false alarm in 100 runs: ` +
        `from ${fewest} to ${MOST_ROUNDS} with --against`,
    )
  return rounds
}
