/** Run with a small stack: prints what goes wrong with the schemas of `deep-schemas.ts` at the depth that is promised. */

import { deepSchemas, nested } from './deep-schemas.ts'

const failures: string[] = []
for (const deep of deepSchemas) {
  // The outermost value is in no recursive type.
  const value = nested(deep, deep.most + 1)
  const more = deep.around(value)
  for (const codegen of ['auto', 'never'] as const) {
    const schema = deep.schema.with({ codegen })
    const attempt = (what: string, act: () => unknown): void => {
      try {
        if (act() !== true) failures.push(`${what} of ${deep.name}, codegen ${codegen}: another value`)
      } catch (error) {
        failures.push(`${what} of ${deep.name}, codegen ${codegen}: ${String(error)}`)
      }
    }
    let bytes: Uint8Array = new Uint8Array(0)
    attempt('encode()', () => (bytes = schema.encode(value)).length > 0)
    attempt('decode()', () => isSame(schema.decode(bytes), value))
    attempt('copy()', () => isSame(schema.copyOf(schema.view(bytes)), value))
    attempt('properties', () => {
      const view = schema.view(bytes) as Record<string, unknown>
      // Those behind step over the others.
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(view))) void view[name]
      return true
    })
    if (schema.type.refilled !== undefined) {
      attempt('decodeInto()', () => {
        const target = {}
        return schema.decodeInto(target, bytes) === bytes.length && isSame(target, value, false)
      })
    }
    attempt('refusal', () => {
      try {
        schema.encode(more)
        return false
      } catch (error) {
        return String(error).includes(`at most ${deep.most} values inside one another`)
      }
    })
  }
}
console.log(JSON.stringify({ schemas: deepSchemas.length, failures }))

// Level by level: what compares all at once needs a stack of its own.
function isSame(actual: unknown, expected: unknown, isOrdered = true): boolean {
  const pairs: [unknown, unknown][] = [[actual, expected]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair
    if (typeof right !== 'object' || right === null) {
      if (left !== right) return false
      continue
    }
    if (typeof left !== 'object' || left === null) return false
    const [ours, theirs] = [entriesOf(left), entriesOf(right)]
    if (ours.size !== theirs.size) return false
    if (isOrdered && [...ours.keys()].join() !== [...theirs.keys()].join()) return false
    for (const [key, value] of theirs) pairs.push([ours.get(key), value])
  }
  return true
}

// Without those of absent keys, which become undefined when an object is filled.
function entriesOf(value: object): Map<unknown, unknown> {
  return new Map([...(value instanceof Map ? value : Object.entries(value))].filter(([, part]) => part !== undefined))
}
