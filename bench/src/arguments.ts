/** The command line of the ruler. */

import { parseArgs } from 'node:util'
import { suites } from './suites.ts'

const BROWSERS = ['chromium', 'firefox'] as const
export type BrowserName = (typeof BROWSERS)[number]

const RUNTIMES = ['bun', 'deno'] as const
export type RuntimeName = (typeof RUNTIMES)[number]

export type PlaceName = 'node' | RuntimeName | BrowserName

export function isRuntime(name: PlaceName): name is RuntimeName {
  return RUNTIMES.some((runtime) => runtime === name)
}

export interface Arguments {
  readonly suite: string
  readonly quick: boolean
  readonly json: boolean
  readonly help: boolean
  readonly write: boolean
  readonly allowLoaded: boolean
  /** None: everything. */
  readonly filters: readonly string[]
  /** 0: as many as the suite wants. */
  readonly rounds: number
  /** None: Node. */
  readonly places: readonly Exclude<PlaceName, 'node'>[]
}

const NAMES = suites.map((suite) => suite.name)

export const USAGE = `Usage: npm run bench -- <${NAMES.join('|')}> [option …]

  --quick           fewer rounds and workloads: a check and a first impression, not a measurement
  --filter <text>   only workloads, systems and parts whose name contains the text, and the baselines of their ratios;
                    a whole name means that one alone; several filters: what one of them names
  --rounds <n>      how often everything is measured
  --browser <list>  in pages instead of Node: ${BROWSERS.join(',')}
  --runtime <list>  in other runtimes instead of Node, which the suite young can: ${RUNTIMES.join(',')}
  --json            print the report as JSON and nothing else
  --write           put tables and pictures into docs, if the machine was not loaded
  --allow-loaded    write and end well although the machine was busy with something else

Exit code: 1 when a row is broken, 2 for a wrong command line, 3 when the machine was loaded.`

/** Throws a TypeError naming the first argument that is wrong. */
export function readArguments(args: string[]): Arguments {
  const options = {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    'allow-loaded': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    filter: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    browser: { type: 'string' },
    runtime: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const help = values.help === true
  const [suite = '', ...rest] = positionals
  if (!help && !NAMES.includes(suite)) throw new TypeError(`Unknown suite: ${suite === '' ? 'none given' : suite}`)
  if (rest.length > 0) throw new TypeError(`One suite at a time, not also ${rest.join(' ')}`)
  return {
    suite,
    quick: values.quick === true,
    json: values.json === true,
    help,
    write: values.write === true,
    allowLoaded: values['allow-loaded'] === true,
    filters: values.filter ?? [],
    rounds: values.rounds === undefined ? 0 : readRounds(values.rounds),
    places: [...readNames(values.runtime, RUNTIMES, 'runtime'), ...readNames(values.browser, BROWSERS, 'browser')],
  }
}

function readRounds(text: string): number {
  const rounds = Number(text)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) throw new TypeError(`No number from 1 to 100: ${text}`)
  return rounds
}

function readNames<Name extends string>(list: string | undefined, names: readonly Name[], kind: string): Name[] {
  return (list?.split(',') ?? []).map((name) => {
    const known = names.find((candidate) => candidate === name)
    if (known === undefined) throw new TypeError(`Unknown ${kind}: ${name}`)
    return known
  })
}
