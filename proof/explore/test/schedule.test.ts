import { expect, test } from 'vitest'
import { DEATH, decodeSchedule, encodeSchedule, ORDINARY, OTHER, type Step, STRAY } from '../schedule.ts'

const LETTERS = ['p', 'c']
const step = (thread: number, variant: number = ORDINARY): Step => ({ thread, variant })

test('a schedule counts the steps of a thread in a row, and marks what is out of the ordinary', () => {
  const steps = [step(0), step(0), step(0), step(1), step(1, OTHER), step(1, STRAY), step(0, DEATH), step(1), step(1)]
  expect(encodeSchedule(steps, LETTERS)).toBe('p3cc~c?p!c2')
  expect(decodeSchedule('p3cc~c?p!c2', LETTERS)).toEqual(steps)
})

test.each(['x3', 'p3-', '3p'])('%s is no schedule', (text) => {
  expect(() => decodeSchedule(text, LETTERS)).toThrow(SyntaxError)
})
