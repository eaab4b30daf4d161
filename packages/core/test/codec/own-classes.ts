/** Classes of a program that a codec is told of, and random graphs with their instances. */

import { type CodecOptions, isInstanceError, ownClass } from '../../src/codec/index.ts'
import { isDecodeError } from '../../src/errors.ts'
import type { Random } from './graph.ts'

export class Point {
  readonly x: number
  readonly y: number
  constructor(x: number, y: number) {
    this.x = x
    this.y = y
  }
}

/** Of the same kind, but not told of. */
export class NamedPoint extends Point {
  name = 'a point'
}

export class Box {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly detail: unknown
  constructor(message: string, detail: unknown) {
    super(message)
    this.detail = detail
  }
}

export class Vector extends Array<unknown> {}

export class Table extends Map<unknown, unknown> {}

export const point = ownClass({
  name: 'Point',
  type: Point,
  to: ({ x, y }) => ({ x, y }),
  from: ({ x, y }) => new Point(x, y),
})

export const OWN: CodecOptions = {
  buffers: 'keep',
  classes: [
    point,
    ownClass({ name: 'B', type: Box, to: (box) => box.value, from: (value) => new Box(value) }),
    ownClass({
      name: 'errors of this program: Fault',
      type: Fault,
      to: ({ message, detail, stack }) => ({ message, detail, stack }),
      from: ({ message, detail, stack }) => Object.assign(new Fault(message, detail), { stack }),
    }),
    ownClass({
      name: 'Vector',
      type: Vector,
      to: (vector) => Array.from(vector),
      from: (list) => Vector.from(list) as Vector,
    }),
    ownClass({ name: 'Table of 漢字', type: Table, to: (table) => [...table], from: (entries) => new Table(entries) }),
  ],
}

/** Whether bytes were refused as they should be: they are no message, or hold an instance that nobody can make. */
export function isRefusal(error: unknown): boolean {
  return isDecodeError(error) || isInstanceError(error)
}

/** Values with instances in every place, some of them twice. */
export const OWN_VALUES: readonly unknown[] = [
  new Point(1, 2.5),
  [new Point(1, 2), new Point(3, 4), { x: 5, y: 6 }],
  new Box(new Box(new Box(undefined))),
  { fault: new Fault('it failed', new Map([['at', new Date(5)]])), list: Vector.from([1, new Box('two')]) },
  twice(new Box({ text: 'shared' })),
  twice(new Table([[new Point(0, -0), new Set([new Point(7, 8)])]])),
  Array.from({ length: 40 }, (_, index) => new Point(index, -index)),
  [Buffer.from('some bytes'), new Uint8Array(3), Buffer.alloc(70)],
]

function twice(value: unknown): unknown {
  return { value, again: [value] }
}

/** A random value of about `size` parts, with instances of all classes; containers may be cyclic, instances not. */
export function randomOwnGraph(random: Random, size: number): unknown {
  const made: object[] = []
  let left = size
  return part(0)

  function part(depth: number): unknown {
    left--
    if (made.length > 0 && random(6) === 0) return made[random(made.length)]
    if (left < 0 || depth > 12) return random(300)
    const kind = random(9)
    if (kind < 2) return fill(keep({}), depth)
    if (kind === 2) return list(keep([]), depth)
    if (kind === 3) return keep(new Map()).set(part(depth + 1), part(depth + 1))
    return keep(instance(kind, depth))
  }

  function keep<T extends object>(value: T): T {
    made.push(value)
    return value
  }

  function fill(value: Record<string, unknown>, depth: number): object {
    for (const key of ['a', 'b', 'c'].slice(random(3))) value[key] = part(depth + 1)
    return value
  }

  function list(value: unknown[], depth: number): unknown[] {
    for (let count = random(5); count > 0; count--) value.push(part(depth + 1))
    return value
  }

  function instance(kind: number, depth: number): object {
    if (kind === 4) return new Point(random(1000), random(1000) / 7)
    if (kind === 5) return new Box(part(depth + 1))
    if (kind === 6) return new Fault(`fault ${random(5)}`, part(depth + 1))
    if (kind === 7) return new Table([['key', part(depth + 1)]])
    return list(new Vector(), depth)
  }
}
