/** The same object in several places, of every kind, near and far; equal objects that are two. */
import type { Entry } from './case.ts'

const objects = (count: number): { id: number }[] => Array.from({ length: count }, (_, id) => ({ id }))
const twice = (value: unknown): unknown => ({ first: value, list: [value, { value }], map: new Map([[value, value]]) })

export const identity: readonly Entry[] = [
  ['one array twice', () => twice([1, 2])],
  ['one array with a property twice', () => twice(Object.assign([1], { extra: 1 }))],
  ['one Map twice', () => twice(new Map([[1, 2]]))],
  ['one Set twice', () => twice(new Set([1]))],
  ['one Date twice', () => twice(new Date(5))],
  ['one RegExp twice', () => twice(/a/g)],
  ['one Error twice', () => twice(new Error('x'))],
  ['one boxed number twice', () => twice(Object(5))],
  ['one boxed string twice', () => twice(Object('text'))],
  ['one boxed bigint twice', () => twice(Object(5n))],
  ['one ArrayBuffer twice', () => twice(new ArrayBuffer(8))],
  ['one resizable ArrayBuffer twice', () => twice(new ArrayBuffer(8, { maxByteLength: 16 }))],
  ['one view twice, and its buffer', () => ((view) => [twice(view), view.buffer])(new Uint8Array(70))],
  [
    'a buffer before, between and after its views',
    () => ((buffer) => [buffer, new Uint8Array(buffer), buffer, new DataView(buffer, 1), buffer])(new ArrayBuffer(100)),
  ],
  [
    'equal dates, patterns and boxes that are two each',
    () => [new Date(5), new Date(5), /a/, /a/, Object(1), Object(1)],
  ],
  ['equal views of equal buffers', () => [new Uint8Array(4), new Uint8Array(4)]],
  ['equal strings and bigints', () => ['same text', 'same text', 2n ** 80n, 2n ** 80n]],
  [
    'the last of 11, 12, 13 and 14 objects again',
    () => [11, 12, 13, 14].map((count) => ((list) => [...list, list.at(-1)])(objects(count))),
  ],
  [
    'the first of 11, 12, 13 and 14 objects again',
    () => [11, 12, 13, 14].map((count) => ((list) => [...list, list[0]])(objects(count))),
  ],
  ['each of a thousand objects again, backwards', () => ((list) => [list, list.toReversed()])(objects(1000))],
  [
    'each of a thousand objects again, every seventh',
    () => ((list) => [list, list.filter((_, at) => at % 7 === 0)])(objects(1000)),
  ],
  ['one object a thousand times', () => ((one) => Array.from({ length: 1000 }, () => one))({ a: 1 })],
  ['references before new objects', () => ((a) => [a, a, {}, a, {}, {}, a, [a, {}]])({ a: 1 })],
  ['an array that contains itself', () => ((array: unknown[]) => (array.push(array, [array]), array))([])],
  ['a Map whose key and value contain it', () => ((map: Map<unknown, unknown>) => map.set([map], { map }))(new Map())],
  ['a Set within its own member', () => ((set: Set<unknown>) => set.add({ deep: [set] }))(new Set())],
  ['two objects that contain each other', () => ((a: { b?: unknown }) => ((a.b = { a }), a))({})],
  ['an array whose property is itself', () => ((array: unknown[]) => Object.assign(array, { self: array }))([1])],
  ['a sparse array that contains itself', () => ((array: unknown[]) => ((array[999] = array), array))([])],
  [
    'an error whose cause lists it',
    () => ((error: Error) => ((error.cause = [error, { error }]), error))(new Error('x')),
  ],
  [
    'errors that cause each other',
    () => ((a: Error, b: Error) => ((a.cause = b), (b.cause = a), [a, b]))(new Error('a'), new Error('b')),
  ],
  ['a tree that knows its parents', () => tree(4)],
  ['a doubly linked list', () => linked(200)],
  [
    'a graph in which all know all',
    () => ((list) => list.map((one) => Object.assign(one, { all: list })))(objects(20)),
  ],
  [
    'one record in a row of its shape',
    () => ((list) => [...list, list[3], ...list.map((one) => ({ id: one.id }))])(objects(20)),
  ],
  [
    'views that share, across containers',
    () =>
      ((buffer) =>
        new Map<unknown, unknown>([
          ['a', new Uint8Array(buffer, 8)],
          [new Float32Array(buffer), { deep: [new DataView(buffer, 4, 4)] }],
        ]))(new ArrayBuffer(64)),
  ],
  [
    'following and fixed views of one buffer',
    () =>
      ((buffer) => [
        new Uint8Array(buffer),
        new Uint8Array(buffer, 0, 8),
        new DataView(buffer, 8),
        new Uint16Array(buffer, 2),
      ])(new ArrayBuffer(8, { maxByteLength: 32 })),
  ],
]

function tree(depth: number, parent?: object): object {
  const node: Record<string, unknown> = { parent, depth }
  node['children'] = depth === 0 ? [] : [tree(depth - 1, node), tree(depth - 1, node)]
  return node
}

function linked(length: number): object {
  const nodes: { id: number; next?: object; before?: object }[] = objects(length)
  for (const [at, node] of nodes.entries()) Object.assign(node, { next: nodes[at + 1], before: nodes[at - 1] })
  return nodes[0]!
}
