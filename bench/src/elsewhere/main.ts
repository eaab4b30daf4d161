/**
 * How fast echoes are in Node, Bun and Deno, by the platform's worker and by ours: `npm run bench:runtimes`. `--ms 500` says how
 * long each kind of message is measured in each runtime. `--write` puts the table into docs/BENCHMARKS.md.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBetween } from '../../../tools/document.ts'
import { LoadWatch } from '../load.ts'
import { describeMachine } from '../machine.ts'
import { installRuntime, RUNTIMES } from '../runner/runtimes.ts'
import type { Echoed } from './echo.ts'

const PROGRAM = fileURLToPath(new URL('echo.ts', import.meta.url))
const FOLDER = fileURLToPath(new URL('../../../.runtimes', import.meta.url))
const DOCUMENT = 'docs/BENCHMARKS.md'
const MEASURED = ['node24', 'bun', 'deno'].map((name) => RUNTIMES.find((runtime) => runtime.name === name)!)

const { values } = parseArgs({ options: { ms: { type: 'string', default: '500' }, write: { type: 'boolean' } } })

const programs = MEASURED.map((runtime) => installRuntime(runtime, FOLDER))
const watch = new LoadWatch()
const columns = programs.map(echoedBy)
const { foreignProcessors } = watch.verdict()
await watch.close()
const text = documentOf()
console.log(text)
if (values.write === true) writeBetween(DOCUMENT, 'bench:runtimes', text)

function echoedBy([binary, ...before]: readonly [string, ...string[]]): Echoed[] {
  const args = [...before, '--conditions=slipring-source', PROGRAM, values.ms]
  const env = { ...process.env, NODE_OPTIONS: '', DENO_NO_UPDATE_CHECK: '1' }
  const { status, stdout, stderr } = spawnSync(binary, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${binary} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as Echoed[]
}

function documentOf(): string {
  const head = [
    'µs by the platform',
    ...MEASURED.flatMap(({ npmPackage, version }) => [`${npmPackage} ${version}`, 'ratio']),
  ]
  const rows = columns[0]!.map(({ name }, row) => [
    name,
    ...columns.flatMap((column) => {
      const { native, ratio } = column[row]!
      return [rounded(native), `${ratio.toFixed(2)}x`]
    }),
  ])
  const lines = [head, head.map((_, place) => (place === 0 ? '---' : '---:')), ...rows]
  const { cpu, cores } = describeMachine()
  const others = foreignProcessors === null ? '' : ` Others used ${foreignProcessors.toFixed(2)} processors.`
  return [
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `Medians of an echo; ratios by turns, above 1 Slipring is faster. ${cpu}, ${cores} cores.${others} ${new Date().toISOString().slice(0, 10)}.`,
  ].join('\n\n')
}

function rounded(micros: number): string {
  return micros < 100 ? micros.toFixed(1) : Math.round(micros).toLocaleString('en')
}
