/** The functions of a worker's module, by their names. */

import { nearestOf } from '../port/nearest-name.ts'

/** A function of a worker's module. */
export type TaskFunction = (task: any, ...rest: any[]) => unknown

/** The function that `name` names in a worker's module. Throws `TypeError` when there is none. */
export function functionOf(module: object, name: string): TaskFunction {
  const found = functionIn(module, name)
  if (found !== undefined) return found
  const names = functionNamesOf(module)
  const nearest = nearestOf(name, names)
  const remedy =
    nearest === undefined
      ? names.length === 0
        ? 'it exports no function'
        : `it has ${names.join(', ')}`
      : `did you mean "${nearest}"?`
  throw new TypeError(`Cannot run "${name}": the worker's module exports no such function; ${remedy}`)
}

/** Of an ES module or of what a CommonJS one exports: that may be a function, or an object of functions. */
export function functionIn(module: object, name: string): TaskFunction | undefined {
  const own = propertyOf(module, name)
  if (typeof own === 'function') return own as TaskFunction
  const fallback = propertyOf(module, 'default')
  if (typeof fallback === 'function' && name === 'default') return fallback as TaskFunction
  const inner = propertyOf(fallback, name)
  return typeof inner === 'function' ? (inner as TaskFunction) : undefined
}

/** A module may export a promise of a function, such as `module.exports = load()`. */
export function promiseIn(module: object, name: string): PromiseLike<unknown> | undefined {
  if (functionIn(module, name) !== undefined) return undefined
  const own = propertyOf(module, name)
  const found = own ?? propertyOf(propertyOf(module, 'default'), name)
  return isThenable(found) ? found : undefined
}

export async function promisedFunction(promised: PromiseLike<unknown>, name: string): Promise<TaskFunction> {
  const found = await promised
  if (typeof found === 'function') return found as TaskFunction
  throw new TypeError(`Cannot run "${name}": the worker's module exports a promise of something that is no function`)
}

function functionNamesOf(module: object): string[] {
  const fallback = propertyOf(module, 'default')
  const names = [...Object.keys(module), ...Object.keys(typeof fallback === 'object' && fallback ? fallback : {})]
  return [...new Set(names)].filter((name) => functionIn(module, name) !== undefined)
}

// Own properties only: no task is to call `toString`.
function propertyOf(target: unknown, name: string): unknown {
  const isObject = (typeof target === 'object' && target !== null) || typeof target === 'function'
  return isObject && Object.hasOwn(target, name) ? (target as Record<string, unknown>)[name] : undefined
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
