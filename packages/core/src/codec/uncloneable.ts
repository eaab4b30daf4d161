/** Values that cannot be cloned, in the words of the engines. */
import { dataCloneError } from '../errors.ts'
import { isProxy } from './engine.ts'

/** The most parts of a refused message that are looked at to find the one to blame. */
const PARTS_MAX = 64

/** The remedy for each object that the platform would refuse without naming one. */
const remedies = new WeakMap<object, string>()

/** Makes the error for sending `value` name the remedy. */
export function refuseWith(value: object, remedy: string): void {
  remedies.set(value, remedy)
}

/** Refuses an object that has a remedy; the platform judges all others. */
export function requireNoRemedy(value: object): void {
  const remedy = remedies.get(value)
  if (remedy !== undefined) throw dataCloneError(`${describe(value)} could not be cloned: ${remedy}`)
}

/**
 * The same for an object that the platform has just refused, and for some of what is in it: the platform may have named a part
 * of ours, or only said that a list is wrong. No code of the program runs, but for a Proxy where those cannot be told.
 */
export function requireNoRemedyIn(value: unknown): void {
  const found = remediableIn(value)
  if (found !== undefined) requireNoRemedy(found)
}

function remediableIn(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || isProxy(value) || ArrayBuffer.isView(value)) return undefined
  if (remedies.has(value)) return value
  try {
    return partsOf(value).find((part) => remedies.has(part as object)) as object | undefined
  } catch {
    // A Proxy whose traps throw. The platform's own error stands.
    return undefined
  }
}

function partsOf(value: object): unknown[] {
  const keys = Array.isArray(value)
    ? Array.from({ length: PARTS_MAX }, (_, place) => String(place))
    : Object.keys(value)
  return keys.slice(0, PARTS_MAX).map((key) => Object.getOwnPropertyDescriptor(value, key)?.value as unknown)
}

/** Refuses `value` with a `DataCloneError` that names it. */
export function throwUncloneable(value: unknown): never {
  const error = dataCloneError(`${describe(value)} could not be cloned.`)
  culprits.set(error, { value })
  throw error
}

/** Which value of a message was refused with an error of ours. */
const culprits = new WeakMap<Error, { readonly value: unknown }>()

/** Undefined where nobody knows. */
export function culpritOf(error: Error): { readonly value: unknown } | undefined {
  return culprits.get(error)
}

function describe(value: unknown): string {
  if (typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return Function.prototype.toString.call(value)
  try {
    const prototype: unknown = Object.getPrototypeOf(value)
    const constructor: unknown = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
    return typeof constructor === 'function' ? `#<${constructor.name}>` : Object.prototype.toString.call(value)
  } catch {
    // A Proxy whose traps throw, or that was revoked.
    return '#<Object>'
  }
}
