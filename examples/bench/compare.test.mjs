// A test that fails where the new way is slower: node --test compare.test.mjs

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from '@slipring/bench'

const numbers = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1000)

test('a sum by a loop is not slower than by arrays', async () => {
  const compared = await compare(sumByLoop, sumByArrays)
  assert.equal(compared.isSlower, false, String(compared))
})

function sumByLoop() {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

function sumByArrays() {
  return numbers.map((number) => [number]).reduce((sum, [number = 0]) => sum + number, 0)
}
