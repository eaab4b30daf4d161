import { expect, test } from 'vitest'
import { judge, LoadWatch } from '../src/load.ts'

test('judge() finds nothing wrong with an idle machine', () => {
  expect(judge([10, 10.5, 9.6], 0.05, 0.1)).toEqual([])
  expect(judge([], null, 0.1)).toEqual([])
})

test('judge() notices that the same work took longer at some time', () => {
  expect(judge([10, 10, 13, 10], 0, 0)).toEqual(['the same work took 30 % more or less time than usual'])
})

test('judge() notices that others were busy all the time', () => {
  expect(judge([10, 10], 0.5, 0)).toEqual(['others kept 0.50 processors busy'])
})

test('judge() goes by the load average only where nothing better is known', () => {
  expect(judge([10, 10], null, 1.5)).toEqual(['the load average was 1.50 at the start'])
  expect(judge([10, 10], 0, 1.5)).toEqual([])
})

test('LoadWatch takes calibrations and comes to a verdict', async () => {
  const watch = new LoadWatch()
  try {
    await watch.calibrate()
    const { calibrationMs, foreignProcessors } = watch.verdict()
    expect(calibrationMs).toEqual([expect.any(Number)])
    expect(foreignProcessors ?? 0).toBeGreaterThanOrEqual(0)
  } finally {
    await watch.close()
  }
})
