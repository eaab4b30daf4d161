/** Values of every kind that structured clone knows, and of some that it refuses; each is made afresh. */

const bytes = () => Uint8Array.from({ length: 300 }, (_, index) => index)

/** @type {Record<string, () => unknown>} */
export const cloneable = {
  undefined: () => undefined,
  null: () => null,
  booleans: () => [true, false, Object(true)],
  numbers: () => [0, -0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, -(2 ** 31), 2 ** 53, 5e-324, Object(7)],
  bigints: () => [0n, -1n, 2n ** 64n, -(2n ** 200n), Object(5n)],
  strings: () => [
    '',
    'plain',
    'naïve',
    '東京',
    'rocket 🚀',
    '\ud800 lone',
    'x'.repeat(5000),
    'é'.repeat(5000),
    Object('boxed'),
  ],
  dates: () => [new Date(0), new Date(1e12 + 0.5), new Date(NaN)],
  'regular expressions': () => [/a/g, /\u{1f680}[/]/dimsuy],
  objects: () => ({ a: 1, 'b c': { deep: [{}] }, 7: 'index', __proto__: null }),
  'an own __proto__': () => JSON.parse('{ "__proto__": { "polluted": true }, "plain": 1 }'),
  arrays: () => [
    [],
    [1, 2, 3],
    Object.assign([], { 1: 'among holes', length: 4 }),
    Object.assign([1], { extra: 'property' }),
  ],
  maps: () => new Map().set(1, 'one').set({ key: 1 }, new Map()),
  sets: () => new Set([1, 'two', NaN, new Set([{}])]),
  errors: () => [
    new Error('plain'),
    new RangeError('range', { cause: { why: 1 } }),
    new TypeError(),
    new SyntaxError('s'),
  ],
  'a class instance': () =>
    new (class Point {
      x = 1
      #y = 2
      get y() {
        return this.#y
      }
    })(),
  'a getter': () => ({
    get computed() {
      return 'value'
    },
  }),
  'array buffers': () => [new ArrayBuffer(0), bytes().buffer, new ArrayBuffer(8, { maxByteLength: 16 })],
  views: () => {
    const { buffer } = bytes()
    return [
      new Uint8Array(buffer, 8, 16),
      new Float64Array(buffer, 16, 4),
      new DataView(buffer, 3, 5),
      new Uint16Array(buffer),
    ]
  },
  'every typed array': () =>
    [
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array,
    ]
      .map((View) => new View([1, 2, 3]))
      .concat(/** @type {any} */ ([new BigInt64Array([-1n]), new BigUint64Array([1n])])),
  'a cycle': () => {
    const a = /** @type {any} */ ({ list: [] })
    a.self = a
    a.list.push(a, a.list)
    return a
  },
  'one object twice': () => {
    const shared = { once: true }
    return [shared, shared, new Map([[shared, shared]])]
  },
  'many alike': () =>
    Array.from({ length: 200 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'], at: { x: id / 3 } })),
  'a large object': () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, index])),
  'a blob': () => new Blob(['text'], { type: 'text/plain' }),
  'a file': () => new File(['text'], 'name.txt', { type: 'text/plain', lastModified: 5 }),
  'image data': () => new ImageData(new Uint8ClampedArray(16).fill(7), 2, 2),
  geometry: () => [new DOMRect(1, 2, 3, 4), new DOMPoint(1, 2), new DOMMatrix([1, 2, 3, 4, 5, 6])],
  'a dom exception': () => new DOMException('message', 'AbortError'),
  'a blob within': () => ({ list: [1, new Blob(['inner']), new Map([['blob', new Blob(['deeper'])]])] }),
}

/** @type {Record<string, () => unknown>} */
export const refused = {
  'a function': () => () => {},
  'a symbol': () => [Symbol('s')],
  'a weak map': () => ({ deep: new WeakMap() }),
  'a promise': () => Promise.resolve(1),
  'an element': () => document.createElement('p'),
  'the window': () => window,
  'an event': () => ({ event: new Event('x') }),
  'a url': () => new URL('http://localhost/'),
  'a port that is not transferred': () => new MessageChannel().port1,
}
