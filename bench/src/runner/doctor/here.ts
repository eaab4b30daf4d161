/** Examines the runtime that runs this: Node, Bun or Deno. */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from '@slipring/worker'
import { describeMachine, versionIn } from '../../machine.ts'
import { scriptBeside } from '../../script-beside.ts'
import { type CheckedPort, checkRing, type RingCheck } from './check-ring.ts'
import { type Findings, remedyFor, ringLines } from './findings.ts'

const PACKAGES = ['core', 'worker', 'browser', 'nats', 'bench'].map((name) => `@slipring/${name}`)

/** Rejects when messages are lost or changed. */
export async function examineHere(forMs: number): Promise<Findings> {
  const ring = await examineRing(forMs)
  const { cpu, cores, memoryGiB, system, loadAverage } = describeMachine()
  const lines = [
    ['system', `${system}, ${memoryGiB} GiB`],
    ['cores', `${cores} of ${cpu}${cores === 1 ? ': both threads share it' : ''}`],
    ['load', loadAverage.toFixed(2)],
    ['packages', packagesOf(process.cwd())],
    ['options', [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ').trim() || 'none'],
    ['generated code', mayGenerateCode() ? 'allowed' : 'forbidden'],
    ...ringLines(ring),
  ] as const
  return { place: runtimeOf(process.versions), lines, isWell: ring.mode === 'shared', remedy: remedyFor(ring.mode) }
}

async function examineRing(forMs: number): Promise<RingCheck> {
  const worker = new Worker(scriptBeside(import.meta.url, 'ring-worker'))
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  try {
    return await Promise.race([checkRing(worker.port as CheckedPort, forMs), failed])
  } finally {
    await worker.terminate()
  }
}

/** Bun and Deno have a version of Node, too. */
function runtimeOf({ bun, deno, node, v8 }: Readonly<Record<string, string | undefined>>): string {
  if (bun !== undefined) return `Bun ${bun}`
  return deno === undefined ? `Node ${node}, V8 ${v8}` : `Deno ${deno}, V8 ${v8}`
}

/** The versions that a program in this folder would load. The packages export no `package.json`: it is looked for, as a runtime does. */
export function packagesOf(folder: string): string {
  const found = PACKAGES.flatMap((name) => {
    const manifest = manifestOf(name, folder)
    return manifest === undefined ? [] : [`${name} ${versionIn(pathToFileURL(manifest))}`]
  })
  return found.length === 0 ? 'none in this folder' : found.join(', ')
}

function manifestOf(name: string, folder: string): string | undefined {
  const manifest = join(folder, 'node_modules', name, 'package.json')
  if (existsSync(manifest)) return manifest
  return dirname(folder) === folder ? undefined : manifestOf(name, dirname(folder))
}

function mayGenerateCode(): boolean {
  try {
    return new Function('return true')() as boolean
  } catch {
    return false
  }
}
