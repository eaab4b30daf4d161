import { createChannel, RingCorruptError } from '@slipring/worker'
import { expect, test } from 'vitest'
import { planOf, TARGETS, VICTIMS } from '../../hostile/plan.ts'
import { Side } from '../../hostile/side.ts'

const throwing = (error: unknown) => () => {
  throw error
}

test('results of structured clone are values, and others are faults', () => {
  const side = new Side()
  const cyclic: unknown[] = [1n, new Map([[{}, new Date(0)]]), 'text', undefined, Object(1)]
  cyclic.push(cyclic)
  side.take(cyclic)
  expect(side.sight()).toMatchObject({ messages: 1, faults: [] })
  side.take(Object.create({ inherited: 1 }))
  side.take(() => {})
  side.takeWrapped({ data: 1 })
  expect(side.sight().faults).toEqual([
    'a value with an odd prototype, undefined,',
    expect.stringMatching(/^cannot be cloned: \[object Function\]/),
    'pulled [object Object]',
  ])
})

test('documented errors are counted, any other is a fault', () => {
  const side = new Side()
  side.attempt(throwing(new RingCorruptError('kind', 0, 0, 'not a record')))
  expect(side.sight()).toMatchObject({ errors: { RingCorruptError: 1 }, faults: [] })
  side.attempt(throwing(new TypeError('Cannot read properties of undefined')))
  side.attempt(throwing('text'))
  expect(side.sight()).toMatchObject({ errors: { RingCorruptError: 1, TypeError: 1, string: 1 } })
  expect(side.sight().faults).toEqual([expect.stringMatching(/^TypeError: Cannot read/), 'text'])
})

test('a changed intrinsic is a fault', () => {
  const side = new Side()
  Reflect.defineProperty(Map.prototype, 'polluted', { value: 1, configurable: true })
  const { faults } = side.sight()
  Reflect.deleteProperty(Map.prototype, 'polluted')
  expect(faults).toEqual(['an intrinsic object was changed: lost nothing, got polluted'])
})

test('a port that ended tells its side the reason', async () => {
  const { port } = createChannel({ capacity: 4096 })
  const side = new Side()
  side.watch(port)
  port.close()
  await port.closed
  expect([side.isOver, side.sight().reason]).toEqual([true, 'closed'])
})

test('the plans of neighbouring seeds have every target and every victim', () => {
  const plans = Array.from({ length: 200 }, (_, seed) => planOf(seed))
  expect(new Set(plans.map(({ target }) => target))).toEqual(new Set(TARGETS))
  expect(new Set(plans.map(({ victim }) => victim))).toEqual(new Set(VICTIMS))
  expect(planOf(7)).toEqual(planOf(7))
})
