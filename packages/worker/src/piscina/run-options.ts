/** Options of one task: as Piscina takes and refuses them. */

import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AbortSignalAny } from './abort-error.ts'

export interface RunOptions {
  transferList?: readonly object[] | undefined
  filename?: string | null | undefined
  signal?: AbortSignalAny | null | undefined
  name?: string | null | undefined
}

/** Own properties only: nothing is taken from a prototype that another has changed. */
export function ownOf<T extends object>(options: T): T {
  return Object.assign(Object.create(null), options) as T
}

/** The error that Piscina rejects with; undefined for options that are valid. */
export function runRefusal({ transferList, filename, name, signal }: RunOptions): Error | undefined {
  if (transferList !== undefined && !Array.isArray(transferList))
    return new TypeError('transferList argument must be an Array')
  if (isNoText(filename)) return new TypeError('filename argument must be a string')
  if (isNoText(name)) return new TypeError('name argument must be a string')
  if (signal !== undefined && typeof signal !== 'object') return new TypeError('signal argument must be an object')
  return undefined
}

export function isNoText(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string'
}

export function urlOf(filename: string): string {
  return /^[a-z][a-z\d+.-]+:/i.test(filename) ? filename : pathToFileURL(filename).href
}

/** As Piscina shows a module's name. */
export function pathOf(filename: string): string {
  return filename.startsWith('file:') ? fileURLToPath(filename) : filename
}
