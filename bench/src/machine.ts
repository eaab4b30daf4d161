/** The machine on which the numbers were measured. */

import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  /** One-minute load average when the job started. */
  readonly loadAverage: number
}

// Half a core busy with something else already shows in round trips that need both.
const LOADED = 0.5

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${process.arch}`,
    loadAverage: loadavg()[0] ?? 0,
  }
}

export function wasLoaded(machine: Machine): boolean {
  return machine.loadAverage > LOADED
}

export interface Versions {
  readonly slipring: string
  readonly node: string
  readonly v8: string
  readonly vegaDatasets: string
}

export function describeVersions(): Versions {
  return {
    slipring: versionIn(new URL('../../packages/core/package.json', import.meta.url)),
    node: process.versions.node,
    v8: process.versions.v8,
    vegaDatasets: versionIn(new URL('../package.json', import.meta.resolve('vega-datasets'))),
  }
}

/** The version in a package.json. */
export function versionIn(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
