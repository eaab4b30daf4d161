/** Random value graphs from a seed: everything that bytes can carry, shared and cyclic. */

export interface Random {
  /** An integer from 0 to `below - 1`. */
  (below: number): number
}

/** A small generator with a period far beyond the tests' needs; the same seed gives the same values everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const KEYS = [
  'id',
  'x',
  'y',
  'name',
  'a',
  'b',
  '0',
  '7',
  '-1',
  '01',
  '',
  '漢',
  '__proto__',
  'constructor',
  'toString',
  'é',
  '\ud800',
]
const TEXTS = [
  '',
  'a',
  'text',
  'é',
  '漢字',
  '\ud800',
  'x\udfff',
  'long '.repeat(5),
  'wide 漢 '.repeat(5),
  'x'.repeat(70),
  '__proto__',
]
const NUMBERS = [0, -0, 1, 127, 128, -1, -129, 40_000, -40_000, 2 ** 31, 0.5, Number.NaN, Infinity, 2 ** 53, 1e-300]
const BIGINTS = [0n, -1n, 2n ** 63n, -(2n ** 63n), 2n ** 100n, -(3n ** 90n)]
const VIEWS: readonly (new (buffer: ArrayBuffer, offset: number) => ArrayBufferView)[] = [
  Uint8Array,
  Uint8ClampedArray,
  Int8Array,
  Uint16Array,
  Int16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
]

class Point {
  x = 1
}
const PROTOTYPES = [null, Point.prototype, { inherited: 1 }]

/** A random value of about `size` parts, some of which appear several times in it. */
export function randomGraph(random: Random, size: number): unknown {
  const made: object[] = []
  let left = size
  return part(0)

  function part(depth: number): unknown {
    left--
    if (made.length > 0 && random(8) === 0) return made[random(made.length)]
    if (left < 0 || depth > 12 || random(3) === 0) return primitive(random)
    const kind = random(15)
    if (kind < 4) return fillObject(depth)
    if (kind < 6) return records(depth)
    if (kind < 9) return fillArray(depth)
    if (kind === 9) return fillMap(depth)
    if (kind === 10) return fillSet(depth)
    if (kind === 11) return view()
    if (kind === 12) return numbers()
    return leaf(depth)
  }

  function keep<T extends object>(value: T): T {
    made.push(value)
    return value
  }

  function fillObject(depth: number): object {
    const value = keep(random(6) === 0 ? (Object.create(PROTOTYPES[random(PROTOTYPES.length)]!) as object) : {})
    for (let count = random(6); count > 0; count--) define(value, KEYS[random(KEYS.length)]!, part(depth + 1))
    return value
  }

  // Now and then more than a few: the strings of long arrays are written in another way.
  function few(): number {
    return random(12) === 0 ? 16 + random(10) : random(6)
  }

  // Several objects of one shape, as real messages have them, now and then with one that differs.
  function records(depth: number): unknown[] {
    const keys = KEYS.slice(random(6), 7 + random(6))
    const list = keep([] as unknown[])
    for (let count = few(); count > 0; count--) {
      const value = keep({})
      for (const key of keys)
        if (random(20) > 0) define(value, key, random(4) === 0 ? part(depth + 2) : primitive(random))
      list.push(value)
    }
    return list
  }

  function fillArray(depth: number): unknown[] {
    const value = keep([] as unknown[])
    for (let count = few(); count > 0; count--) {
      if (random(6) === 0) value.length++
      else value.push(part(depth + 1))
    }
    if (random(12) === 0) define(value, KEYS[random(KEYS.length)]!, part(depth + 1))
    if (random(40) === 0) value[random(5000)] = part(depth + 1)
    return value
  }

  function fillMap(depth: number): object {
    const value = keep(new Map<unknown, unknown>())
    for (let count = random(4); count > 0; count--) value.set(part(depth + 1), part(depth + 1))
    return value
  }

  function fillSet(depth: number): object {
    const value = keep(new Set<unknown>())
    for (let count = random(4); count > 0; count--) value.add(part(depth + 1))
    return value
  }

  function view(): object {
    const known = made.find((value): value is ArrayBuffer => value instanceof ArrayBuffer && random(3) > 0)
    const buffer = known ?? keep(bytes())
    if (random(4) === 0) return buffer
    const View = VIEWS[random(VIEWS.length)]!
    const offset = 8 * random(buffer.byteLength / 8 + 1)
    return keep(new View(buffer, offset))
  }

  // One in four can grow, and then the views of it follow.
  function bytes(): ArrayBuffer {
    const length = 8 * random(12)
    const buffer =
      random(4) === 0 ? new ArrayBuffer(length, { maxByteLength: length + 8 * random(3) }) : new ArrayBuffer(length)
    const filled = new Uint8Array(buffer)
    for (let index = 0; index < length; index++) filled[index] = random(256)
    return buffer
  }

  // As measurements and samples come: many numbers in a row, of one kind or of several.
  function numbers(): number[] {
    const kinds = [(): number => random(200), () => random(2 ** 32) - 2 ** 31, () => random(1e9) / 1000, () => -0]
    const first = kinds[random(kinds.length)]!
    return keep(Array.from({ length: random(40) }, () => (random(10) === 0 ? kinds[random(kinds.length)]! : first)()))
  }

  function leaf(depth: number): object {
    switch (random(5)) {
      case 0:
        return keep(new Date(random(2) === 0 ? random(1e9) * 1000 : Number.NaN))
      case 1:
        return keep(new RegExp(`a${random(10)}`, ['', 'g', 'iu'][random(3)]))
      case 2:
        return keep(Object(primitive(random) ?? 'box') as object)
      case 3:
        return keep(new RangeError(`number ${random(10)}`))
      default: {
        const error = keep(new TypeError('with a cause'))
        error.cause = part(depth + 1)
        return error
      }
    }
  }
}

// The last codes of the classes that strings are written in, and lengths around those at which engines change their ways.
const CODES = [0x80, 0x80, 0x100, 0xd800, 0x10000]
const LENGTHS = [20, 20, 20, 20, 20, 20, 70, 130, 200, 330, 4200]

function text(random: Random): string {
  const codes = CODES[random(CODES.length)]!
  const units = Array.from({ length: random(LENGTHS[random(LENGTHS.length)]!) }, () => random(codes))
  // One of another class may be anywhere.
  if (units.length > 0 && random(4) === 0) units[random(units.length)] = random(0x10000)
  return String.fromCharCode(...units)
}

function primitive(random: Random): unknown {
  switch (random(9)) {
    case 0:
      return undefined
    case 1:
      return null
    case 2:
      return random(2) === 0
    case 3:
      return BIGINTS[random(BIGINTS.length)]
    case 4:
      return NUMBERS[random(NUMBERS.length)]
    case 5:
      return random(2 ** 32) / 1000
    case 6:
      return TEXTS[random(TEXTS.length)]
    case 7:
      return text(random)
    default:
      return random(1000) - 500
  }
}

function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}
