const INDICES = 40

/** Gives `Array.prototype` or `Object.prototype` the first indices as properties. */
export function spoilPrototype(name: string): void {
  const prototype: object = name === 'Array' ? Array.prototype : Object.prototype
  for (let index = 0; index < INDICES; index++) Reflect.set(prototype, index, 'of the prototype')
}
