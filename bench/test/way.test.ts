import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countWay } from '../src/young/count.ts'

// Each function more on this way is compiled by every program that has just started, while both threads want the cores. So
// these are what they are, and may only be lowered: what is rare belongs into a function that a plain message does not pass.
const MOST = {
  out: { functions: 16, calls: 21 },
  in: { functions: 16, calls: 19 },
  nothing: { functions: 15, calls: 20 },
} as const

const way = await countWay()

test.each([
  ['out, from postMessage() to its return', 'out'],
  ['in, from the ring to the listener', 'in'],
  ['to find nothing more, from the last listener to the sleep', 'nothing'],
] as const)('a plain message passes no more functions than now %s', (_, part) => {
  const { functions, calls } = way[part]
  expect(functions.length, `passed: ${functions.join(', ')}`).toBeLessThanOrEqual(MOST[part].functions)
  expect(calls, `passed: ${functions.join(', ')}`).toBeLessThanOrEqual(MOST[part].calls)
})

// A reader of the kernel reads these, in this order: a file more is a page more to read.
test('the architecture lists the files that a plain message meets, and no others', () => {
  const met = new Set([...way.out.files, ...way.in.files, ...way.nothing.files])
  const page = readFileSync(new URL('../../docs/ARCHITECTURE.md', import.meta.url), 'utf8')
  const kernel = page.slice(page.indexOf('## The kernel'), page.indexOf('## Layers of core'))
  const listed = [...kernel.matchAll(/^\| `([\w/-]+\.ts)`/gm)].map(([, file]) => `packages/core/src/${file}`)
  expect(listed.toSorted()).toEqual([...met].toSorted())
})

test('the way of a plain message is counted where its functions are known by name', () => {
  expect(way.out.functions).toContain('postMessage')
  expect(way.in.functions).toContain('decode')
  expect(way.nothing.functions).toContain('park')
})

test('an import of the package loads no more modules of Node than now', () => {
  // Sources have their types stripped by one of these.
  expect(way.modules).toBeLessThanOrEqual(4)
  expect(way.source).toBeGreaterThan(0)
})
