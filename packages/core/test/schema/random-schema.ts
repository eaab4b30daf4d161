/** Random schemas, and random values that fit them. */

import * as s from '../../src/schema/index.ts'
import { type Random, randomGraph } from '../codec/graph.ts'

export interface Made {
  readonly schema: s.AnySchema
  readonly value: (random: Random) => unknown
}

type Leaf = (random: Random) => Made

const NAMES = [
  'id',
  'x',
  'name',
  'a b',
  '0',
  '7',
  '',
  '漢',
  '__proto__',
  'constructor',
  'toString',
  '"',
  '\\',
  '\u2028',
  'é',
]
const TEXTS = [
  '',
  'a',
  'BTC-USD',
  'é',
  '漢字',
  '\ud800',
  'x\udc00y',
  'ÿ'.repeat(17),
  'z'.repeat(253),
  'z'.repeat(254),
  '\0',
]
const INTEGERS = [
  [s.u8, 0, 8],
  [s.u16, 0, 16],
  [s.u32, 0, 32],
  [s.i8, -(2 ** 7), 8],
  [s.i16, -(2 ** 15), 16],
  [s.i32, -(2 ** 31), 32],
] as const
const ELEMENTS = ['u8', 'u16', 'u32', 'u64', 'i8', 'i16', 'i32', 'i64', 'f32', 'f64'] as const

const integers = INTEGERS.map(([schema, lowest, bits]): Leaf => {
  const value = (random: Random): number => lowest + pick(random, [0, 1, 2 ** bits - 1, random(2 ** bits)])
  return () => ({ schema, value })
})

const leaves: readonly Leaf[] = [
  ...integers,
  () => ({ schema: s.u64, value: (random) => BigInt.asUintN(64, BigInt(random(2 ** 31)) ** BigInt(random(3))) }),
  () => ({ schema: s.i64, value: (random) => BigInt.asIntN(64, -(BigInt(random(2 ** 31)) ** BigInt(random(3)))) }),
  () => ({ schema: s.u53, value: safeInteger }),
  () => ({ schema: s.i53, value: (random) => (random(2) === 0 ? safeInteger(random) : 0 - safeInteger(random)) }),
  () => ({ schema: s.varint, value: safeInteger }),
  () => ({ schema: s.f32, value: (random) => Math.fround(float(random)) }),
  () => ({ schema: s.f64, value: float }),
  () => ({ schema: s.bool, value: (random) => random(2) === 0 }),
  () => ({ schema: s.date, value: (random) => new Date(random(9) === 0 ? NaN : random(2 ** 31) * 1000) }),
  () => ({ schema: s.string, value: text }),
  () => ({ schema: s.latin1, value: latin1Text }),
  () => ({ schema: s.bytes, value: (random) => Uint8Array.from({ length: random(20) }, () => random(256)) }),
  () => ({ schema: s.any, value: (random) => randomGraph(random, 5) }),
  (random) => {
    const length = pick(random, [0, 3, 17, 300])
    return { schema: s.fixedString(length), value: (again) => latin1Text(again).slice(0, length) }
  },
  (random) => {
    const length = random(9)
    return { schema: s.fixedBytes(length), value: (again) => Uint8Array.from({ length }, () => again(256)) }
  },
  (random) => {
    const length = random(4)
    return {
      schema: s.columns(s.struct({ a: s.u8, in: s.struct({ b: s.f64 }) }), length),
      value: (again) => ({
        a: Uint8Array.from({ length }, () => again(256)),
        in: { b: Float64Array.from({ length }, () => float(again)) },
      }),
    }
  },
  (random) => {
    const element = pick(random, ELEMENTS)
    return { schema: s.typedArray(element), value: (again) => arrayOf(element, again) }
  },
  (random) => {
    const names = Array.from({ length: pick(random, [1, 2, 9, 300]) }, (_, index) => `${index}-${pick(random, NAMES)}`)
    return { schema: s.enums(...names), value: (again) => pick(again, names) }
  },
  (random) => {
    const names = [...new Set(NAMES.slice(0, random(NAMES.length)))]
    return {
      schema: s.flags(...names),
      value: (again) => Object.fromEntries(names.map((name) => [name, again(2) === 0])),
    }
  },
  (random) => {
    const constant = pick(random, ['x', 5, -0, NaN, 7n, true, null, undefined, '"'])
    return { schema: s.literal(constant), value: () => constant }
  },
]

