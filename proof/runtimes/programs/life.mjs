/** Does a process end when nothing holds it, and stay while something does? */

import assert from 'node:assert/strict'
import { check } from './check.mjs'
import { SCENARIOS } from './life-script.mjs'
import { spawnProgram } from './spawn.mjs'

const checks = {}
for (const [name, { isHeld = false, output }] of Object.entries(SCENARIOS)) {
  const ended = spawnProgram('life-script.mjs', name)
  const expected = `${output}${isHeld ? 'still held\n' : ''}`
  checks[name] = async () =>
    assert.deepStrictEqual(await ended, { code: 0, signal: null, output: expected, errors: '' })
}

await check(checks)
