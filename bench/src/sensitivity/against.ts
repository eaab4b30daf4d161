/**
 * Shows what `slipring-bench --against` tells: `npm run bench:against`. In a repository of its own lies a library of others, pbf. It
 * is compared with itself again and again, which must tell nothing, and then with copies that are slower in one of two cases.
 * `--same 100 --slower 10 --percent 5 --rounds 7 --write` chooses. `--write` puts the table into docs/benchmarks/against.md.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBetween } from '../../../tools/document.ts'
import type { Report } from '../runner/against/print.ts'
import { describe } from '../runner/table.ts'
import { median } from '../statistics.ts'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const BIN = join(PACKAGE, 'bin/slipring-bench.mjs')
const LIBRARY = fileURLToPath(import.meta.resolve('pbf'))
const CASES = fileURLToPath(new URL('library.bench.ts', import.meta.url))
const DOCUMENT = 'docs/benchmarks/against.md'
/** Every reading of a message begins here, and no writing does. */
const PLACE = 'readFields(readField, result, end = this.length) {\n'
const FIRST_TURNS = 200
const MOST_TRIES = 8
/** Of the wanted slow-down. */
const TOLERANCE = 0.2

const { values } = parseArgs({
  options: {
    same: { type: 'string', default: '100' },
    slower: { type: 'string', default: '10' },
    percent: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '7' },
    keep: { type: 'string' },
    write: { type: 'boolean' },
  },
})

/** The verdicts of a series of runs. */
interface Told {
  readonly runs: number
  /** Runs with a verdict other than `no difference` of a case that was left as it is. */
  readonly alarms: number
  /** Runs that told the slower case. */
  readonly found: number
  /** Of the slower case: the changes, and the smallest that each run could show. */
  readonly changes: readonly number[]
  readonly shows: readonly number[]
}

let last: Report | undefined
const folder = mkdtempSync(join(tmpdir(), 'slipring-library-'))
try {
  makeRepository()
  const turns = Number(values.slower) === 0 ? 0 : turnsForSlowDown(Number(values.percent) / 100)
  // The same code, at two commits.
  const same = series(Number(values.same), 0)
  const slower = series(Number(values.slower), turns)
  const text = documentOf(same, slower)
  console.log(text)
  if (values.write === true) writeBetween(DOCUMENT, 'bench:against', text)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function makeRepository(): void {
  git('init', '--quiet', '--initial-branch=main')
  mkdirSync(join(folder, 'node_modules/@slipring'), { recursive: true })
  symlinkSync(PACKAGE, join(folder, 'node_modules/@slipring/bench'), 'junction')
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  writeFileSync(join(folder, 'package.json'), '{ "name": "pbf", "type": "module", "exports": "./index.js" }')
  cpSync(LIBRARY, join(folder, 'index.js'))
  cpSync(CASES, join(folder, 'library.bench.ts'))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'The library')
  git('tag', 'base')
}

function git(...args: string[]): void {
  const names = ['-c', 'user.name=n', '-c', 'user.email=e@e', '-c', 'commit.gpgSign=false']
  execFileSync('git', [...names, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A loop of so many turns before each message; 0: the library as it is. */
function writeLibrary(turns: number): void {
  const source = readFileSync(LIBRARY, 'utf8')
  if (!source.includes(PLACE))
    throw new Error(`pbf has no ${PLACE.trim()} any more: choose another place to make slower`)
  const loop = `        for (let turn = 0; turn < ${turns}; turn++) this.type = turn & 7;\n`
  writeFileSync(join(folder, 'index.js'), turns === 0 ? source : source.replace(PLACE, PLACE + loop))
}

function run(...options: string[]): Report {
  const args = [...process.execArgv, BIN, '--against', 'base', '--allow-loaded', '--json', '-', ...options]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0 && status !== 1) throw new Error(`slipring-bench ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as Report
}

/** The length of the loop is found by trying. */
function turnsForSlowDown(wanted: number): number {
  let turns = FIRST_TURNS
  for (let time = 0; time < MOST_TRIES; time++) {
    writeLibrary(turns)
    const { compared } = run('--filter', 'read', '--rounds', '20')
    const { change } = compared[0]!.judged
    console.error(`A loop of ${turns} turns: ${percent(change)}`)
    if (Math.abs(change - wanted) <= wanted * TOLERANCE) return turns
    turns = Math.max(1, Math.round(turns * Math.min(Math.max(wanted / Math.max(change, 0.001), 0.1), 10)))
  }
  throw new Error(
    'Cannot make the library slower by so much: the machine is too unsteady to find out by how much it is',
  )
}

function series(runs: number, turns: number): Told {
  writeLibrary(turns)
  let [alarms, found] = [0, 0]
  const [changes, shows]: [number[], number[]] = [[], []]
  for (let number = 1; number <= runs; number++) {
    last = run('--rounds', values.rounds)
    const changed = last.compared.filter(({ judged }) => judged.verdict !== 'no difference')
    const isFound = changed.some(({ name, judged }) => name === 'read' && judged.verdict === 'slower')
    if (turns === 0 ? changed.length > 0 : changed.some(({ name }) => name !== 'read')) alarms++
    if (turns > 0 && isFound) found++
    const { judged } = last.compared.find(({ name }) => name === 'read')!
    changes.push(judged.change)
    shows.push(judged.shows)
    const line = { number, turns, isFound, changed: changed.length, change: judged.change, shows: judged.shows }
    console.error(JSON.stringify(line))
    if (values.keep !== undefined) appendFileSync(values.keep, `${JSON.stringify(line)}\n`)
  }
  return { runs, alarms, found, changes, shows }
}

function documentOf(same: Told, slower: Told): string {
  const rows = [
    ['runs', 'number', 'told a change', 'of how much (median)', 'could show (median)'],
    ['---', '---:', '---:', '---:', '---:'],
    ...(same.runs === 0 ? [] : [rowOf('the same code', same, same.alarms)]),
    ...(slower.runs === 0 ? [] : [rowOf(`one case slower by about ${values.percent} %`, slower, slower.found)]),
  ]
  const wrong = slower.alarms === 0 ? [] : [`Of the slower runs ${slower.alarms} told a change of the other case.`]
  const command = `npm run bench:against -- --same ${same.runs} --slower ${slower.runs} --percent ${values.percent} --rounds ${values.rounds}`
  return [
    `\`${command}\``,
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...wrong,
    ...(last === undefined ? [] : [describe(last)]),
  ].join('\n\n')
}

function rowOf(name: string, { runs, changes, shows }: Told, told: number): string[] {
  return [name, String(runs), String(told), percent(median(changes)), percent(median(shows))]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
