import { describe, expect, test } from 'vitest'
import { filesUnder, withoutComments } from './sources.ts'

const DOOR = 'packages/core/src/atomics.ts'
const ORDERED = new Set([
  'load',
  'store',
  'exchange',
  'compareExchange',
  'add',
  'or',
  'and',
  'wait',
  'waitAsync',
  'notify',
])
const LINES_ABOVE = 3

const sources = filesUnder('packages').filter(({ path }) => /^packages\/[^/]+\/src\//.test(path) && path !== DOOR)

test('Atomics is used in atomics.ts only', () => {
  const users = sources.filter((file) => /\bAtomics\b/.test(withoutComments(file.text)))
  expect(users.map((file) => file.path)).toEqual([])
})

test('every access to a shared word says in an ORDER comment what it publishes or pairs with', () => {
  const silent = sources.flatMap(({ path, text }) => unorderedLines(text).map((line) => `${path}:${line}`))
  expect(silent, 'write // ORDER: … on the line, or within the three lines above').toEqual([])
})

describe('the ORDER test', () => {
  const IMPORT = "import { load, store as put, waitAsync } from '../atomics.ts'\n"

  test.each<[string, string, number[]]>([
    ['a bare call', 'const a = load(words, 0)', [2]],
    ['a renamed one', 'put(words, 0, 1)', [2]],
    ['an optional one', 'const a = waitAsync?.(words, 0, 1)', [2]],
    ['a comment on the line', 'load(words, 0) // ORDER: pairs with the store', []],
    ['a comment above', '// ORDER: pairs with the store\nconst a =\n  load(words, 0)', []],
    ['a long comment above', '// ORDER: one\n// two\n// three\n// four\nload(words, 0)', []],
    ['a comment too far above', '// ORDER: one\na()\nb()\nc()\nload(words, 0)', [6]],
    ['a method of that name', 'cache.load(words)\nthis.#load(words)', []],
    ['a mention in a comment', '// load(words, 0) comes later', []],
  ])('judges %s', (_, code, lines) => {
    expect(unorderedLines(IMPORT + code)).toEqual(lines)
  })

  test('judges calls through a namespace', () => {
    const code = "import * as atomics from '../atomics.ts'\natomics.load(words, 0)\natomics.pause()"
    expect(unorderedLines(code)).toEqual([2])
  })
})

/** The numbers of the lines that call an ordered function of atomics.ts without saying why. */
function unorderedLines(text: string): number[] {
  const lines = text.split('\n')
  const code = withoutComments(text).split('\n')
  const calls = callPatterns(withoutComments(text))
  return code.flatMap((line, i) => (calls.some((call) => call.test(line)) && !isOrdered(lines, i) ? [i + 1] : []))
}

function callPatterns(code: string): RegExp[] {
  const patterns: RegExp[] = []
  for (const [, names = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*'[^']*\/atomics\.ts'/g)) {
    for (const name of names.split(',')) {
      const [original = '', local = original] = name.trim().split(/\s+as\s+/)
      if (ORDERED.has(original)) patterns.push(new RegExp(`(?<![\\w.#$])${local}\\s*(\\?\\.|!)?\\(`))
    }
  }
  for (const [, space = ''] of code.matchAll(/import\s*\*\s*as\s+(\w+)\s+from\s*'[^']*\/atomics\.ts'/g)) {
    patterns.push(new RegExp(`(?<![\\w.#$])${space}\\.(${[...ORDERED].join('|')})\\s*(\\?\\.|!)?\\(`))
  }
  return patterns
}

function isOrdered(lines: readonly string[], call: number): boolean {
  if (lines.slice(Math.max(0, call - LINES_ABOVE), call + 1).some((line) => line.includes('ORDER:'))) return true
  // A comment of more than three lines may begin higher up.
  let above = call - 1
  while (above >= 0 && /^\s*(\/\/|\*|\/\*)/.test(lines[above] as string)) {
    if (lines[above]?.includes('ORDER:')) return true
    above--
  }
  return false
}
