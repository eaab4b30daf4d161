/**
 * Shows what `slipring-bench --against` tells: `npm run bench:against`. In a repository of its own lies a library of others, pbf. It
 * is compared with itself again and again, which must tell nothing, and then with copies that are slower in one of two cases.
 * `--same 100 --slower 10 --percent 5,20 --rounds 10 --write` chooses. `--write` puts the table into docs/benchmarks/against.md.
 * `--keep FILE` adds each run to a file, and goes on from the runs that are there: a killed series loses one run.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBetween } from '../../../tools/document.ts'
import type { Report } from '../runner/against/print.ts'
import { describe } from '../runner/table.ts'
import { median } from '../statistics.ts'
import { loopThatSlows } from './slow-down.ts'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const BIN = join(PACKAGE, 'bin/slipring-bench.mjs')
const LIBRARY = fileURLToPath(import.meta.resolve('pbf'))
const CASES = ['library.bench.ts', 'library-work.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
const DOCUMENT = 'docs/benchmarks/against.md'
/** Every reading of a message begins here, and no writing does. */
const PLACE = 'readFields(readField, result, end = this.length) {\n'
const FIRST_TURNS = 200
const SLOWNESS = fileURLToPath(new URL('slowness-process.ts', import.meta.url))
/** Processes that try a loop. */
const TRIES = 10
/** Of a round: a busy machine may stop it for minutes. */
const LIMIT_S = '900'

const { values } = parseArgs({
  options: {
    same: { type: 'string', default: '100' },
    slower: { type: 'string', default: '10' },
    percent: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '10' },
    keep: { type: 'string' },
    write: { type: 'boolean' },
  },
})

/** The verdicts of one run. */
interface Told {
  /** By how much slower reading is meant to be. */
  readonly percent: number
  /** Of the loop that makes reading slower; 0 where the library is as it is. */
  readonly turns: number
  /** Tells a change of a case that was left as it is. */
  readonly isAlarm: boolean
  /** Tells the slower case. */
  readonly isFound: boolean
  /** Of the case that reads. */
  readonly change: number
  readonly shows: number
  /** Of each case: how often so large a difference comes of nothing. Runs that were kept before do not have it. */
  readonly chances?: readonly number[]
  /** How many processors other programs used. */
  readonly others: number
  readonly machine: string
}

interface Series {
  readonly name: string
  /** Whether a run counts as one that told a change. */
  readonly told: 'isAlarm' | 'isFound'
  readonly runs: readonly Told[]
}

const kept: Told[] = []
const tries = mkdtempSync(join(tmpdir(), 'slipring-tries-'))
const folder = mkdtempSync(join(tmpdir(), 'slipring-library-'))
try {
  if (values.keep !== undefined && existsSync(values.keep)) kept.push(...linesOf(values.keep))
  makeRepository()
  const all = await measureAll()
  const text = documentOf(all.filter(({ runs }) => runs.length > 0))
  console.log(text)
  if (values.write === true) writeBetween(DOCUMENT, 'bench:against', text)
} finally {
  for (const made of [folder, tries]) rmSync(made, { recursive: true, force: true })
}

async function measureAll(): Promise<Series[]> {
  // The same code, at two commits.
  const all: Series[] = [{ name: 'the same code', told: 'isAlarm', runs: series(Number(values.same), 0, 0) }]
  if (Number(values.slower) === 0) return all
  for (const percent of values.percent.split(',').map(Number)) {
    const runs = series(Number(values.slower), percent, await turnsForSlowDown(percent))
    all.push({ name: `one case slower by about ${percent} %`, told: 'isFound', runs })
  }
  return all
}

function linesOf(file: string): Told[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Told)
}

function makeRepository(): void {
  git('init', '--quiet', '--initial-branch=main')
  mkdirSync(join(folder, 'node_modules/@slipring'), { recursive: true })
  symlinkSync(PACKAGE, join(folder, 'node_modules/@slipring/bench'), 'junction')
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  writeFileSync(join(folder, 'package.json'), '{ "name": "pbf", "type": "module", "exports": "./index.js" }')
  cpSync(LIBRARY, join(folder, 'index.js'))
  for (const file of CASES) cpSync(file, join(folder, basename(file)))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'The library')
  git('tag', 'base')
}

