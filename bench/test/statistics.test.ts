import { expect, test } from 'vitest'
import { median, percentile, quartiles, spread } from '../src/statistics.ts'

test('percentile() is the nearest rank', () => {
  const ascending = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
  expect(percentile(ascending, 0.5)).toBe(50)
  expect(percentile(ascending, 0.51)).toBe(60)
  expect(percentile(ascending, 0.99)).toBe(100)
  expect(percentile(ascending, 0)).toBe(10)
  expect(percentile(ascending, 1)).toBe(100)
  expect(percentile([7], 0.5)).toBe(7)
})

test('median() takes the middle, or the mean of the two middle ones, and leaves its input alone', () => {
  const values = [3, 1, 2]
  expect(median(values)).toBe(2)
  expect(values).toEqual([3, 1, 2])
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([10, 9, 100])).toBe(10)
})

test('spread() is the distance of the extremes as a fraction of the median', () => {
  expect(spread([90, 100, 120])).toBeCloseTo(0.3)
  expect(spread([5])).toBe(0)
})

test('quartiles() lie in proportion between their neighbours', () => {
  expect(quartiles([5, 1, 3, 2, 4])).toEqual([2, 4])
  expect(quartiles([1, 2])).toEqual([1.25, 1.75])
  expect(quartiles([7])).toEqual([7, 7])
})

test('percentile(), median() and quartiles() refuse an empty list', () => {
  expect(() => quartiles([])).toThrow(RangeError)
  expect(() => percentile([], 0.5)).toThrow(RangeError)
  expect(() => median([])).toThrow(RangeError)
})
