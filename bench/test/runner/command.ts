/** Runs `slipring-bench` over the sources, as a person would. */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../src/runner/report.ts'

const BIN = fileURLToPath(new URL('../../bin/slipring-bench.mjs', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const FILES = fileURLToPath(new URL('./files/', import.meta.url))

/** `files`: those of the folder `files` beside this module; `this`: more of its environment. */
export function slipringBench(this: NodeJS.ProcessEnv | void, ...args: string[]): Promise<Outcome> {
  return runIn(FILES, args, this ?? {})
}

/** In another folder. */
export function slipringBenchIn(folder: string, ...args: string[]): Promise<Outcome> {
  return runIn(folder, args, {})
}

function runIn(cwd: string, args: string[], environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = spawn(process.execPath, ['--conditions=slipring-source', BIN, ...args], {
    cwd,
    env: { ...process.env, ...environment },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Runs it for a moment, and gives its report too. */
export async function reportOf(
  this: NodeJS.ProcessEnv | void,
  ...args: string[]
): Promise<Outcome & { report: Report }> {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-bench-'))
  try {
    const file = join(folder, 'report.json')
    const outcome = await slipringBench.call(
      this,
      '--quick',
      '--rounds',
      '1',
      '--allow-loaded',
      '--json',
      file,
      ...args,
    )
    return { ...outcome, report: JSON.parse(readFileSync(file, 'utf8')) as Report }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
