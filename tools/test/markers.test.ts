import { expect, test } from 'vitest'
import { replaceBetween } from '../markers.ts'

const DOCUMENT = 'before\n<!-- bench:a -->\nold\n<!-- /bench:a -->\nafter\n'

test('replaceBetween() touches only what is between the markers', () => {
  const written = replaceBetween(DOCUMENT, 'bench:a', 'new\n')
  expect(written).toBe('before\n<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->\nafter\n')
  expect(replaceBetween(written, 'bench:a', 'new')).toBe(written)
})

test.each([
  ['there are none', 'text'],
  ['they are in the wrong order', '<!-- /bench:a --> <!-- bench:a -->'],
  ['there are two pairs', DOCUMENT + DOCUMENT],
  ['they belong to something else', DOCUMENT.replaceAll('bench:a', 'bench:ab')],
])('replaceBetween() refuses when %s', (_, document) => {
  expect(() => replaceBetween(document, 'bench:a', 'new')).toThrow(RangeError)
})
