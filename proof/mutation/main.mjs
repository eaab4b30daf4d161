/**
 * `npm run prove -- mutation`: changes the sources of ring, gates and codec at many places, one at a time (StrykerJS), and tells
 * which changes no unit test notices.
 *
 *   --file text        only files of packages/core/src whose path contains the text; default: ring/, signal/ and codec/
 *   --lines 300        a sample of so many lines, drawn by the seed; default: every line
 *   --seed 1           another sample
 *   --report file      the whole report as JSON
 */

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { amountOf, wholeOf } from '../../tools/amount.mjs'
import { root } from '../../tools/install.mjs'

/** Not among the development dependencies: it brings 170 packages, and only this command needs it. */
const STRYKER = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1']
const SOURCES = 'packages/core/src'
const FOLDERS = ['ring/', 'signal/', 'codec/']
/** A mutant that runs so much longer than the test without it is taken for one that never ends. */
const TIMEOUT_MS = 3000

/** @typedef {{ line: number, column: number }} Place */
/** @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: Place, end: Place } }} Mutant */
/** @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report */

const { values: options } = parseArgs({
  options: {
    file: { type: 'string', default: '' },
    lines: { type: 'string' },
    seed: { type: 'string' },
    report: { type: 'string' },
  },
})

try {
  const lines = amountOf('lines', options.lines, Infinity)
  const ranges = sample(candidates(options.file), Math.ceil(lines), wholeOf('seed', options.seed, 1))
  ensureStryker()
  print(mutate(ranges))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Every line with code, as Stryker names it: `file:line-line`.
 * @param {string} text
 */
function candidates(text) {
  const files = globSync(`${SOURCES}/**/*.ts`, { cwd: root })
    .filter((file) => FOLDERS.some((folder) => relative(SOURCES, file).startsWith(folder)) && file.includes(text))
    .toSorted()
  if (files.length === 0) throw new Error(`No file of ${FOLDERS.join(', ')} has ${text} in its path`)
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (hasCode(line) ? [`${file}:${index + 1}-${index + 1}`] : [])),
  )
}

/** @param {string} line */
function hasCode(line) {
  return !/^\s*(?:\/[/*].*|\*.*|import .*|[)\]}]*,?|export (?:type|interface) .*)$/.test(line)
}

/**
 * @param {string[]} all
 * @param {number} count
 * @param {number} seed
 */
function sample(all, count, seed) {
  let state = seed >>> 0
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const drawn = [...all]
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const line = /** @type {string} */ (drawn[i])
    drawn[i] = /** @type {string} */ (drawn[j])
    drawn[j] = line
  }
  return drawn.slice(0, count).toSorted()
}

/**
 * @param {string[]} ranges
 * @returns {Report}
 */
function mutate(ranges) {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-mutation-'))
  const fileName = options.report ?? join(folder, 'report.json')
  const config = join(folder, 'stryker.json')
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'proof/mutation/vitest.config.ts', related: false },
      mutate: ranges,
      coverageAnalysis: 'perTest',
      // Code that runs while a module is loaded, before any test, cannot be changed without loading everything again.
      ignoreStatic: true,
      concurrency: 1,
      timeoutMS: TIMEOUT_MS,
      ignorePatterns: ['bench', 'e2e', 'proof/runtimes', 'proof/models', 'packages/*/dist'],
      tempDirName: join(folder, 'sandbox'),
      symlinkNodeModules: true,
      // It would rewrite it by an interface that TypeScript no longer has; nothing here needs it.
      tsconfigFile: 'none',
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName },
      allowEmpty: true,
    }),
  )
  try {
    const program = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    const { status } = spawnSync(process.execPath, [program, 'run', config], { cwd: root, stdio: 'inherit' })
    if (status !== 0) throw new Error(`Stryker ended with code ${status}`)
    return JSON.parse(readFileSync(fileName, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {Report} report */
function print({ files }) {
  /** @type {Record<string, { killed: number, all: number }>} */
  const scores = {}
  for (const [file, { source, mutants }] of Object.entries(files).toSorted()) {
    const lines = source.split('\n')
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Ignored' || status === 'CompileError' || status === 'RuntimeError') continue
      const isKilled = status === 'Killed' || status === 'Timeout'
      for (const name of [relative(SOURCES, file), `${relative(SOURCES, file).split(sep)[0]}/`, 'all']) {
        const score = (scores[name] ??= { killed: 0, all: 0 })
        score.all++
        if (isKilled) score.killed++
      }
      if (isKilled) continue
      const { start, end } = location
      const line = lines[start.line - 1] ?? ''
      const original = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.trim()} …`
      console.log(
        `${status === 'NoCoverage' ? 'no test' : 'survives'}  ${relative(SOURCES, file)}:${start.line}  ` +
          `${mutatorName}: ${original}  ->  ${replacement.replaceAll(/\s+/g, ' ')}`,
      )
    }
  }
  if (Object.keys(scores).length === 0) throw new Error('No change was made: nothing on these lines can be changed')
  for (const [name, { killed, all }] of Object.entries(scores).toSorted())
    console.log(`${name.padEnd(32)} ${killed} of ${all} noticed, ${((100 * killed) / all).toFixed(1)} %`)
}

function ensureStryker() {
  if (hasStryker()) return
  console.error(`Installing ${STRYKER.join(' and ')}, beside what the lock file lists`)
  const parameters = ['install', '--no-save', '--no-audit', '--no-fund', ...STRYKER]
  const shell = process.platform === 'win32'
  if (spawnSync('npm', parameters, { cwd: root, stdio: ['ignore', 2, 2], shell }).status !== 0 || !hasStryker())
    throw new Error(`Cannot install Stryker: npm ${parameters.join(' ')} failed`)
}

function hasStryker() {
  const { resolve } = createRequire(join(root, 'package.json'))
  return STRYKER.every((name) => {
    try {
      return existsSync(resolve(`${name.slice(0, name.lastIndexOf('@'))}/package.json`))
    } catch {
      return existsSync(join(root, 'node_modules', name.slice(0, name.lastIndexOf('@')), 'package.json'))
    }
  })
}
