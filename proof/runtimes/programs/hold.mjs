/** Does a port hold the process exactly when a MessagePort does? The same script over both; outputs are compared. */

import assert from 'node:assert/strict'
import { check } from './check.mjs'
import { SCENARIOS } from './hold-script.mjs'
import { spawnProgram } from './spawn.mjs'

const checks = {}
for (const scenario of Object.keys(SCENARIOS)) {
  const both = Promise.all(['native', 'ours'].map((kind) => spawnProgram('hold-script.mjs', kind, scenario)))
  checks[scenario] = async () => {
    const [native, ours] = await both
    assert.deepStrictEqual(ours, native)
  }
}

await check(checks)
