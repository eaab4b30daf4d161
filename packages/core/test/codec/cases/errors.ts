/** Errors. */
import type { Entry } from './case.ts'

class Failure extends TypeError {
  code = 'E_FAIL'
  override name = 'Failure'
}

const NAMES = ['EvalError', 'RangeError', 'SyntaxError', 'URIError', 'AggregateError', 'InternalError', 'DOMException']

export const errors: readonly Entry[] = [
  ...[Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((Kind): Entry => [
    `${Kind.name}`,
    () => new Kind('what happened'),
  ]),
  ['error without a message', () => new Error()],
  ['error with an empty message', () => new Error('')],
  ['error with a cause', () => new Error('outer', { cause: new RangeError('inner') })],
  ['error with an undefined cause', () => new Error('outer', { cause: undefined })],
  ['error that causes itself', () => ((error) => Object.assign(error, { cause: error }))(new Error('loop'))],
  [
    'error with a cause that refers back',
    () => ((cause: { error?: Error }) => (cause.error = new Error('x', { cause })))({}),
  ],
  ['error with a foreign name', () => Object.assign(new Error('x'), { name: 'Foreign' })],
  ['error named as another', () => Object.assign(new Error('x'), { name: 'TypeError' })],
  ['error with a numeric message', () => Object.assign(new Error('x'), { message: 5 })],
  ['error whose message is an accessor', () => Object.defineProperty(new Error('x'), 'message', { get: () => 'got' })],
  ['error without a stack', () => Object.assign(new Error('x'), { stack: undefined })],
  ['error with a numeric stack', () => Object.assign(new Error('x'), { stack: 5 })],
  ['error with a stack of its own', () => Object.assign(new Error('x'), { stack: 'here' })],
  ['error with properties', () => Object.assign(new Error('x'), { code: 'E', detail: {} })],
  ['subclass of an error', () => new Failure('x')],
  ['AggregateError', () => new AggregateError([new Error('a')], 'many')],
  ['object that only looks like an error', () => Object.create(Error.prototype)],
  ['object whose prototype is an error', () => Object.create(new Error('x'))],
  ['AggregateError with a cause', () => new AggregateError([1, 'two', { three: 3 }], 'many', { cause: 'why' })],
  ['AggregateError without a message', () => new AggregateError([])],
  [
    'AggregateError that contains itself',
    () =>
      ((list: unknown[]) => {
        const error = new AggregateError(list, 'x')
        error.errors.push(error)
        return error
      })([]),
  ],
  ['error with the message of many lines', () => new Error('one\ntwo\u2028three')],
  ['error with a wide message', () => new Error('漢字\ud800')],
  ['error with a very long message', () => new Error('x'.repeat(10_000))],
  [
    'error with causes of every kind',
    () => [null, 0, '', 'why', 5n, true, [], {}, new Map()].map((cause) => new Error('x', { cause })),
  ],
  [
    'error with a chain of fifty causes',
    () => Array.from({ length: 50 }).reduce<unknown>((cause, _, at) => new Error(`level ${at}`, { cause }), 'root'),
  ],
  ['error with an enumerable cause', () => Object.assign(new Error('x'), { cause: 'assigned' })],
  [
    'error with an inherited cause',
    () => Object.setPrototypeOf(new Error('x'), { cause: 'inherited', name: 'URIError' }),
  ],
  [
    'error with an enumerable message',
    () => Object.defineProperty(new Error(), 'message', { value: 'x', enumerable: true }),
  ],
  [
    'error with a deleted message',
    () => ((error) => (Reflect.deleteProperty(error, 'message'), error))(new Error('x')),
  ],
  ['error with an undefined message', () => Object.assign(new Error('x'), { message: undefined })],
  ['error with a null message', () => Object.assign(new Error('x'), { message: null })],
  ['error with an empty stack', () => Object.assign(new Error('x'), { stack: '' })],
  ['error with a wide stack', () => Object.assign(new Error('x'), { stack: 'at 漢 (é:1)' })],
  ['error with a deleted stack', () => ((error) => (Reflect.deleteProperty(error, 'stack'), error))(new Error('x'))],
  ['error with an object as its stack', () => Object.assign(new Error('x'), { stack: { toString: () => 'here' } })],
  ...NAMES.map((name): Entry => [`error named ${name}`, () => Object.assign(new Error('x'), { name })]),
  ['error with an undefined name', () => Object.assign(new TypeError('x'), { name: undefined })],
  ['error with a numeric name', () => Object.assign(new TypeError('x'), { name: 5 })],
  [
    'subclass named by its prototype',
    () => {
      class Named extends Error {}
      Named.prototype.name = 'RangeError'
      return new Named('x')
    },
  ],
  ['frozen error', () => Object.freeze(new Error('x'))],
  ['error that the engine made', () => caught(() => (undefined as unknown as { a: unknown }).a)],
  ['error that the engine made of a wrong number', () => caught(() => (1.5).toFixed(-1))],
  ['error that the engine made of wrong text', () => caught(() => JSON.parse('{'))],
  ['errors in a Map and in a list', () => new Map([[new Error('key'), [new RangeError('a'), new TypeError('b')]]])],
]

function caught(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
