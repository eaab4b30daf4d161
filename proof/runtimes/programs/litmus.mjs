/** Are this engine's `Atomics` what the protocols take them for? A short race of each litmus test. */

import assert from 'node:assert/strict'
import { check, note } from './check.mjs'

const MS = 100

// Beside this file in the project; beside its folder in the repository.
const load = (file) => import(new URL(`./litmus/${file}`, import.meta.url).href)
const { connect, startThread } = await load('on-node.js')
const { judge } = await load('judge.js')
const { runTest } = await load('run.js')
const suite = new URL('./litmus/engine/index.js', import.meta.url).href
const { tests } = await import(suite)

const seed = Math.floor(Math.random() * 2 ** 31)
let races = 0
const unseen = []

const checkOf = (test) => async () => {
  const judgement = judge(test, await runTest(test, { start: startThread, connect, suite, seed, ms: MS }))
  assert.deepEqual(judgement.faults, [], `seed ${seed}`)
  races += judgement.total
  unseen.push(...judgement.unseen.map((name) => `${test.name}: ${name}`))
}

await check(Object.fromEntries(tests.map((test) => [test.name, checkOf(test)])))
note(`${races} races; overlaps not seen: ${unseen.join('; ') || 'none'}`)
