/** Misspelt options: an option that nobody reads would be a mistake that nobody is told of. */

import type { ChannelOptions } from './handshake.ts'
import { nearestOf } from './nearest-name.ts'
import type { EndOptions } from './options.ts'

const OF_AN_END = {
  delivery: 0,
  waitStrategy: 0,
  maxCapacity: 0,
  wakeBy: 0,
  highWaterMark: 0,
  maxBufferedBytes: 0,
  whenFull: 0,
  measure: 0,
  codec: 0,
} satisfies Record<keyof EndOptions, 0>

const OF_A_CHANNEL = { capacity: 0, startPosition: 0 } satisfies Record<keyof ChannelOptions, 0>

const END_NAMES: readonly string[] = Object.keys(OF_AN_END)
const PORT_NAMES: readonly string[] = [...Object.keys(OF_A_CHANNEL), ...END_NAMES]
const WORKER_NAMES: readonly string[] = [...PORT_NAMES, 'parentPort']

/** Throws `TypeError` for an own option of a port that there is not. `more`: names that this platform adds. */
export function requirePortNames(act: string, options: object, more: readonly string[] = []): void {
  requireNames(act, options, [...PORT_NAMES, ...more])
}

/** As `requirePortNames`, of a worker's `parentPort`, whose rings its maker has chosen. */
export function requireParentPortNames(options: object): void {
  requireNames('make a parentPort', options, END_NAMES)
}

/** Of a `Worker` only what is nearly one of ours: the platform ignores the names it does not know. `known`: names of its own. */
export function requireWorkerNames(options: object, known: readonly string[]): void {
  for (const name of namesIn(options, [...WORKER_NAMES, ...known])) {
    const nearest = nearestOf(name, WORKER_NAMES)
    if (nearest !== undefined) throwUnknown('make a worker', name, nearest)
  }
}

function requireNames(act: string, options: object, known: readonly string[]): void {
  const [name] = namesIn(options, known)
  if (name !== undefined) throwUnknown(act, name, nearestOf(name, known), known)
}

/** Names of own options, as far as they say something, that are not among `known`. */
function namesIn(options: object, known: readonly string[]): string[] {
  return Object.keys(options).filter(
    (name) => !known.includes(name) && (options as Record<string, unknown>)[name] !== undefined,
  )
}

function throwUnknown(act: string, name: string, nearest: string | undefined, known: readonly string[] = []): never {
  const remedy = nearest === undefined ? `use ${known.join(', ')}` : `did you mean "${nearest}"?`
  throw new TypeError(`Cannot ${act}: there is no option "${name}", ${remedy}`)
}
