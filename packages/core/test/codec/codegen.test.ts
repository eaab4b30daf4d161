import { expect, test } from 'vitest'
import { forbidCodegen, generate } from '../../src/codec/codegen.ts'
import { compileMaker, compileRowsMaker, compileRowsWriter, compileWriter } from '../../src/codec/second-gear/slots.ts'

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

test('a text that is no program is a SyntaxError, and no ban', () => {
  expect(() => generate('return }', {})).toThrow(SyntaxError)
  expect(answer()).toBe(42)
})

test('an error of the program itself passes through, and is no ban', () => {
  expect(() => generate('return missing', {})).toThrow(ReferenceError)
  expect(answer()).toBe(42)
})

test('all that is generated for a shape compiles, whatever its keys are', () => {
  const keys = ['a', 'two words', '"', '\\', '\u2028', '${x}', 'é', '\ud800', 'class']
  const held = keys.map((_, place) => ['number', 'number', 'string', 'object'][place % 4]!)
  const programs = [compileWriter, compileRowsWriter, compileMaker, compileRowsMaker].map((make) => make(keys, held))
  expect(programs.map((program) => typeof program)).toEqual(Array(4).fill('function'))
})
