/** Finds how a value has changed on its way. */

import { isEqual } from './equal.ts'

/** The first place where `actual` is not what structured clone would have made of `expected`: `.date: Date → string`. */
export function differenceBetween(actual: unknown, expected: unknown): string | undefined {
  return isEqual(actual, expected) ? undefined : placeOf(actual, expected, '')
}

function placeOf(actual: unknown, expected: unknown, path: string): string {
  if (kindOf(actual) !== kindOf(expected)) return `${path}: ${kindOf(expected)} → ${kindOf(actual)}`.replace(/^: /, '')
  if (isPlain(actual) && isPlain(expected)) {
    for (const key of Object.keys(expected)) {
      if (!(key in actual)) return `${path}.${key} is missing`
      if (!isEqual(actual[key], expected[key])) return placeOf(actual[key], expected[key], `${path}.${key}`)
    }
    const more = Object.keys(actual).find((key) => !(key in expected))
    if (more !== undefined) return `${path}.${more} is new`
  }
  return `${path}: another ${kindOf(expected)}`.replace(/^: /, '')
}

function kindOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return (Object.getPrototypeOf(value) as object | null)?.constructor.name ?? 'object without a prototype'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'Object' || Array.isArray(value)
}
