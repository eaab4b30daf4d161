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
import { models } from './models.mjs'

const execute = promisify(execFile)

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
    `${isGood ? 'ok  ' : 'BAD '} ${expected === 0 ? 'model ' : 'mutant'} ${name.padEnd(8)}` +
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
