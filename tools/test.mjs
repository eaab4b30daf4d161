/**
 * `npm test`: the short run, in about eight minutes. `npm test -- --all` runs everything, as continuous integration does, and
 * `npm test -- --only unit,types` runs the named stages whole. It ends with a summary, which repeats the last lines of every
 * failed stage: a reader begins there, and some places keep no more of a long log.
 */

import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from './install.mjs'
import { announce, planOf, readTimes, writeTimes } from './plan.mjs'
import { startOf } from './shell.mjs'
import { stages } from './stages.mjs'

const STAGE_LIMIT_MS = 25 * 60_000
const SHOWN_AGAIN_CHARS = 6000
/** For what a command printed last, after its end. */
const STREAMS_LIMIT_MS = 2000

/** @typedef {import('./plan.mjs').Plan} Plan */
/** @typedef {{ reason: string, printed: string }} Failure why a command failed, and the end of what it printed */
/** @typedef {{ name: string, seconds: number, failure: Failure | undefined }} Outcome */

await run(choose())

/** @returns {Plan} */
function choose() {
  try {
    const options = /** @type {const} */ ({ all: { type: 'boolean' }, only: { type: 'string' } })
    return planOf(parseArgs({ options }).values)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`Usage: npm test [-- --all | --only ${stages.map((stage) => stage.name).join(',')}]`)
    process.exit(2)
  }
}

/** @param {Plan} plan */
async function run(plan) {
  const last = readTimes(plan.run)
  console.log(announce(plan, last))
  /** @type {Outcome[]} */
  const outcomes = []
  for (const stage of plan.stages) outcomes.push(await runStage(stage, plan.environment))
  writeTimes(plan.run, { ...last, ...Object.fromEntries(outcomes.map(({ name, seconds }) => [name, seconds])) })
  summarize(outcomes)
}

/**
 * @param {import('./stages.mjs').Stage} stage
 * @param {Record<string, string>} environment
 * @returns {Promise<Outcome>}
 */
async function runStage(stage, environment) {
  const started = performance.now()
  let failure
  console.log(`\n=== ${stage.name}`)
  for (const command of stage.commands) {
    failure = await failureOf(command, environment)
    if (failure !== undefined) break
  }
  const seconds = (performance.now() - started) / 1000
  if (failure !== undefined) console.log(`${stage.name} failed: ${failure.reason}`)
  return { name: stage.name, seconds, failure }
}

/**
 * Runs one command, and passes on what it prints.
 * @param {string[]} command
 * @param {Record<string, string>} environment
 * @returns {Promise<Failure | undefined>}
 */
async function failureOf(command, environment) {
  const [program = '', ...args] = command
  const start = startOf(program, args)
  const child = spawn(start.command, start.args, {
    cwd: root,
    shell: start.shell,
    // No program sees a terminal here.
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  /** @type {(from: import('node:stream').Readable, to: NodeJS.WriteStream) => void} */
  const passOn = (from, to) => {
    from.setEncoding('utf8').on('data', (text) => {
      to.write(text)
      printed = (printed + text).slice(-SHOWN_AGAIN_CHARS)
    })
  }
  passOn(child.stdout, process.stdout)
  passOn(child.stderr, process.stderr)
  const closed = new Promise((resolve) => child.on('close', resolve))
  const limit = setTimeout(() => child.kill('SIGKILL'), STAGE_LIMIT_MS)
  const reason = await reasonOf(child, nameOf(command))
  clearTimeout(limit)
  // A process that a command leaves running may hold its streams open for ever.
  await Promise.race([closed, delay(STREAMS_LIMIT_MS, undefined, { ref: false })])
  child.stdout.destroy()
  child.stderr.destroy()
  return reason === '' ? undefined : { reason, printed }
}

/**
 * Why a command failed, or nothing.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} shown
 * @returns {Promise<string>}
 */
function reasonOf(child, shown) {
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
  for (const { name, failure } of outcomes)
    if (failure !== undefined) console.log(`\n=== the end of what ${name} printed\n${failure.printed}`)
  console.log('\n=== summary')
  for (const { name, seconds, failure } of outcomes) {
    const word = failure === undefined ? 'passed' : 'failed'
    console.log(`${name.padEnd(8)} ${word} ${seconds.toFixed(1).padStart(6)} s  ${failure?.reason ?? ''}`.trimEnd())
  }
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
