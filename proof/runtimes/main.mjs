/**
 * `npm run prove -- runtimes`: the built packages, installed as a user would, on every runtime they are for. Every program
 * runs on each; a table tells how it went. `-- --only bun,deno` and `-- --program values,order` choose.
 */

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { missing as noNats, startNats } from '../../tools/nats-server.ts'
import { exceptions } from './exceptions.mjs'
import { installRuntime, RUNTIMES } from './install-runtime.mjs'
import { makeProject } from './project.mjs'

const NATS = 'nats'
const PROGRAMS = [
  'litmus',
  'values',
  'channel',
  'event-ports',
  'typed',
  'connect',
  'own-classes',
  'order',
  'blocked-poster',
  'end',
  'hold',
  'life',
  'receive-sync',
  'lease',
  'context',
  'nudges',
  'pressure',
  'terminate',
  'idle',
  'pool',
  'pool-streams',
  'pool-crew',
  NATS,
]

const PROGRAM_LIMIT_MS = 180_000
const ENDS = 'ends by itself with exit code 0'

/**
 * @typedef {object} Place
 * @property {string} project the folder of the programs
 * @property {number | undefined} natsPort of a server of NATS, where a program needs one
 */

/**
 * @typedef {object} Result
 * @property {string} program
 * @property {Map<string, string | null>} checks the error of each, null for none
 * @property {string[]} notes
 */

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, program: { type: 'string' } } })
  const runtimes = chosen(
    RUNTIMES.map(({ name }) => name),
    values.only,
  )
  const wanted = chosen(PROGRAMS, values.program)
  const programs = wanted.filter((program) => program !== NATS || noNats === undefined)
  const commands = new Map()
  for (const runtime of RUNTIMES.filter(({ name }) => runtimes.includes(name))) {
    commands.set(runtime.name, installRuntime(runtime))
    console.log(`${runtime.name}: ${runtime.npmPackage} ${runtime.version}`)
  }
  const project = makeProject()
  const nats = programs.includes(NATS) ? await startNats() : undefined
  try {
    const results = await runAll(commands, programs, { project, natsPort: nats?.port })
    printTable(results, programs)
    return printFindings(results, values.only === undefined && values.program === undefined)
  } finally {
    await nats?.stop()
    rmSync(project, { recursive: true, force: true })
  }
}

/**
 * Two programs at a time, as they mostly wait; neither side is idle before the last. The table has them in the order of the list.
 * @param {Map<string, string[]>} commands
 * @param {string[]} programs
 * @param {Place} place
 */
async function runAll(commands, programs, place) {
  /** @type {Map<string, Result[]>} */
  const results = new Map([...commands.keys()].map((name) => [name, []]))
  const waiting = [...commands].flatMap(([name, command]) =>
    programs.map((program, index) => ({ name, command, program, index })),
  )
  const runSome = async () => {
    for (let next; (next = waiting.shift()) !== undefined;) {
      const { name, command, program, index } = next
      const row = /** @type {Result[]} */ (results.get(name))
      row[index] = await run(command, program, place)
    }
  }
  await Promise.all([runSome(), runSome()])
  return results
}

/**
 * @param {string[]} names
 * @param {string | undefined} wanted
 */
function chosen(names, wanted) {
  if (wanted === undefined) return names
  const list = wanted.split(',')
  const unknown = list.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  return list
}

/**
 * @param {string[]} command
 * @param {string} program
 * @param {Place} place
 * @returns {Promise<Result>}
 */
function run(command, program, { project, natsPort }) {
  const [binary = '', ...args] = command
  const env = {
    ...process.env,
    // The source condition must not reach what stands in for a user's program.
    NODE_OPTIONS: '',
    NO_COLOR: '1',
    DENO_NO_UPDATE_CHECK: '1',
    SLIPRING_RUNTIME: JSON.stringify(command),
    SLIPRING_NODE: process.execPath,
    SLIPRING_NATS: String(natsPort),
  }
  const options = { cwd: project, env, timeout: PROGRAM_LIMIT_MS, shell: process.platform === 'win32' }
  const child = spawn(binary, [...args, `${program}.mjs`], { ...options, killSignal: 'SIGKILL' })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const end = signal === null ? `exit code ${code}` : `ended by ${signal} after ${PROGRAM_LIMIT_MS / 1000} s`
      resolve(resultOf(program, output, code === 0 ? null : `${end} ${errors.slice(-600)}`.trim()))
    })
  })
}

