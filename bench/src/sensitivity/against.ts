/**
 * Shows what `slipring-bench --against` tells: `npm run bench:against`. In a repository of its own lies a library of others, pbf. It
 * is compared with itself again and again, which must tell nothing, and then with copies that are slower in one of two cases.
 * `--same 100 --slower 10 --percent 5 --rounds 10 --write` chooses. `--write` puts the table into docs/benchmarks/against.md.
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
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBetween } from '../../../tools/document.ts'
import type { Report } from '../runner/against/print.ts'
import { describe } from '../runner/table.ts'
import { median } from '../statistics.ts'
import { loopThatSlows } from './slow-down.ts'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const BIN = join(PACKAGE, 'bin/slipring-bench.mjs')
const LIBRARY = fileURLToPath(import.meta.resolve('pbf'))
const CASES = fileURLToPath(new URL('library.bench.ts', import.meta.url))
const DOCUMENT = 'docs/benchmarks/against.md'
/** Every reading of a message begins here, and no writing does. */
const PLACE = 'readFields(readField, result, end = this.length) {\n'
const FIRST_TURNS = 200

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

/** What one run told. */
interface Told {
  /** Of the loop that makes reading slower; 0 where the library is as it is. */
  readonly turns: number
  /** Tells a change of a case that was left as it is. */
  readonly isAlarm: boolean
  /** Tells the slower case. */
  readonly isFound: boolean
  /** Of the case that reads. */
  readonly change: number
  readonly shows: number
  readonly machine: string
}

const kept: Told[] = []
const folder = mkdtempSync(join(tmpdir(), 'slipring-library-'))
try {
  if (values.keep !== undefined && existsSync(values.keep)) kept.push(...linesOf(values.keep))
  makeRepository()
  // The same code, at two commits.
  const same = series(Number(values.same), 0)
  const slower = Number(values.slower) === 0 ? [] : series(Number(values.slower), turnsForSlowDown())
  const text = documentOf(same, slower)
  console.log(text)
  if (values.write === true) writeBetween(DOCUMENT, 'bench:against', text)
} finally {
  rmSync(folder, { recursive: true, force: true })
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

function turnsForSlowDown(): number {
  const before = kept.find(({ turns }) => turns > 0)
  if (before !== undefined) return before.turns
  const wanted = Number(values.percent) / 100
  return loopThatSlows({ first: FIRST_TURNS, wanted, tolerance: wanted / 5 }, (turns) => {
    writeLibrary(turns)
    return run('--filter', 'read', '--rounds', '20').compared[0]!.judged.change
  })
}

function series(runs: number, turns: number): Told[] {
  writeLibrary(turns)
  const told = kept.filter((one) => one.turns === turns).slice(0, runs)
  while (told.length < runs) {
    const one = toldBy(run('--rounds', values.rounds), turns)
    told.push(one)
    const line = JSON.stringify(one)
    console.error(line)
    if (values.keep !== undefined) appendFileSync(values.keep, `${line}\n`)
  }
  return told
}

function toldBy(report: Report, turns: number): Told {
  const changed = report.compared.filter(({ judged }) => judged.verdict !== 'no difference')
  const { change, shows } = report.compared.find(({ name }) => name === 'read')!.judged
  return {
    turns,
    isAlarm: turns === 0 ? changed.length > 0 : changed.some(({ name }) => name !== 'read'),
    isFound: turns > 0 && changed.some(({ name, judged }) => name === 'read' && judged.verdict === 'slower'),
    change,
    shows,
    machine: describe(report),
  }
}

function documentOf(same: readonly Told[], slower: readonly Told[]): string {
  const alarms = same.filter(({ isAlarm }) => isAlarm).length
  const found = slower.filter(({ isFound }) => isFound).length
  const rows = [
    ['runs', 'number', 'told a change', 'of how much (median)', 'could show (median)'],
    ['---', '---:', '---:', '---:', '---:'],
    ...(same.length === 0 ? [] : [rowOf('the same code', same, alarms)]),
    ...(slower.length === 0 ? [] : [rowOf(`one case slower by about ${values.percent} %`, slower, found)]),
  ]
  const wrong = slower.filter(({ isAlarm }) => isAlarm).length
  const command = `npm run bench:against -- --same ${same.length} --slower ${slower.length} --percent ${values.percent} --rounds ${values.rounds}`
  return [
    `\`${command}\``,
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(wrong === 0 ? [] : [`Of the slower runs ${wrong} told a change of the other case.`]),
    [...same, ...slower].at(-1)?.machine ?? '',
  ].join('\n\n')
}

function rowOf(name: string, told: readonly Told[], number: number): string[] {
  const middle = (by: 'change' | 'shows'): string => percent(median(told.map((one) => one[by])))
  return [name, String(told.length), String(number), middle('change'), middle('shows')]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
