/** Runs the command in another runtime, and takes its report. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Arguments } from './arguments.ts'
import type { Report } from './report.ts'
import { installRuntime, type Runtime } from './runtimes.ts'

const COMMAND = fileURLToPath(new URL('../../bin/slipring-bench.mjs', import.meta.url))
const CACHE = join('node_modules', '.cache', 'slipring-bench')
const SOURCES = '--conditions=slipring-source'
/** Of an error's output. */
const MOST_LETTERS = 300

/** Rejects with the reason where the runtime is missing, or the command does not run on it. */
export async function reportFrom(runtime: Runtime, args: Arguments, files: readonly string[]): Promise<Report> {
  const [binary, ...before] = installRuntime(runtime, join(process.cwd(), CACHE))
  // Node 20 runs no TypeScript: there it is what has been built.
  const sources = process.execArgv.includes(SOURCES) && runtime.name !== 'node20' ? [SOURCES] : []
  const child = spawn(binary, [...before, ...sources, COMMAND, ...optionsOf(args), '--', ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', DENO_NO_UPDATE_CHECK: '1' },
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  try {
    return JSON.parse(output) as Report
  } catch {
    throw new Error(`slipring-bench ended with exit code ${code} there: ${errors.trim().slice(-MOST_LETTERS)}`)
  }
}

function optionsOf({ filter, rounds, quick, limitMs }: Arguments): string[] {
  // As one word: it may begin with a hyphen.
  const given = [`--filter=${filter.source}`, '--limit', String(limitMs / 1000)]
  const often = rounds === undefined ? [] : ['--rounds', String(rounds)]
  return ['--json', '-', '--allow-loaded', ...given, ...often, ...(quick ? ['--quick'] : [])]
}
