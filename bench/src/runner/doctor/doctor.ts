/** `slipring-bench --doctor`: says whether messages go by the ring here, and everything that a report of a fault needs. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WRONG_USE } from '../../exit-code.ts'
import type { Arguments } from '../arguments.ts'
import type { Runtime } from '../runtimes.ts'
import { broken, type Findings, printFindings } from './findings.ts'
import { judgeHeaders } from './isolation.ts'

const RING_MS = 2000
const FETCH_LIMIT_MS = 10_000
const COMMAND = fileURLToPath(new URL('../../../bin/slipring-bench.mjs', import.meta.url))
const CACHE = join('node_modules', '.cache', 'slipring-bench')

/**
 * Examines this runtime, or those that `--runtime` and `--browser` name. The arguments that would be files are
 * addresses of pages here, whose headers are judged. Resolves with the exit code: 1 when something is not as it should be.
 */
export async function diagnose({ files, runtimes, browsers }: Arguments): Promise<number> {
  const wrong = files.find((file) => !URL.canParse(file) || !/^https?:/.test(file))
  if (wrong !== undefined) {
    console.error(`--doctor: ${wrong} is no address of a page: give one such as http://localhost:5173/, or none`)
    return WRONG_USE
  }
  let isWell = true
  const tell = (findings: Findings): void => {
    console.log(`${printFindings(findings)}\n`)
    isWell &&= findings.isWell
  }
  if (runtimes.length + browsers.length + files.length === 0) tell(await orBroken('this runtime', examineHere))
  for (const runtime of runtimes) isWell = (await diagnoseElsewhere(runtime)) && isWell
  for (const name of browsers)
    tell(await orBroken(name, async () => (await import('./in-pages.ts')).examineBrowser(name, RING_MS)))
  for (const address of files) tell(await orBroken(address, () => examineAddress(address)))
  console.log(isWell ? 'Everything is as it should be.' : 'Something is not as it should be: see above.')
  return isWell ? 0 : 1
}

// Loaded only when asked for: a browser alone needs no ring here.
async function examineHere(): Promise<Findings> {
  return (await import('./here.ts')).examineHere(RING_MS)
}

async function diagnoseElsewhere(runtime: Runtime): Promise<boolean> {
  const { installRuntime } = await import('../runtimes.ts')
  const [binary, ...before] = installRuntime(runtime, join(process.cwd(), CACHE))
  const { status, stdout, stderr } = spawnSync(binary, [...before, COMMAND, '--doctor'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', DENO_NO_UPDATE_CHECK: '1' },
  })
  // Without its last line, which is that of one place.
  console.log(`${stdout}${status === 0 ? '' : stderr}`.replace(/\n\w[^\n]*should be[^\n]*\n$/, ''))
  return status === 0
}

async function examineAddress(address: string): Promise<Findings> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) })
  await response.body?.cancel()
  const { lines, verdict, isIsolated } = judgeHeaders((name) => response.headers.get(name))
  return { place: response.url, lines: [...lines, ['so', verdict]], isWell: isIsolated }
}

async function orBroken(place: string, examine: () => Promise<Findings>): Promise<Findings> {
  try {
    return await examine()
  } catch (error) {
    return broken(place, error)
  }
}
