/**
 * Shows what `slipring-bench --compare` tells: `npm run bench:sensitivity`. It measures records through a ring, compares the
 * same code with itself three times, and then with a copy whose ring has been made a fifth slower. Ends with 1 when the
 * command does not tell the one from the other. `--write` puts the table into docs/benchmarks/compare.md.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBetween } from '../../../tools/document.ts'
import { compare } from '../runner/compare.ts'
import { ratioOf } from '../runner/format.ts'
import type { Report } from '../runner/report.ts'
import { describe } from '../runner/table.ts'
import { copyOfCore } from './slow-copy.ts'
import { loopThatSlows } from './slow-down.ts'

const BIN = fileURLToPath(new URL('../../bin/slipring-bench.mjs', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))
const BENCH = 'ring.bench.ts'
const DOCUMENT = 'docs/benchmarks/compare.md'
/** By which part longer the copy takes than the ring as it is. */
const SLOW_DOWN = { first: 34, wanted: 0.25, tolerance: 0.08 }
const SAME = ['the same, first time', 'the same, second time', 'the same, third time']
/** By the exit code of the command. */
const TOLD: Readonly<Record<number, string>> = { 0: 'no change', 4: 'slower' }

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, quick: { type: 'boolean' }, write: { type: 'boolean' } },
})
const chosen = ['--rounds', values.rounds, ...(values.quick === true ? ['--quick'] : [])]
mkdirSync(CACHE, { recursive: true })
const folder = mkdtempSync(join(CACHE, 'sensitivity-'))
const asItIs = copyOfCore(join(folder, 'as-it-is'), 0)
try {
  process.exitCode = (await show()) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Measured {
  readonly report: Report
  readonly code: number
}

interface Line {
  readonly run: string
  /** By turns with the ring as it is. */
  readonly really: number
  /** Of what `--compare` hears, which is by turns with something else. */
  readonly heard: number
  readonly told: string
  readonly isRight: boolean
}

/** Whether `--compare` has told what is so. */
async function show(): Promise<boolean> {
  const before = join(folder, 'before.json')
  const now = join(folder, 'now.json')
  const { copy, really } = await slowCopy()
  const same = copyOfCore(join(folder, 'same'), 0)
  const { report: first } = measure(same, before)
  // The same code: no measurement says so better.
  const lines: Line[] = SAME.map((run) => ({
    ...toldOf(first, measure(same, now, before), 'no change'),
    run,
    really: 1,
  }))
  const slower = measure(copy, now, before)
  lines.push({ ...toldOf(first, slower, 'slower'), run: 'a slower ring', really })
  for (const { run, heard, told } of lines) console.error(`${run}: ${ratioOf(heard)}, ${told}`)
  const text = documentOf(lines, slower.report)
  console.log(text)
  if (values.write === true) writeBetween(DOCUMENT, 'bench:compare', text)
  return lines.every(({ isRight }) => isRight)
}

/** A copy that is slower by as much as is to be heard. */
async function slowCopy(): Promise<{ readonly copy: string; readonly really: number }> {
  const copy = join(folder, 'slower')
  let really = 1
  const turns = await loopThatSlows(SLOW_DOWN, (tried) => {
    const { rows } = measure(copyOfCore(copy, tried), join(folder, 'try.json'), undefined, 'known').report
    really = rows.find(({ name }) => name === 'the copy')!.result!.ratio!.median
    return 1 / really - 1
  })
  return { copy: copyOfCore(copy, turns), really }
}

/** Runs the command as a program of its own. */
function measure(copy: string, json: string, before?: string, filter = 'heard'): Measured {
  const options = [...chosen, '--allow-loaded', '--json', json, '--filter', filter]
  const comparing = before === undefined ? [] : ['--compare', before]
  const { status, stderr } = spawnSync(process.execPath, [...process.execArgv, BIN, BENCH, ...options, ...comparing], {
    cwd: HERE,
    env: { ...process.env, RING_AS_IT_IS: asItIs, RING_MEASURED: copy },
    encoding: 'utf8',
  })
  if (status === null || !(status in TOLD)) throw new Error(`slipring-bench ended with ${status}: ${stderr}`)
  return { report: JSON.parse(readFileSync(json, 'utf8')) as Report, code: status }
}

function toldOf(
  before: Report,
  { report, code }: Measured,
  expected: string,
): Pick<Line, 'heard' | 'told' | 'isRight'> {
  const { factor: heard, verdict } = compare(before, report).changes.find(({ place }) =>
    place.endsWith('the copy, too'),
  )!
  const told = verdict === 'unknown' ? 'cannot tell' : TOLD[code]!
  return { heard, told, isRight: told === expected }
}

function documentOf(lines: readonly Line[], report: Report): string {
  const cells = lines.map(({ run, really, heard, told, isRight }) => [
    run,
    ratioOf(really),
    ratioOf(heard),
    isRight ? told : `**${told}**, which is wrong`,
  ])
  const head = ['run', 'really', 'compared with the first run', 'told']
  const rows = [head, ['---', '---:', '---:', '---'], ...cells].map((row) => `| ${row.join(' | ')} |`)
  const loaded = report.load.isLoaded ? ['Measured on a busy machine.'] : []
  return [`\`npm run bench:sensitivity -- ${chosen.join(' ')}\``, rows.join('\n'), ...loaded, describe(report)].join(
    '\n\n',
  )
}
