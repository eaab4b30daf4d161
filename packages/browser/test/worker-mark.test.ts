import { parentPortOptionsOf } from '@slipring/core'
import { expect, test } from 'vitest'
import { markedName, takeMark } from '../src/worker-mark.ts'

test.each(['', 'mine', 'a@slipring:%7B%7D', 'of two\nlines', '50 % 🚀'])(
  '%j has its name back when the mark is taken',
  (name) => {
    const rings = { capacity: 4096, startPosition: -8 }
    const scope = { name: markedName(name, { rings, options: parentPortOptionsOf() }) }
    expect(takeMark(scope)).toEqual({ rings, options: {} })
    expect(scope.name).toBe(name)
  },
)

test('options of the worker come with it, whatever is in them', () => {
  const options = parentPortOptionsOf({
    measure: 'mine@slipring:%7B "50 %"\n🚀',
    whenFull: 'block',
    delivery: 'task',
    highWaterMark: 1000.5,
    maxCapacity: Infinity,
    maxBufferedBytes: Infinity,
  })
  const scope = { name: markedName('n', { rings: { capacity: 4096, startPosition: 0 }, options }) }
  expect(takeMark(scope)?.options).toEqual(options)
  expect(options.maxCapacity).toBeGreaterThan(2 ** 52)
  expect(options.maxBufferedBytes).toBeUndefined()
  expect(scope.name).toBe('n')
})

test.each(['', 'worker', 'a@slipring:4096', '@slipring:'])('%j has no mark', (name) => {
  const scope = { name }
  expect(takeMark(scope)).toBeUndefined()
  expect(scope.name).toBe(name)
})