/** A schema of at most so many levels. */
export function randomSchema(random: Random, depth: number): Made {
  if (depth === 0 || random(3) === 0) return pick(random, leaves)(random)
  switch (random(10)) {
    case 0:
      return listOf(randomSchema(random, depth - 1))
    case 1: {
      const [element, length] = [randomSchema(random, depth - 1), random(4)]
      return {
        schema: s.fixedList(element.schema, length),
        value: (again) => times(length, () => element.value(again)),
      }
    }
    case 2: {
      const parts = times(random(5), () => randomSchema(random, depth - 1))
      return {
        schema: s.tuple(...parts.map(({ schema }) => schema)),
        value: (again) => parts.map(({ value }) => value(again)),
      }
    }
    case 3: {
      const inner = randomSchema(random, depth - 1)
      return { schema: s.nullable(inner.schema), value: (again) => (again(3) === 0 ? null : inner.value(again)) }
    }
    case 4:
      return mapOf(pick(random, leaves.slice(0, 6))(random), randomSchema(random, depth - 1))
    case 5:
      return unionOf(random, depth)
    case 6:
      return treeOf(randomStruct(random, depth - 1))
    default:
      return randomStruct(random, depth)
  }
}

function randomStruct(random: Random, depth: number): Made {
  const names = NAMES.filter(() => random(3) === 0)
  const fields = names.map((name) => {
    const { schema, value } = randomSchema(random, depth - 1 > 0 ? depth - 1 : 0)
    return random(4) === 0
      ? { name, schema: s.optional(schema), value, isOptional: true }
      : { name, schema, value, isOptional: false }
  })
  return {
    schema: s.struct(Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))),
    value: (again) => {
      // In the order of the schema's own keys, which puts indices first.
      const present = fields.filter(({ isOptional }) => !isOptional || again(2) === 0)
      return Object.fromEntries(
        present
          .map(({ name, value, isOptional }) => [name, value(again), isOptional] as const)
          .filter(([, value, isOptional]) => !isOptional || value !== undefined)
          .map(([name, value]) => [name, value]),
      )
    },
  }
}

function listOf({ schema, value }: Made): Made {
  return { schema: s.list(schema), value: (random) => times(random(5), () => value(random)) }
}

function mapOf(key: Made, entry: Made): Made {
  return {
    schema: s.map(key.schema, entry.schema),
    value: (random) => new Map(times(random(4), () => [key.value(random), entry.value(random)] as const)),
  }
}

function unionOf(random: Random, depth: number): Made {
  const variants = ['a', '__proto__', '"'].map((name) => ({ name, made: randomStruct(random, depth - 1) }))
  return {
    schema: s.union('kind', Object.fromEntries(variants.map(({ name, made }) => [name, made.schema]))),
    value: (again) => {
      const { name, made } = pick(again, variants)
      return Object.defineProperties(
        {},
        Object.getOwnPropertyDescriptors({
          kind: name,
          ...Object.fromEntries(Object.entries(made.value(again) as object)),
        }),
      )
    },
  }
}

function treeOf(content: Made): Made {
  const tree: s.AnySchema = s.struct({ content: content.schema, children: s.list(s.recursive(() => tree)) })
  const value = (random: Random, depth: number): unknown => ({
    content: content.value(random),
    children: times(depth === 0 ? 0 : random(3), () => value(random, depth - 1)),
  })
  return { schema: tree, value: (random) => value(random, 3) }
}

function arrayOf(element: s.ElementName, random: Random): unknown {
  const { buffer } = Uint8Array.from({ length: 8 * random(5) }, () => random(256))
  switch (element) {
    case 'u8':
      return new Uint8Array(buffer)
    case 'i8':
      return new Int8Array(buffer)
    case 'u16':
      return new Uint16Array(buffer)
    case 'i16':
      return new Int16Array(buffer)
    case 'u32':
      return new Uint32Array(buffer)
    case 'i32':
      return new Int32Array(buffer)
    case 'u64':
      return new BigUint64Array(buffer)
    case 'i64':
      return new BigInt64Array(buffer)
    case 'f32':
      return new Float32Array(buffer)
    case 'f64':
      return new Float64Array(buffer)
  }
}

function float(random: Random): number {
  return pick(random, [0, -0, NaN, Infinity, -1.5, 2 ** 60, random(2 ** 31) / 7])
}

function safeInteger(random: Random): number {
  return pick(random, [0, 1, 127, 128, Number.MAX_SAFE_INTEGER, random(2 ** 31), random(2 ** 31) * 2 ** 20])
}

function text(random: Random): string {
  return random(3) === 0 ? 'ab漢'.charAt(random(3)).repeat(random(400)) : pick(random, TEXTS)
}

function latin1Text(random: Random): string {
  return random(3) === 0
    ? 'éb'.charAt(random(2)).repeat(random(400))
    : pick(random, TEXTS).replaceAll(/[^\0-\u00ff]/g, '?')
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[random(choices.length)]!
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}