function git(...args: string[]): void {
  const names = ['-c', 'user.name=n', '-c', 'user.email=e@e', '-c', 'commit.gpgSign=false']
  execFileSync('git', [...names, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A loop of so many turns before each message; 0: the library as it is. */
function writeLibrary(turns: number, file = join(folder, 'index.js')): void {
  const source = readFileSync(LIBRARY, 'utf8')
  if (!source.includes(PLACE))
    throw new Error(`pbf has no ${PLACE.trim()} any more: choose another place to make slower`)
  const loop = `        for (let turn = 0; turn < ${turns}; turn++) this.type = turn & 7;\n`
  writeFileSync(file, turns === 0 ? source : source.replace(PLACE, PLACE + loop))
}

function run(...options: string[]): Report {
  const args = [
    ...process.execArgv,
    BIN,
    '--against',
    'base',
    '--allow-loaded',
    '--limit',
    LIMIT_S,
    '--json',
    '-',
    ...options,
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  // A runner that cannot even be loaded ends with 1 as well.
  if ((status !== 0 && status !== 1) || stdout === '') throw new Error(`slipring-bench ended with ${status}: ${stderr}`)
  const report = JSON.parse(stdout) as Report
  if (report.broken.length > 0) throw new Error(`A case is broken: ${JSON.stringify(report.broken)}`)
  return report
}

async function turnsForSlowDown(percent: number): Promise<number> {
  const before = kept.find((one) => one.percent === percent)
  if (before !== undefined) return before.turns
  const wanted = percent / 100
  return loopThatSlows({ first: FIRST_TURNS, wanted, tolerance: wanted / 10 }, (turns) => {
    const [asItIs, slower] = ['as-it-is.mjs', `slower-${turns}.mjs`].map((name) => join(tries, name)) as [
      string,
      string,
    ]
    writeLibrary(0, asItIs)
    writeLibrary(turns, slower)
    return slownessOf(pathToFileURL(asItIs).href, pathToFileURL(slower).href)
  })
}

/** In fresh processes, each copy as often the first that is loaded: what an engine makes of two copies differs by some percent. */
function slownessOf(asItIs: string, slower: string): number {
  const told = Array.from({ length: TRIES }, (_, time) => {
    const args = time % 2 === 0 ? [asItIs, slower, '1'] : [slower, asItIs, '0']
    return Number(execFileSync(process.execPath, [...process.execArgv, SLOWNESS, ...args], { encoding: 'utf8' }))
  })
  return median(told)
}

function series(runs: number, percent: number, turns: number): Told[] {
  writeLibrary(turns)
  const told = kept.filter((one) => one.percent === percent).slice(0, runs)
  while (told.length < runs) {
    const one = toldBy(run('--rounds', values.rounds), percent, turns)
    told.push(one)
    const line = JSON.stringify(one)
    console.error(line)
    if (values.keep !== undefined) appendFileSync(values.keep, `${line}\n`)
  }
  return told
}

function toldBy(report: Report, percent: number, turns: number): Told {
  const changed = report.compared.filter(({ judged }) => judged.verdict !== 'no difference')
  const { change, shows } = report.compared.find(({ name }) => name === 'read')!.judged
  return {
    percent,
    turns,
    isAlarm: percent === 0 ? changed.length > 0 : changed.some(({ name }) => name !== 'read'),
    isFound: percent > 0 && changed.some(({ name, judged }) => name === 'read' && judged.verdict === 'slower'),
    change,
    shows,
    chances: report.compared.map(({ judged }) => judged.chance),
    others: report.load.foreignProcessors ?? 0,
    machine: describe(report),
  }
}

function documentOf(all: readonly Series[]): string {
  const rows = [
    ['runs', 'number', 'told a change', 'of how much (median)', 'could show (median)'],
    ['---', '---:', '---:', '---:', '---:'],
    ...all.map(rowOf),
  ]
  const runs = all.flatMap((one) => one.runs)
  const wrong = runs.filter(({ percent, isAlarm }) => percent > 0 && isAlarm).length
  const command = `npm run bench:against -- --same ${values.same} --slower ${values.slower} --percent ${values.percent} --rounds ${values.rounds}`
  return [
    `\`${command}\``,
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(wrong === 0 ? [] : [`Of the slower runs ${wrong} told a change of the other case.`]),
    ...likelyOf(runs),
    `Others used ${median(runs.map(({ others }) => others)).toFixed(2)} processors in the median run.`,
    runs.at(-1)?.machine ?? '',
  ].join('\n\n')
}

/** A rate of one in 100 needs hundreds of runs to be seen, and one of ten only some. Both come of the same calculation. */
function likelyOf(runs: readonly Told[]): string[] {
  const chances = runs.filter(({ percent }) => percent === 0).flatMap((one) => one.chances ?? [])
  if (chances.length === 0) return []
  const low = chances.filter((chance) => chance <= 0.1).length
  return [
    `Of ${chances.length} single cases without a change, ${low} had a difference that comes of nothing at most once in ten times: ` +
      `${(chances.length / 10).toFixed(1)} are to be expected.`,
  ]
}

function rowOf({ name, told, runs }: Series): string[] {
  const middle = (by: 'change' | 'shows'): string => asPercent(median(runs.map((one) => one[by])))
  return [name, String(runs.length), String(runs.filter((one) => one[told]).length), middle('change'), middle('shows')]
}

function asPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
