/**
 * `npm run prove -- models`: checks the protocols of proof/models/ with Spin, exhaustively, safety and liveness, and that every mutant
 * fails. Prints the states of each run.
 *
 *   --full         one or two messages more in every model; no mutants, which fail with few
 *   --only text    models, or mutants, whose line contains the text
 */

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { root } from '../../tools/install.mjs'

const execute = promisify(execFile)

/**
 * @typedef {object} Model
 * @property {string} name
 * @property {number} fullMessages messages sent with --full; the model says how many are sent without
 * @property {string[][]} variants what the model is checked as
 * @property {string[][]} mutants each must fail
 */

/** @type {Model[]} */
const models = [
  {
    name: 'ring',
    fullMessages: 14,
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
    fullMessages: 6,
    variants: [
      ['ASYNC'],
      ['ASYNC', 'IDLE'],
      ['ASYNC', 'DIE'],
      ['SYNC'],
      ['SYNC', 'IDLE'],
      ['SYNC', 'DIE'],
      ['BLIND'],
      ['BLIND', 'IDLE'],
    ],
    mutants: [
      ['ASYNC', 'IDLE', 'NO_RECHECK'],
      ['SYNC', 'IDLE', 'NO_RECHECK'],
      ['ASYNC', 'IDLE', 'NO_POSITION_RECHECK'],
      ['SYNC', 'IDLE', 'NO_POSITION_RECHECK'],
      // An event loop has the port's own event, so these show on a blocked thread only.
      ['SYNC', 'IDLE', 'NO_COUNT_RECHECK'],
      ['BLIND', 'IDLE', 'NO_COUNT_RECHECK'],
      ['SYNC', 'IDLE', 'NO_OOB_WAKE'],
      ['BLIND', 'IDLE', 'NO_OOB_WAKE'],
      ['SYNC', 'IDLE', 'LATE_OOB'],
      ['BLIND', 'IDLE', 'LATE_OOB'],
      ['SYNC', 'IDLE', 'OOB_ON_NEW'],
      ['ASYNC', 'OOB_FROM_ZERO'],
      ['SYNC', 'OOB_FROM_ZERO'],
      ['ASYNC', 'TAIL_FIRST'],
      ['SYNC', 'TAIL_FIRST'],
      ['ASYNC', 'STATE_LAST'],
      ['SYNC', 'STATE_LAST'],
      ['ASYNC', 'END_OF_RING'],
      ['SYNC', 'END_OF_RING'],
      ['ASYNC', 'NO_NUMBERS'],
      ['SYNC', 'NO_NUMBERS'],
      ['SYNC', 'NARROW_NUMBERS'],
      ['ASYNC', 'NUMBER_FOR_COUNT'],
      ['SYNC', 'NUMBER_FOR_COUNT'],
      // A receiver that polls takes only the next message, and finds it at once.
      ['ASYNC', 'NO_STASH'],
      ['BLIND', 'NO_STASH'],
      ['ASYNC', 'NO_VERDICT'],
      ['BLIND', 'NO_VERDICT'],
      ['ASYNC', 'EARLY_RELEASE'],
      ['ASYNC', 'PARK_ON_OLD'],
      ['SYNC', 'PARK_ON_OLD'],
      ['SYNC', 'COUNT_FIRST'],
      ['ASYNC', 'DIE', 'COUNT_FIRST'],
      ['ASYNC', 'DIE', 'NOT_TOLD'],
      ['SYNC', 'DIE', 'NOT_TOLD'],
      ['ASYNC', 'DIE', 'DROP_AT_DEATH'],
      ['SYNC', 'DIE', 'DROP_AT_DEATH'],
      ['ASYNC', 'DIE', 'END_BY_WAKE'],
    ],
  },
  {
    name: 'room',
    fullMessages: 5,
    variants: [
      ['BLOCK'],
      ['BLOCK', 'CLOSE'],
      ['BLOCK', 'DIE'],
      ['READY'],
      ['READY', 'CLOSE'],
      ['READY', 'DIE'],
      ['BOTH'],
      ['BOTH', 'CLOSE'],
      ['BOTH', 'DIE'],
    ],
    mutants: [
      ['BLOCK', 'NO_RECHECK'],
      ['READY', 'NO_RECHECK'],
      // An event loop is told of the end by the native port as well.
      ['BLOCK', 'CLOSE', 'NO_END_RECHECK'],
      ['BLOCK', 'CLOSE', 'END_WAKES_FIRST'],
      ['BLOCK', 'CLOSE', 'CLOSE_ONE_RING'],
      ['BLOCK', 'CLOSE', 'NEVER_ASKS'],
      ['BLOCK', 'DIE', 'NEVER_ASKS'],
      ['BLOCK', 'TAKEN_NEVER'],
      ['READY', 'TAKEN_NEVER'],
      ['BLOCK', 'TAKEN_LATE'],
      ['READY', 'TAKEN_LATE'],
      ['BLOCK', 'WAKE_FIRST'],
      ['READY', 'WAKE_FIRST'],
      ['BLOCK', 'WAKE_IF_MOVED'],
      ['READY', 'WAKE_IF_MOVED'],
      ['BLOCK', 'NO_WORD'],
      ['BOTH', 'NO_WORD'],
      ['READY', 'WANT_TOO_MUCH'],
      ['READY', 'PARK_ON_OLD'],
      ['BOTH', 'NO_REARM'],
    ],
  },
  {
    name: 'begin',
    fullMessages: 5,
    variants: [['ASYNC'], ['ASYNC', 'IDLE'], ['SYNC'], ['SYNC', 'IDLE'], ['DROPS'], ['DROPS', 'IDLE'], ['NATIVE']],
    mutants: [
      ['NATIVE', 'WRAP_BLINDLY'],
      ['ASYNC', 'LATE_COUNT'],
      ['ASYNC', 'NO_COUNT'],
      ['SYNC', 'NO_COUNT'],
      ['ASYNC', 'NO_MARK'],
      ['DROPS', 'NO_MARK'],
      ['ASYNC', 'LATE_MARK'],
      // A receiver that polls finds the mark.
      ['ASYNC', 'MARK_ONLY'],
      ['DROPS', 'MARK_WITHOUT_COUNT'],
      ['DROPS', 'END_WITHOUT_MARK'],
      ['SYNC', 'EARLY_BEGIN'],
      ['ASYNC', 'FOREIGN_IS_OURS'],
      ['SYNC', 'IDLE', 'NO_OOB_WAKE'],
    ],
  },
  {
    name: 'pins',
    fullMessages: 4,
    variants: [[]],
    mutants: [
      ['NO_SECOND_LOOK'],
      ['PIN_LATE'],
      ['UNPIN_EARLY'],
      ['SHOW_FIRST'],
      ['REUSE_LATEST'],
      ['FEW_SLOTS'],
      ['LENGTH_APART'],
    ],
  },
]

