/**
 * `npm run prove -- everywhere`: the litmus tests of the engine on every runtime and browser, one after the other, and one
 * table of all counts in Markdown, as docs/LITMUS.md has it. `-- --ms 1000` takes that long for each test.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../../e2e/server.ts'
import { amountOf, wholeOf } from '../../tools/amount.mjs'
import { installRuntime, RUNTIMES } from '../runtimes/install-runtime.mjs'
import { browserNames, launchBrowser } from '../../tools/browsers.mjs'
import { tests } from './engine/index.js'
import { judge } from './judge.js'
import type { Counts } from './lock-step.js'

type AllCounts = Readonly<Record<string, Counts>>

const { values } = parseArgs({ options: { ms: { type: 'string' }, seed: { type: 'string' } } })
const ms = String(amountOf('ms', values.ms, 500))
const seed = String(wholeOf('seed', values.seed, 1))

/** By the name and version of a platform. */
const platforms = new Map<string, AllCounts>()
for (const runtime of RUNTIMES) {
  const [binary = '', ...args] = installRuntime(runtime)
  const script = fileURLToPath(new URL('counts.js', import.meta.url))
  const { stdout, stderr, status } = spawnSync(binary, [...args, script, ms, seed], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${runtime.name} ended with exit code ${status}: ${stderr}`)
  platforms.set(`${runtime.npmPackage} ${runtime.version}`, JSON.parse(stdout) as AllCounts)
}
const server = await startServer()
for (const name of browserNames) {
  const browser = await launchBrowser(name)
  const page = await browser.newPage()
  await page.goto(`${server.url}pages/module.html?module=/proof/litmus/page.js&ms=${ms}&seed=${seed}`)
  const counts = (await page.evaluate('result')) as AllCounts
  platforms.set(`${name} ${browser.version()}`, counts)
  await browser.close()
}
await server.close()

const judged = [...platforms.values()].map((counts) => tests.map((test) => judge(test, counts[test.name] ?? {})))
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
console.log(row(['test', 'outcome', '', ...platforms.keys()]))
console.log(row(['---', '---', '---', ...Array.from(platforms, () => '--:')]))
tests.forEach(({ name, outcomes }, index) => {
  outcomes.forEach((outcome, place) => {
    const counts = judged.map((all) => all[index]!.rows[place]!.count.toLocaleString('en'))
    console.log(row([place === 0 ? name : '', outcome.name, outcome.verdict, ...counts]))
  })
})
const faults = judged.flatMap((all, place) =>
  all.flatMap(({ test, faults: own }) => own.map((fault) => `${[...platforms.keys()][place]}, ${test}: ${fault}`)),
)
for (const fault of faults) console.log(`FAULT ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
