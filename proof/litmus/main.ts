/**
 * `npm run prove -- litmus`: races on real threads, and a table of what came of them. First what the protocols take for granted of
 * the engine, then the shipped code. An outcome that is forbidden, or that nobody has listed, fails.
 * `-- --seconds 60` takes that long in all, `--suite engine` or `shipped`, `--test 'store buffering'`, `--seed 1`.
 */

import { parseArgs } from 'node:util'
import { amountOf, wholeOf } from '../../tools/amount.mjs'
import { judge, tableOf } from './judge.js'
import type { LitmusTest } from './lock-step.js'
import { connect, startThread } from './on-node.js'
import { runTest } from './run.js'

const SUITES: readonly string[] = ['engine/index.js', 'shipped/index.ts']

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    suite: { type: 'string', default: '' },
    test: { type: 'string', default: '' },
    seed: { type: 'string' },
  },
})

const chosen: { suite: string; test: LitmusTest }[] = []
for (const file of SUITES.filter((name) => name.startsWith(values.suite))) {
  const suite = new URL(file, import.meta.url).href
  const { tests } = (await import(suite)) as { tests: readonly LitmusTest[] }
  for (const test of tests) if (test.name.includes(values.test)) chosen.push({ suite, test })
}
if (chosen.length === 0) throw new Error(`No test of suite "${values.suite}" has "${values.test}" in its name`)

const seed = wholeOf('seed', values.seed)
const ms = (amountOf('seconds', values.seconds, 12) * 1000) / chosen.length
const faults: string[] = []
const unseen: string[] = []
for (const { suite, test } of chosen) {
  const counts = await runTest(test, { start: startThread, connect, suite, seed, ms })
  const judgement = judge(test, counts)
  console.log(`${tableOf(judgement)}\n`)
  faults.push(...judgement.faults.map((fault) => `${test.name}: ${fault}`))
  unseen.push(...judgement.unseen.map((name) => `${test.name}: ${name}`))
}
for (const fault of faults) console.log(`FAULT ${fault}`)
for (const name of unseen) console.log(`not seen: ${name}`)
console.log(`${chosen.length} tests from seed ${seed}, ${faults.length} faults, ${unseen.length} overlaps not seen`)
process.exitCode = faults.length === 0 ? 0 : 1
