/**
 * A 53-bit digest of a JSON-like value: a walk over its types, values, keys and their order.
 *
 * It tells apart what a lossy system confuses: -0 and 0, null and undefined, a missing key and an undefined one, a hole
 * and undefined, 1 and '1'. It shares no code with the codec it judges.
 */

const UNDEFINED = 1
const NULL = 2
const FALSE = 3
const TRUE = 4
const NUMBER = 5
const STRING = 6
const ARRAY = 7
const HOLE = 8
const OBJECT = 9

const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)

// Two lanes of 32 bits. Module state, because the walk takes millions of steps and a digest never overlaps another.
let low = 0
let high = 0

/** Throws a TypeError for what JSON cannot hold (a Date, a Map, a function …) other than undefined and holes. */
export function digest(value: unknown): number {
  low = 0x9dc5811c | 0
  high = 0x41c64e6d
  walk(value)
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0)
}

function walk(value: unknown): void {
  if (typeof value === 'number') walkNumber(value)
  else if (typeof value === 'string') walkString(value)
  else if (value === undefined) mix(UNDEFINED)
  else if (value === null) mix(NULL)
  else if (typeof value === 'boolean') mix(value ? TRUE : FALSE)
  else if (Array.isArray(value)) walkArray(value)
  else if (isPlainObject(value)) walkObject(value)
  else throw new TypeError(`Cannot digest ${Object.prototype.toString.call(value)}`)
}

function walkNumber(value: number): void {
  mix(NUMBER)
  double[0] = value
  mix(words[0] as number)
  mix(words[1] as number)
}

// The length first: it separates a string from what follows it.
function walkString(value: string): void {
  mix(STRING)
  mix(value.length)
  for (let i = 0; i < value.length; i++) mix(value.charCodeAt(i))
}

function walkArray(array: readonly unknown[]): void {
  mix(ARRAY)
  mix(array.length)
  for (let i = 0; i < array.length; i++) {
    if (i in array) walk(array[i])
    else mix(HOLE)
  }
}

function walkObject(object: Record<string, unknown>): void {
  const keys = Object.keys(object)
  mix(OBJECT)
  mix(keys.length)
  for (const key of keys) {
    walkString(key)
    walk(object[key])
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

// Multiply and rotate: without the rotation the low bits would never see the high ones.
function mix(word: number): void {
  low = Math.imul(low ^ word, 0x9e3779b1)
  low = (low << 13) | (low >>> 19)
  high = Math.imul(high ^ word, 0x85ebca77)
  high = (high << 17) | (high >>> 15)
}
