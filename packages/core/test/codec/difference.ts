/** Compares two values as structured clone would have them: kinds, contents, order, attributes, and which objects are the same one. */
import { types } from 'node:util'

/** The first difference, as a path and what differs; undefined when there is none. */
export function difference(left: unknown, right: unknown): string | undefined {
  return compare(left, right, '$', new Map(), new Map())
}

type Pairs = Map<object, object>

function compare(left: unknown, right: unknown, path: string, to: Pairs, from: Pairs): string | undefined {
  if (!isObject(left) || !isObject(right))
    return Object.is(left, right) ? undefined : `${path}: ${show(left)} and ${show(right)}`
  if (to.has(left) || from.has(right)) {
    return to.get(left) === right && from.get(right) === left ? undefined : `${path}: another identity`
  }
  to.set(left, right)
  from.set(right, left)
  if (kindOf(left) !== kindOf(right)) return `${path}: ${kindOf(left)} and ${kindOf(right)}`
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return `${path}: prototypes differ`
  for (const [name, a, b] of slots(left, right)) {
    const found = compare(a, b, `${path}${name}`, to, from)
    if (found !== undefined) return found
  }
  return compareProperties(left, right, path, to, from)
}

function compareProperties(left: object, right: object, path: string, to: Pairs, from: Pairs): string | undefined {
  // Elements of views are their buffer's bytes.
  if (ArrayBuffer.isView(left)) return undefined
  const keys = Reflect.ownKeys(left)
  const others = Reflect.ownKeys(right)
  if (keys.length !== others.length || keys.some((key, index) => key !== others[index])) {
    return `${path}: keys ${keys.map(String).join()} and ${others.map(String).join()}`
  }
  for (const key of keys) {
    const a = Object.getOwnPropertyDescriptor(left, key)!
    const b = Object.getOwnPropertyDescriptor(right, key)!
    const at = `${path}.${String(key)}`
    if (a.enumerable !== b.enumerable || a.configurable !== b.configurable || a.writable !== b.writable)
      return `${at}: attributes`
    const found = compare(
      (left as Record<PropertyKey, unknown>)[key],
      (right as Record<PropertyKey, unknown>)[key],
      at,
      to,
      from,
    )
    if (found !== undefined) return found
  }
  return undefined
}

type Slot = readonly [name: string, left: unknown, right: unknown]

function slots(left: object, right: object): readonly Slot[] {
  if (left instanceof Map && right instanceof Map) return listSlots([...left].flat(), [...right].flat())
  if (left instanceof Set && right instanceof Set) return listSlots([...left], [...right])
  if (left instanceof Date) return [['<time>', left.getTime(), (right as Date).getTime()]]
  if (left instanceof RegExp) {
    const other = right as RegExp
    return [
      ['<source>', left.source, other.source],
      ['<flags>', left.flags, other.flags],
    ]
  }
  if (types.isBoxedPrimitive(left)) return [['<primitive>', left.valueOf(), right.valueOf()]]
  if (ArrayBuffer.isView(left)) return viewSlots(left as Uint8Array, right as Uint8Array)
  if (types.isSharedArrayBuffer(left)) return [['<shared>', left === right, true]]
  if (left instanceof ArrayBuffer) {
    const other = right as ArrayBuffer
    return [
      ['<resizable>', left.resizable, other.resizable],
      ['<max>', left.maxByteLength, other.maxByteLength],
      ['<bytes>', Buffer.from(left).toString('latin1'), Buffer.from(other).toString('latin1')],
    ]
  }
  return []
}

function viewSlots(left: Uint8Array, right: Uint8Array): readonly Slot[] {
  return [
    ['<offset>', left.byteOffset, right.byteOffset],
    ['<bytes>', left.byteLength, right.byteLength],
    ['<buffer>', left.buffer, right.buffer],
  ]
}

function listSlots(left: readonly unknown[], right: readonly unknown[]): readonly Slot[] {
  const size: Slot = ['<size>', left.length, right.length]
  return [size, ...left.map((item, index): Slot => [`<${index}>`, item, right[index]])]
}

function kindOf(value: object): string {
  if (types.isMap(value)) return 'Map'
  if (types.isSet(value)) return 'Set'
  if (types.isDate(value)) return 'Date'
  if (types.isRegExp(value)) return 'RegExp'
  if (types.isNativeError(value)) return 'Error'
  if (types.isAnyArrayBuffer(value)) return types.isSharedArrayBuffer(value) ? 'SharedArrayBuffer' : 'ArrayBuffer'
  if (types.isBoxedPrimitive(value)) return `boxed ${typeof value.valueOf()}`
  if (types.isTypedArray(value)) return value[Symbol.toStringTag]
  if (types.isDataView(value)) return 'DataView'
  return Array.isArray(value) ? 'Array' : 'Object'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function show(value: unknown): string {
  if (Object.is(value, -0)) return '-0'
  return typeof value === 'string' ? JSON.stringify(value).slice(0, 80) : String(value)
}
