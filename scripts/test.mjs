/** `npm test`: runs every stage and ends with a summary. `--only unit,types` runs the named ones. */

import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { root } from './install.mjs'
import { stages } from './stages.mjs'

const STAGE_LIMIT_MS = 10 * 60_000

/** @typedef {{ name: string, passed: boolean, seconds: number, reason: string }} Outcome */

await run(choose())

function choose() {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' } } })
    if (values.only === undefined) return stages
    const names = values.only.split(',')
    const unknown = names.filter((name) => !stages.some((stage) => stage.name === name))
    if (unknown.length > 0) throw new Error(`Unknown stage: ${unknown.join(', ')}`)
    return stages.filter((stage) => names.includes(stage.name))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`Usage: npm test [-- --only ${stages.map((stage) => stage.name).join(',')}]`)
    process.exit(2)
  }
}

/** @param {import('./stages.mjs').Stage[]} chosen */
async function run(chosen) {
  const outcomes = []
  for (const stage of chosen) outcomes.push(await runStage(stage))
  summarize(outcomes)
}

/**
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<Outcome>}
 */
async function runStage(stage) {
  const started = performance.now()
  let reason = ''
  console.log(`\n=== ${stage.name}`)
  for (const command of stage.commands) {
    reason = await failureOf(command)
    if (reason !== '') break
  }
  const seconds = (performance.now() - started) / 1000
  if (reason !== '') console.log(`${stage.name} failed: ${reason}`)
  return { name: stage.name, passed: reason === '', seconds, reason }
}

/**
 * Runs one command; the reason of its failure, or nothing.
 * @param {string[]} command
 * @returns {Promise<string>}
 */
function failureOf(command) {
  const [program = '', ...args] = command
  const shown = nameOf(command)
  const options = { cwd: root, shell: process.platform === 'win32', timeout: STAGE_LIMIT_MS }
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'], killSignal: 'SIGKILL' })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`cannot run ${shown}: ${error.message}`))
    child.on('exit', (code, signal) => {
      if (signal !== null) resolve(`${shown} was ended by ${signal} (limit: ${STAGE_LIMIT_MS / 60_000} minutes)`)
      else resolve(code === 0 ? '' : `${shown} ended with exit code ${code}`)
    })
  })
}

/**
 * As one would type it.
 * @param {string[]} command
 */
function nameOf(command) {
  const words = command.filter((word) => !word.startsWith('--conditions'))
  return words.map((word) => (word === process.execPath ? 'node' : word)).join(' ')
}

/** @param {Outcome[]} outcomes */
function summarize(outcomes) {
  console.log('\n=== summary')
  for (const { name, passed, seconds, reason } of outcomes) {
    console.log(
      `${name.padEnd(8)} ${passed ? 'passed' : 'failed'} ${seconds.toFixed(1).padStart(6)} s  ${reason}`.trimEnd(),
    )
  }
  const failed = outcomes.filter((outcome) => !outcome.passed).length
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
