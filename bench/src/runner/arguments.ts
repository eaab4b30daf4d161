/** The command line of `slipring-bench`. */

import { parseArgs } from 'node:util'
import { HISTORY_FILE } from './history.ts'
import { type BrowserName, BROWSERS } from './pages/browsers.ts'
import { type Runtime, RUNTIMES } from './runtimes.ts'

export interface Arguments {
  readonly files: readonly string[]
  readonly help: boolean
  /** Examine the machine, and measure nothing. */
  readonly doctor: boolean
  readonly quick: boolean
  readonly allowLoaded: boolean
  readonly filter: RegExp
  /** Undefined: the usual number. */
  readonly rounds: number | undefined
  /** Where to run besides: none of both is here. */
  readonly runtimes: readonly Runtime[]
  readonly browsers: readonly BrowserName[]
  /** A case that has not ended after so long, in one round, is broken. */
  readonly limitMs: number
  /** Where the report goes as JSON: a file, or `-` for stdout. */
  readonly json: string | undefined
  /** Where the report goes as a page. */
  readonly html: string | undefined
  /** The JSON of an earlier report. */
  readonly compare: string | undefined
  /** The folder that keeps a line of each run. */
  readonly history: string | undefined
  /** The commit that the working tree is compared with. */
  readonly against: string | undefined
  /** Commands that make each copy ready to run. */
  readonly install: string | undefined
  readonly build: string | undefined
  /** A smaller change is none: a part of the time. */
  readonly least: number
  /** Where the verdicts go as Markdown. */
  readonly markdown: string | undefined
}

export const USAGE: string = `Usage: slipring-bench [file …] [option …]

Runs bench files: each case in a thread of its own, by turns with the baseline of its suite.
Without a file: every **/*.bench.{ts,mts,js,mjs} of this folder.

  --filter <regexp>  only cases whose suite or name matches, and the baselines of their ratios
  --rounds <n>       how often everything is measured (5; quick: 2)
  --quick            fewer and shorter rounds: a check and a first impression, not a measurement
  --limit <seconds>  how long a round of a case may take (60)
  --runtime <list>   in other runtimes: ${RUNTIMES.map(({ name }) => name).join(',')}
  --browser <list>   in workers of an isolated page: ${BROWSERS.join(',')}
  --json <file>      write the report as JSON; - is stdout, and then nothing else is printed there
  --html <file>      write the report as one page with charts
  --compare <file>   say what has changed since a report that --json wrote
  --history <folder> add a line of JSON to ${HISTORY_FILE} there, and draw all lines as a page
  --allow-loaded     end well although the machine was busy with something else

  --against <ref>    say whether the working tree is slower than that commit: both are measured by turns
  --install <cmd>    run in each copy first, such as 'npm ci'; without it all use what is installed here
  --build <cmd>      run in each copy then, such as 'npm run build'
  --least <percent>  a smaller change is none (1)
  --markdown <file>  add the verdicts to a file, as Markdown

  --doctor [address …]  measure nothing: say whether messages go by the ring here, or in each --runtime and --browser,
                        and whether the headers of these addresses give a page shared memory

Exit code: 1 when a case or a file is broken or, with --against, slower, 2 for a wrong command line, 3 when the machine was loaded,
4 when a case is slower than in the report of --compare.`

const MOST_ROUNDS = 1000
const LEAST_PERCENT = 1
const MOST_PERCENT = 1000
const OF_AGAINST = ['install', 'build', 'least', 'markdown'] as const
const NOT_AGAINST = ['compare', 'html', 'runtime', 'browser'] as const
const LIMIT_S = 60
const MOST_LIMIT_S = 86_400

/** Throws a TypeError naming the first argument that is wrong. */
export function readArguments(args: string[]): Arguments {
  const options = {
    help: { type: 'boolean', short: 'h' },
    doctor: { type: 'boolean' },
    quick: { type: 'boolean' },
    'allow-loaded': { type: 'boolean' },
    filter: { type: 'string' },
    rounds: { type: 'string' },
    runtime: { type: 'string' },
    browser: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'string' },
    html: { type: 'string' },
    compare: { type: 'string' },
    history: { type: 'string' },
    against: { type: 'string' },
    install: { type: 'string' },
    build: { type: 'string' },
    least: { type: 'string' },
    markdown: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const quick = values.quick === true
  requireFitting(values)
  return {
    files: positionals,
    help: values.help === true,
    doctor: values.doctor === true,
    quick,
    allowLoaded: values['allow-loaded'] === true,
    filter: readFilter(values.filter ?? ''),
    rounds: values.rounds === undefined ? undefined : readNumber('rounds', values.rounds, MOST_ROUNDS),
    runtimes: readList('runtime', values.runtime, RUNTIMES, ({ name }) => name),
    browsers: readList('browser', values.browser, BROWSERS, (name) => name),
    limitMs: readNumber('limit', values.limit ?? String(LIMIT_S), MOST_LIMIT_S) * 1000,
    json: values.json,
    html: values.html,
    compare: values.compare,
    history: values.history,
    against: values.against,
    install: values.install,
    build: values.build,
    least: readNumber('least', values.least ?? String(LEAST_PERCENT), MOST_PERCENT) / 100,
    markdown: values.markdown,
  }
}

/** Throws a TypeError for options that say nothing together. */
function requireFitting(values: Readonly<Record<string, unknown>>): void {
  if (values['help'] === true) return
  const isAgainst = values['against'] !== undefined
  const wrong = (isAgainst ? NOT_AGAINST : OF_AGAINST).find((name) => values[name] !== undefined)
  if (wrong === undefined) return
  throw new TypeError(isAgainst ? `--${wrong} cannot go with --against` : `--${wrong} needs --against <ref>`)
}

function readFilter(text: string): RegExp {
  try {
    return new RegExp(text, 'i')
  } catch (error) {
    throw new TypeError(`--filter: ${(error as Error).message}`, { cause: error })
  }
}

/** Those of `all` whose names are listed. */
function readList<T>(option: string, text: string | undefined, all: readonly T[], nameOf: (one: T) => string): T[] {
  if (text === undefined) return []
  return text.split(',').map((name) => {
    const found = all.find((one) => nameOf(one) === name)
    if (found !== undefined) return found
    throw new TypeError(`--${option}: there is no ${name}: name some of ${all.map(nameOf).join(',')}`)
  })
}

function readNumber(name: string, text: string, most: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new TypeError(`--${name}: a whole number from 1 to ${most} is expected, not ${text}`)
  return number
}
