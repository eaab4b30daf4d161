/** Compares two values as structured clone would have them: kinds, contents, order, attributes, and which objects are the same one. */

import { kindOf } from './slots.ts'

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
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return `${path}: ${kind} and ${kindOf(right)}`
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return `${path}: prototypes differ`
  for (const [name, a, b] of slots(kind, left, right)) {
    const found = compare(a, b, `${path}${name}`, to, from)
    if (found !== undefined) return found
  }
  // Elements of views are their buffer's bytes; what platform objects keep as properties is the platform's business.
  if (ArrayBuffer.isView(left) || kind.startsWith('platform')) return undefined
  return compareProperties(left, right, path, to, from)
}

function compareProperties(left: object, right: object, path: string, to: Pairs, from: Pairs): string | undefined {
  const keys = ownKeys(left)
  const others = ownKeys(right)
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

// Some engines note on an error where it was made, beside the standard. Bytes do not carry that. Where the stack is no own
// property of errors, it has to become one.
const notes = new Set(
  Reflect.ownKeys(structuredClone(new Error('x'))).filter((key) => key !== 'message' && key !== 'stack'),
)
if (!Object.hasOwn(new Error('x'), 'stack')) notes.add('stack')

function ownKeys(value: object): readonly (string | symbol)[] {
  const keys = Reflect.ownKeys(value)
  const isNote = (key: string | symbol): boolean =>
    notes.has(key) && !Object.prototype.propertyIsEnumerable.call(value, key)
  return notes.size > 0 && value instanceof Error ? keys.filter((key) => !isNote(key)) : keys
}

type Slot = readonly [name: string, left: unknown, right: unknown]

function slots(kind: string, left: object, right: object): readonly Slot[] {
  switch (kind) {
    case 'Map':
      return listSlots([...(left as Map<unknown, unknown>)].flat(), [...(right as Map<unknown, unknown>)].flat())
    case 'Set':
      return listSlots([...(left as Set<unknown>)], [...(right as Set<unknown>)])
    case 'Date':
      return [['<time>', (left as Date).getTime(), (right as Date).getTime()]]
    case 'RegExp':
      return pairs(['source', 'flags', 'lastIndex'], left, right)
    case 'Error':
      // An accessor of the prototype, or an own property: as the engine has it.
      return pairs(['stack'], left, right)
    case 'ArrayBuffer':
      return bufferSlots(left as ArrayBuffer, right as ArrayBuffer)
    case 'SharedArrayBuffer':
      return sharedSlots(left as SharedArrayBuffer, right as SharedArrayBuffer)
    case 'platform Blob':
    case 'platform File':
    case 'platform DOMException':
      return pairs(['size', 'type', 'name', 'message', 'code'], left, right)
    default:
      if (kind.startsWith('boxed')) return [['<primitive>', left.valueOf(), right.valueOf()]]
      return ArrayBuffer.isView(left) ? pairs(['byteOffset', 'byteLength', 'buffer'], left, right) : []
  }
}

function pairs(names: readonly string[], left: object, right: object): readonly Slot[] {
  return names.map((name) => [`<${name}>`, read(left, name), read(right, name)])
}

function read(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name]
}

function bufferSlots(left: ArrayBuffer, right: ArrayBuffer): readonly Slot[] {
  return [...pairs(['resizable', 'maxByteLength'], left, right), ['<bytes>', bytesIn(left), bytesIn(right)]]
}

// Two buffers over one memory: what is written to one is in the other.
function sharedSlots(left: SharedArrayBuffer, right: SharedArrayBuffer): readonly Slot[] {
  const lengths = pairs(['byteLength', 'growable', 'maxByteLength'], left, right)
  if (left.byteLength === 0 || right.byteLength === 0) return lengths
  const [ours, theirs] = [new Uint8Array(left), new Uint8Array(right)]
  const before = ours[0]!
  ours[0] = before ^ 0xff
  const seen = theirs[0]
  ours[0] = before
  return [...lengths, ['<memory>', seen, before ^ 0xff]]
}

const latin1 = new TextDecoder('latin1')

function bytesIn(buffer: ArrayBuffer): string {
  // A copy: text decoders of browsers refuse what may be resized.
  return latin1.decode(new Uint8Array(buffer).slice())
}

function listSlots(left: readonly unknown[], right: readonly unknown[]): readonly Slot[] {
  const size: Slot = ['<size>', left.length, right.length]
  return [size, ...left.map((item, index): Slot => [`<${index}>`, item, right[index]])]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function show(value: unknown): string {
  if (Object.is(value, -0)) return '-0'
  return typeof value === 'string' ? JSON.stringify(value).slice(0, 80) : String(value)
}
