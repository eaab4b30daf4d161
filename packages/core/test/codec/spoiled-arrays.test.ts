/** A program may give Array.prototype and Object.prototype properties named by an index: no list and no table may read them. */

import './soon.ts'
import { afterEach, describe, expect, test } from 'vitest'
import * as codec from '../../src/codec/index.ts'
import { CARRIED } from './cases/index.ts'
import { difference } from './difference.ts'
import { Line } from './line.ts'

/** The first ones, and those about the lengths of tables. */
const INDICES = [...Array.from({ length: 64 }, (_, index) => index), 255, 256, 1023, 1024]
/** A shape is compiled on the way. */
const TIMES = 40

const VALUES: readonly unknown[] = ['of the prototype', 7, { of: 'the prototype' }]

let spoiled: object | undefined

function spoil(prototype: object, value: unknown): void {
  spoiled = prototype
  for (const index of INDICES) Reflect.set(prototype, index, value)
}

function mend(): void {
  if (spoiled === undefined) return
  for (const index of INDICES) Reflect.deleteProperty(spoiled, index)
  spoiled = undefined
}

afterEach(mend)

type Outcome = { readonly value: unknown } | { readonly thrown: string }

interface Clones {
  readonly own: () => unknown
  readonly native?: () => unknown
}

/** The outcomes of both while the prototype is spoiled: once for both, because spoiling takes the time. */
function outcomes(prototype: object, value: unknown, { own, native }: Clones): { own: Outcome; native?: Outcome } {
  spoil(prototype, value)
  try {
    return { own: outcome(own), ...(native && { native: outcome(native) }) }
  } finally {
    mend()
  }
}

function outcome(attempt: () => unknown): Outcome {
  try {
    return { value: attempt() }
  } catch (error) {
    return { thrown: (error as Error).name }
  }
}

describe.each([
  ['Array.prototype', Array.prototype],
  ['Object.prototype', Object.prototype],
])('a property of %s named by an index', (_, prototype) => {
  test.each(VALUES)('changes nothing that arrives, whatever its value: %o', (inherited) => {
    const line = new Line(codec)
    const found: string[] = []
    for (const { name, make } of CARRIED) {
      const value = make()
      const clones = { own: () => line.clone(value), native: () => structuredClone(value) }
      const { own, native } = outcomes(prototype, inherited, clones)
      const differs = difference(own, native)
      if (differs !== undefined) found.push(`${name}: ${differs}`)
    }
    expect(found).toEqual([])
  })

  test.each(VALUES)('is not met by code made for a shape, nor by tables that fill: %o', (inherited) => {
    const line = new Line(codec)
    for (let time = 0; time < TIMES; time++) {
      const value = messageOf(time)
      const { own } = outcomes(prototype, inherited, { own: () => line.clone(value) })
      expect(difference(own, { value })).toBeUndefined()
    }
  })
})

function messageOf(time: number): object {
  const rows = Array.from({ length: 40 }, (_, row) => ({ id: row, name: `a name that is row ${row % 7}`, at: row / 3 }))
  const shared = { time, list: [time, 'text', 0.5] }
  return {
    time,
    title: `a title of some length, number ${time % 5}`,
    rows,
    names: rows.map(({ name }) => name),
    pair: [shared, shared, ...rows],
    dictionary: Object.fromEntries(rows.map(({ id }) => [`key-${time}-${id % 10}`, id])),
    [`another-${time % 3}`]: new Map([[time, new Set(['a', shared])]]),
    error: new RangeError('of a number'),
  }
}