const { values: choice } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})

try {
  requireFlags()
  ensureSpin()
  process.exitCode = (await checkAll()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** One search on each core: most of them are the compiler's time. */
async function checkAll() {
  const started = performance.now()
  const waiting = searches().filter(({ name, options }) => `${name} ${options.join(' ')}`.includes(choice.only))
  if (waiting.length === 0)
    throw new Error(`No model has "${choice.only}" in its line: ${models.map(({ name }) => name).join(', ')}`)
  const total = { runs: 0, states: 0, wrong: 0 }
  const work = async () => {
    for (let search = waiting.shift(); search !== undefined; search = waiting.shift()) {
      const { isGood, states } = await report(search)
      total.runs++
      total.states += states
      if (!isGood) total.wrong++
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const { runs, states, wrong } = total
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${runs} runs, ${states.toLocaleString('en')} states in ${seconds} s: ${wrong} of them not as expected`)
  return wrong === 0
}

/** @typedef {{ name: string, options: string[], expected: 0 | 1 }} Search expected errors: a search ends at its first */

/** @returns {Search[]} */
function searches() {
  return models.flatMap(({ name, variants, mutants, fullMessages }) => [
    ...variants.map((options) => ({
      name,
      options: choice.full ? [...options, `MSGS=${fullMessages}`] : options,
      expected: /** @type {const} */ (0),
    })),
    ...(choice.full ? [] : mutants.map((options) => ({ name, options, expected: /** @type {const} */ (1) }))),
  ])
}

/** @param {Search} search */
async function report(search) {
  const { name, options, expected } = search
  const started = performance.now()
  const { errors, states } = await check(search)
  const isGood = errors === expected
  const verdict = errors === 0 ? 'holds' : 'fails'
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${isGood ? 'ok  ' : 'BAD '} ${expected === 0 ? 'model ' : 'mutant'} ${name.padEnd(7)}` +
      `${options.join(' ').padEnd(30)} ${verdict}  ${states.toLocaleString('en').padStart(10)} states  ${seconds.padStart(5)} s`,
  )
  return { isGood, states }
}

/**
 * Exhaustive, in a folder of its own.
 * @param {Search} search
 */
async function check({ name, options, expected }) {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-model-'))
  try {
    const defines = options.map((option) => `-D${option}`)
    await run(folder, 'spin', ['-a', ...defines, join(root, 'proof/models', `${name}.pml`)])
    // A mutant fails soon: there it is the compiler that takes the time.
    const optimise = expected === 0 ? '-O2' : '-O0'
    await run(folder, 'cc', [optimise, '-w', '-DCOLLAPSE', '-DVECTORSZ=4096', '-DNFAIR=3', '-o', 'pan', 'pan.c'])
    // -a -f: acceptance cycles under weak fairness, assertions included. -E: who may wait for ever at the end is said by
    // the model's formula alone.
    const output = await run(folder, './pan', ['-a', '-f', '-E', '-m1000000'])
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
 * Rejects, with what was printed, when the command fails.
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
async function run(cwd, command, args) {
  try {
    return (await execute(command, args, { cwd, maxBuffer: 1 << 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** A mutant whose flag its model does not ask for would be the model itself, and a flag that nobody gives is never checked. */
function requireFlags() {
  for (const { name, variants, mutants } of models) {
    const text = readFileSync(join(root, 'proof/models', `${name}.pml`), 'utf8')
    const conditions = text.match(/^#\s*(?:if|ifdef|ifndef|elif)\b.*/gm) ?? []
    const asked = new Set(conditions.flatMap((line) => line.match(/\b[A-Z][A-Z_]+\b/g) ?? []))
    const ofVariants = flagsIn(variants)
    const ofMutants = flagsIn(mutants)
    for (const flag of ofMutants.difference(ofVariants))
      if (!asked.has(flag)) throw new Error(`proof/models/${name}.pml asks for no ${flag}`)
    for (const flag of asked.difference(ofVariants.union(ofMutants)))
      if (!text.includes(`#define ${flag} `)) throw new Error(`No run of proof/models/${name}.pml has ${flag}`)
  }
}

/** @param {string[][]} runs */
function flagsIn(runs) {
  return new Set(runs.flat().map((flag) => flag.replace(/=.*/, '')))
}

function ensureSpin() {
  if (hasSpin()) return
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    console.error('No spin found: installing it (apt-get update, then apt-get install -y spin gcc)')
    const command = 'apt-get update && apt-get install -y --no-install-recommends spin gcc libc6-dev'
    spawnSync(command, { stdio: ['ignore', 2, 2], shell: true })
  }
  if (!hasSpin()) throw new Error('No spin found: install Spin 6.5 and a C compiler, as `spin` and `cc` on PATH')
}

function hasSpin() {
  return ['spin', 'cc'].every((name) => spawnSync(name, [name === 'spin' ? '-V' : '--version']).status === 0)
}
