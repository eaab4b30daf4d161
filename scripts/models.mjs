/**
 * `npm run models`: checks the protocols of models/ with Spin, exhaustively, safety and liveness, and that every mutant
 * fails. Prints the states of each run.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './install.mjs'

/**
 * @typedef {object} Model
 * @property {string} name
 * @property {string[][]} variants what the model is checked as; IDLE: a parked receiver is a proper end
 * @property {string[][]} mutants each must fail
 */

/** @type {Model[]} */
const models = [
  {
    name: 'ring',
    variants: [[], ['IDLE']],
    mutants: [
      ['IDLE', 'NO_RECHECK'],
      ['NO_ROOM_RECHECK'],
      ['IDLE', 'NOTIFY_FIRST'],
      ['EARLY_RELEASE'],
      ['CLOSE_EARLY'],
      ['WANT_TOO_MUCH'],
    ],
  },
  {
    name: 'growth',
    variants: [['ASYNC'], ['ASYNC', 'IDLE'], ['SYNC'], ['SYNC', 'IDLE']],
    mutants: [
      ['ASYNC', 'IDLE', 'NO_RECHECK'],
      ['SYNC', 'IDLE', 'NO_RECHECK'],
      // An event loop has the port's own event, so these two show on a blocked thread only.
      ['SYNC', 'IDLE', 'LATE_OOB'],
      ['SYNC', 'IDLE', 'OOB_ON_NEW'],
      ['ASYNC', 'OOB_FROM_ZERO'],
      ['SYNC', 'OOB_FROM_ZERO'],
      ['ASYNC', 'TAIL_FIRST'],
      ['SYNC', 'TAIL_FIRST'],
      ['ASYNC', 'EARLY_RELEASE'],
      ['ASYNC', 'PARK_ON_OLD'],
      ['SYNC', 'PARK_ON_OLD'],
    ],
  },
]

try {
  ensureSpin()
  process.exitCode = checkAll() ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function checkAll() {
  let isGood = true
  for (const { name, variants, mutants } of models) {
    for (const options of variants) isGood = report(name, options, 0) && isGood
    for (const options of mutants) isGood = report(name, options, 1) && isGood
  }
  return isGood
}

/**
 * @param {string} name
 * @param {string[]} options
 * @param {0 | 1} expected number of errors; a search ends at its first
 */
function report(name, options, expected) {
  const started = performance.now()
  const { errors, states } = check(name, options)
  const isGood = errors === expected
  const verdict = errors === 0 ? 'holds' : 'fails'
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${isGood ? 'ok  ' : 'BAD '} ${expected === 0 ? 'model ' : 'mutant'} ${name.padEnd(7)}` +
      `${options.join(' ').padEnd(24)} ${verdict}  ${states.toLocaleString('en').padStart(10)} states  ${seconds.padStart(5)} s`,
  )
  return isGood
}

/**
 * One exhaustive search, in a folder of its own.
 * @param {string} name
 * @param {string[]} options
 */
function check(name, options) {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-model-'))
  try {
    const defines = options.map((option) => `-D${option}`)
    run(folder, 'spin', ['-a', ...defines, join(root, 'models', `${name}.pml`)])
    run(folder, 'cc', ['-O2', '-w', '-DCOLLAPSE', '-DVECTORSZ=4096', '-DNFAIR=3', '-o', 'pan', 'pan.c'])
    // -a -f: acceptance cycles under weak fairness, assertions included. -E: a process may wait for ever at the end.
    const output = run(folder, './pan', ['-a', '-f', '-m1000000', ...(options.includes('IDLE') ? ['-E'] : [])])
    if (output.includes('max search depth too small')) throw new Error(`${name} ${options}: the search was cut off`)
    return { errors: numberIn(output, /errors: (\d+)/), states: numberIn(output, /(\d+) states, stored/) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} output
 * @param {RegExp} pattern
 */
function numberIn(output, pattern) {
  const [, digits] = pattern.exec(output) ?? []
  if (digits === undefined) throw new Error(`The checker printed no ${pattern}:\n${output}`)
  return Number(digits)
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
function run(cwd, command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (error !== undefined) throw new Error(`Cannot run ${command}: ${error.message}`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${status}:\n${stdout}${stderr}`)
  return stdout
}

function ensureSpin() {
  if (hasSpin()) return
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    console.error('No spin found: installing it (apt-get update, then apt-get install -y spin gcc)')
    spawnSync('apt-get update && apt-get install -y --no-install-recommends spin gcc libc6-dev', {
      stdio: ['ignore', 2, 2],
      shell: true,
    })
  }
  if (!hasSpin()) throw new Error('No spin found: install Spin 6.5 and a C compiler, as `spin` and `cc` on PATH')
}

function hasSpin() {
  return ['spin', 'cc'].every((name) => spawnSync(name, [name === 'spin' ? '-V' : '--version']).status === 0)
}
