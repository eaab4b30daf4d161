/** Own properties, whatever the prototypes have under their names. */

/** Makes an own property, whatever the prototypes have under that name (`__proto__`, a setter, something frozen). */
export function defineProperty(target: object, key: string, value: unknown): void {
  if (key in target) defineOwn(target, key, value, true)
  else (target as Record<string, unknown>)[key] = value
}

/** Makes an own property that can be written and deleted; a `get` or `set` of Object.prototype is no part of what it is. */
export function defineOwn(target: object, key: string, value: unknown, enumerable: boolean): void {
  const descriptor = { __proto__: null, value, writable: true, enumerable, configurable: true }
  Object.defineProperty(target, key, descriptor)
}
