/** What cannot be cloned, in the words of the engines. */
import { dataCloneError } from '../errors.ts'

/** Refuses `value` with a `DataCloneError` that names it. */
export function throwUncloneable(value: unknown): never {
  throw dataCloneError(`${describe(value)} could not be cloned.`)
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
