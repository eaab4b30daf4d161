/** Errors on their way from a worker. A clone keeps the standard class, message, stack and cause; the rest goes beside it. */

import { bare } from '../bare.ts'
import { platformError } from '../errors.ts'
import type { ErrorExtras } from './messages.ts'

const STANDARD_NAMES = new Set([
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AggregateError',
])
const CLONED_KEYS = new Set(['message', 'stack', 'cause', 'errors', 'name'])

interface Platform {
  DOMException?: new (message: string, name: string) => Error
  structuredClone?(value: unknown): unknown
}

/** Until version 21 a clone of Node makes an empty object of a `DOMException`. */
let isDomCloned: boolean | undefined

function losesDom(error: unknown): boolean {
  const { DOMException, structuredClone } = globalThis as Platform
  if (DOMException === undefined || !(error instanceof DOMException)) return false
  return !(isDomCloned ??= structuredClone?.(new DOMException('', 'AbortError')) instanceof DOMException)
}

/** The error as it is sent, beside `extrasOf`. */
export function clonableOf(error: unknown): unknown {
  return losesDom(error) ? plainErrorOf(error) : error
}

/** The parts of `error` that its clone would lose, or undefined. */
export function extrasOf(error: unknown): ErrorExtras | undefined {
  if (!(error instanceof Error)) return undefined
  if (losesDom(error)) return { name: error.name, isDom: true }
  const name = String(error.name)
  const own: Record<string, unknown> = {}
  for (const key of Object.keys(error))
    if (!CLONED_KEYS.has(key)) Object.defineProperty(own, key, bare({ value: valueOf(error, key), enumerable: true }))
  const isStandard = STANDARD_NAMES.has(name)
  if (isStandard && Object.keys(own).length === 0) return undefined
  return isStandard ? { own } : { name, own }
}

/** For an error that cannot be cloned as it is: one with the same name, message and stack. */
export function plainErrorOf(error: unknown): Error {
  const plain = new Error(error instanceof Error ? error.message : `The task failed with ${describe(error)}`)
  if (error instanceof Error && typeof error.stack === 'string') plain.stack = error.stack
  return plain
}

/** The error as the caller gets it. */
export function restoredError(error: unknown, extras: ErrorExtras | undefined): unknown {
  if (extras === undefined || !(error instanceof Error)) return error
  if (extras.isDom === true) return domErrorOf(error, extras.name!)
  for (const [key, value] of Object.entries(extras.own ?? {})) define(error, key, value, true)
  if (extras.name !== undefined) define(error, 'name', extras.name, false)
  return error
}

function domErrorOf({ message, stack }: Error, name: string): Error {
  const error = platformError(message, name)
  define(error, 'stack', stack, false)
  return error
}

function valueOf(error: Error, key: string): unknown {
  return (error as unknown as Record<string, unknown>)[key]
}

function define(error: Error, key: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(error, key, bare({ value, enumerable, configurable: true, writable: true }))
}

// Not String(): what cannot be cloned may have no text either.
function describe(error: unknown): string {
  return typeof error === 'symbol'
    ? String(error)
    : `${typeof error === 'function' ? 'a function' : `a value (${typeof error})`} that cannot be cloned`
}
