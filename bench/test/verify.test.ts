import { expect, test } from 'vitest'
import { digestAll, findDifference } from '../start/verify.ts'

const SOURCE = [{ id: 0 }, { id: 1 }, { id: 2 }, { id: 3 }]
const EXPECTED = digestAll(SOURCE)

test('findDifference() finds nothing in a faithful copy', () => {
  expect(findDifference(structuredClone(SOURCE), EXPECTED)).toBeUndefined()
})

test('findDifference() names the first record that changed', () => {
  const arrived = SOURCE.with(2, { id: 20 })
  expect(findDifference(arrived, EXPECTED)).toBe('record 2 of 4 differs from the source: {"id":20}')
})

test('findDifference() names the first record out of order and where it belongs', () => {
  const arrived = [SOURCE[0], SOURCE[2], SOURCE[1], SOURCE[3]]
  expect(findDifference(arrived, EXPECTED)).toBe(
    'record 1 of 4 is out of order: it is record 2 of the source: {"id":2}',
  )
})

test('findDifference() notices a record too few and one too many', () => {
  expect(findDifference(SOURCE.slice(0, 3), EXPECTED)).toBe('3 records arrived, expected 4')
  expect(findDifference([...SOURCE, { id: 4 }], EXPECTED)).toBe('5 records arrived, expected 4')
})

test('findDifference() notices a value of another kind', () => {
  expect(findDifference(SOURCE.with(0, new Map() as never), EXPECTED)).toBe(
    'record 0 of 4 differs: Cannot digest [object Map]',
  )
})
