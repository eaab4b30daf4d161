/** Tells the kind of a value, in any engine, by its internal slots: neither prototypes nor properties can fake those. */

type Getter = (this: unknown) => unknown

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object
const SLOTS: readonly (readonly [kind: string, getter: Getter | undefined])[] = [
  ['Map', getterOf(Map.prototype, 'size')],
  ['Set', getterOf(Set.prototype, 'size')],
  ['Date', Date.prototype.getTime],
  ['RegExp', getterOf(RegExp.prototype, 'hasIndices')],
  ['ArrayBuffer', getterOf(ArrayBuffer.prototype, 'byteLength')],
  ['SharedArrayBuffer', sharedLength()],
  ['boxed number', Number.prototype.valueOf],
  ['boxed string', String.prototype.valueOf],
  ['boxed boolean', Boolean.prototype.valueOf],
  ['boxed bigint', BigInt.prototype.valueOf],
]
const viewKind = getterOf(typedPrototype, Symbol.toStringTag)!
const LANGUAGE = new Set(['Object', 'Array', 'Error', 'Function', 'Arguments'])

/** The kind of an object; for objects of the platform their tag, after the word `platform`. */
export function kindOf(value: object): string {
  if (Array.isArray(value)) return 'Array'
  if (ArrayBuffer.isView(value)) return (viewKind.call(value) as string | undefined) ?? 'DataView'
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  // Asking for slots that are not there is slow, and clones of ordinary objects are many.
  if (tag === 'Object' && Object.getPrototypeOf(value) === Object.prototype) return 'Object'
  for (const [kind, getter] of SLOTS) if (hasSlot(getter, value)) return kind
  return LANGUAGE.has(tag) ? tag : `platform ${tag}`
}

function hasSlot(getter: Getter | undefined, value: object): boolean {
  try {
    return getter !== undefined && getter.call(value) !== undefined
  } catch {
    return false
  }
}

function getterOf(prototype: object, name: string | symbol): Getter | undefined {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get
}

// Pages that are not isolated do not have the class.
function sharedLength(): Getter | undefined {
  return typeof SharedArrayBuffer === 'undefined' ? undefined : getterOf(SharedArrayBuffer.prototype, 'byteLength')
}
