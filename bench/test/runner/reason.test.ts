import { expect, test } from 'vitest'
import { BrokenError, brokenBy, reasonOf, traceOf } from '../../src/runner/reason.ts'

test('the trace of an error has its frames and those of its causes, also where causes go round', () => {
  const inner = new TypeError('closed')
  const outer = new Error('cannot query', { cause: inner })
  inner.cause = outer
  const trace = traceOf(outer)
  expect(trace).toMatch(/^ {4}at .*reason\.test\.ts/)
  expect(trace).toContain('\n    Caused by: TypeError: closed\n    at ')
  expect(trace.split('Caused by').length).toBe(8)
})

test('frames of every engine are told from the head of a stack', () => {
  const error = Object.assign(new Error('x'), {
    stack: 'Error: x\n  more of x\n    at f (file:///a.js:1:2)\ng@http://a.js:3:4\n@http://a.js:5:6',
  })
  expect(traceOf(error)).toBe('    at f (file:///a.js:1:2)\n    g@http://a.js:3:4\n    @http://a.js:5:6')
})

test('what is no error has a reason and no trace, and what another thread has told stays as it is', () => {
  expect([reasonOf(5), traceOf(5)]).toEqual(['5', ''])
  expect(brokenBy(new BrokenError('RangeError: no', '    at f'))).toEqual({
    broken: 'RangeError: no',
    trace: '    at f',
  })
  expect(brokenBy(new BrokenError('not done', ''))).toEqual({ broken: 'not done' })
})
