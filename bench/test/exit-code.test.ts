import { expect, test } from 'vitest'
import { exitCodeOf } from '../src/exit-code.ts'
import type { Row } from '../src/rows.ts'

const reportOf = (broken: string | null, isLoaded: boolean) => ({
  rows: [{ broken: null } as Row, { broken } as Row],
  load: { isLoaded, reasons: [], repeats: 0, calibrationMs: [], pingMicros: [], foreignProcessors: null },
})

test('exitCodeOf() is 0 when all is well, 1 for a broken row, 3 for a loaded machine', () => {
  expect(exitCodeOf([reportOf(null, false)], false)).toBe(0)
  expect(exitCodeOf([reportOf(null, false), reportOf('a value came back different', false)], false)).toBe(1)
  expect(exitCodeOf([reportOf(null, true), reportOf(null, false)], false)).toBe(3)
})

test('a broken row counts more than a loaded machine, and that may be allowed', () => {
  expect(exitCodeOf([reportOf('gone', true)], true)).toBe(1)
  expect(exitCodeOf([reportOf(null, true)], true)).toBe(0)
})