/**
 * @param {string} program
 * @param {string} output
 * @param {string | null} failedEnd
 * @returns {Result}
 */
function resultOf(program, output, failedEnd) {
  /** @type {Result} */
  const result = { program, checks: new Map(), notes: [] }
  let isEndOpen = false
  for (const text of output.split('\n').filter((one) => one.startsWith('{'))) {
    const line = JSON.parse(text)
    if (line.plan !== undefined) for (const name of line.plan) result.checks.set(name, 'the process ended before it')
    else if (line.note !== undefined) result.notes.push(line.note)
    else if (line.ended !== undefined) isEndOpen = true
    else result.checks.set(line.check, line.error)
  }
  // After a failure the program ends itself.
  if (!isEndOpen)
    result.checks.set(ENDS, result.checks.size === 0 ? `said nothing; ${failedEnd ?? 'exit code 0'}` : failedEnd)
  return result
}

/**
 * The known exception of a check there; none for another error than the known one.
 * @param {string} runtime
 * @param {string} program
 * @param {string} check
 * @param {string | null} error
 */
function exceptionOf(runtime, program, check, error) {
  return exceptions.find(
    (one) =>
      one.runtime.test(runtime) &&
      one.program === program &&
      one.check === check &&
      (error === null || one.error.test(error)),
  )
}

/**
 * Exceptions for checks that are not there any more, as far as their runtimes and programs were run; in a full run also
 * those whose runtime or program is not there.
 * @param {Map<string, Result[]>} results
 * @param {boolean} isFull
 */
function withoutCheck(results, isFull) {
  return exceptions.filter((one) => {
    const runs = [...results]
      .filter(([runtime]) => one.runtime.test(runtime))
      .flatMap(([, row]) => row.filter(({ program }) => program === one.program))
    return runs.length === 0 ? isFull : !runs.every(({ checks }) => checks.has(one.check))
  })
}

/**
 * @param {Map<string, Result[]>} results
 * @param {string[]} programs
 */
function printTable(results, programs) {
  console.log(`\n${'checks passed'.padEnd(16)}${[...results.keys()].map((name) => name.padStart(10)).join('')}`)
  programs.forEach((program, index) => {
    const cells = [...results].map(([name, row]) => cellOf(name, /** @type {Result} */ (row[index])).padStart(10))
    console.log(program.padEnd(16) + cells.join(''))
  })
}

/**
 * @param {string} runtime
 * @param {Result} result
 */
function cellOf(runtime, { program, checks }) {
  const failed = [...checks].filter(([, error]) => error !== null)
  const isKnown = failed.every(([check, error]) => exceptionOf(runtime, program, check, error) !== undefined)
  return `${isKnown ? '' : '! '}${checks.size - failed.length}/${checks.size}`
}

/**
 * Every failure, known or not, and every exception that was not met. True when there is nothing new.
 * @param {Map<string, Result[]>} results
 * @param {boolean} isFull
 */
function printFindings(results, isFull) {
  let news = 0
  for (const [runtime, row] of results) {
    for (const { program, checks, notes } of row) {
      for (const note of notes) console.log(`${runtime}, ${program}: ${note}`)
      for (const [check, error] of checks) {
        const exception = exceptionOf(runtime, program, check, error)
        if (error === null && exception === undefined) continue
        const where = `${runtime}, ${program}, "${check}"`
        if (error === null) console.log(`NO LONGER AN EXCEPTION ${where}: take it off the list`)
        else if (exception !== undefined) console.log(`exception ${where}: ${exception.reason}`)
        else console.log(`FAILED ${where}: ${error}`)
        if (error === null || exception === undefined) news++
      }
    }
  }
  for (const { runtime, program, check } of withoutCheck(results, isFull)) {
    console.log(`NO SUCH CHECK ${runtime}, ${program}, "${check}": take it off the list of exceptions`)
    news++
  }
  console.log(news === 0 ? '\nAll as expected' : `\n${news} not as expected`)
  return news === 0
}
