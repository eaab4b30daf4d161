/** Which stages a test run has, and how long each took last. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'
import { longTests, shortEnvironment } from './short-run.mjs'
import { stages } from './stages.mjs'

/** Not under version control, and gone with an installation. */
const TIMES_FILE = join(root, 'node_modules/.cache/slipring-test-times.json')

/**
 * @typedef {object} Plan
 * @property {'short' | 'whole'} run times are kept apart for these two
 * @property {import('./stages.mjs').Stage[]} stages
 * @property {Record<string, string>} environment of their commands
 */

/** @typedef {Record<string, number>} Times seconds by the name of a stage */

/**
 * The short run, with `all` everything, with `only` the named stages whole. Throws when a name is unknown.
 * @param {{ all?: boolean | undefined, only?: string | undefined }} options
 * @returns {Plan}
 */
export function planOf({ all = false, only }) {
  if (only !== undefined) {
    const names = only.split(',')
    const unknown = names.filter((name) => !stages.some((stage) => stage.name === name))
    if (unknown.length > 0) throw new Error(`Unknown stage: ${unknown.join(', ')}`)
    return { run: 'whole', stages: stages.filter(({ name }) => names.includes(name)), environment: {} }
  }
  if (all) return { run: 'whole', stages, environment: {} }
  return { run: 'short', stages: stages.filter(({ isShort }) => isShort), environment: shortEnvironment }
}

/**
 * The first lines that a run prints.
 * @param {Plan} plan
 * @param {Times} last
 */
export function announce({ run, stages: chosen }, last) {
  const lines = chosen.map(({ name }) => {
    const seconds = last[name]
    return `  ${name.padEnd(8)} ${seconds === undefined ? 'never ran here' : `took ${shown(seconds)} last time`}`
  })
  const total = chosen.reduce((sum, { name }) => sum + (last[name] ?? 0), 0)
  const absent = stages.filter((stage) => !chosen.includes(stage)).map(({ name }) => name)
  const rest =
    run === 'short'
      ? [
          `The short run: a tenth of the random programs, one browser. Left out: ${absent.join(', ')},`,
          `and ${longTests.length} long test files. Everything, as in continuous integration: npm test -- --all`,
        ]
      : []
  const sum = total === 0 ? [] : [`Last time: ${shown(total)} in all.`]
  return [`${chosen.length} of ${stages.length} stages will run:`, ...lines, ...sum, ...rest].join('\n')
}

/**
 * Of the last run of this kind; without any, none.
 * @param {Plan['run']} run
 * @returns {Times}
 */
export function readTimes(run) {
  return readAll()[run] ?? {}
}

/**
 * @param {Plan['run']} run
 * @param {Times} times
 */
export function writeTimes(run, times) {
  mkdirSync(dirname(TIMES_FILE), { recursive: true })
  writeFileSync(TIMES_FILE, `${JSON.stringify({ ...readAll(), [run]: times }, undefined, 2)}\n`)
}

/** @returns {Partial<Record<Plan['run'], Times>>} */
function readAll() {
  try {
    return JSON.parse(readFileSync(TIMES_FILE, 'utf8'))
  } catch {
    // Not there yet, or cut off by an interrupted run: the times are only shown.
    return {}
  }
}

/** @param {number} seconds */
function shown(seconds) {
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`
}
