import { expect, test } from 'vitest'
import { forbidCodegen, generate } from '../../src/codec/codegen.ts'

const answer = (): number | undefined => generate<() => number>('return () => 42', {})?.()

test('too deep a stack does not forbid code for good', () => {
  const deeper = (): void => {
    answer()
    deeper()
  }
  expect(deeper).toThrow(RangeError)
  expect(answer()).toBe(42)
})

test('a ban does, until it is lifted', () => {
  forbidCodegen()
  expect(answer()).toBeUndefined()
  forbidCodegen(false)
  expect(answer()).toBe(42)
})
