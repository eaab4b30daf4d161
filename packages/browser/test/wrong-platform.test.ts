import { expect, test } from 'vitest'
import { Worker } from '../src/worker.ts'

test('a Worker of @slipring/browser in Node says which package is meant', () => {
  expect(() => new Worker('worker.js')).toThrow(
    new TypeError('Cannot make a worker with @slipring/browser: in Node import @slipring/worker'),
  )
})
