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
/** There are more. A search that finds fewer has gone blind, and what it does not see it cannot judge. */
const LEAST_SOURCES = 150
const LEAST_CALLS = 120

const sources = filesUnder('packages').filter(({ path }) => /^packages\/[^/]+\/src\//.test(path) && path !== DOOR)

test(`at least ${LEAST_CALLS} accesses in ${LEAST_SOURCES} files are judged`, () => {
  expect(sources.length).toBeGreaterThan(LEAST_SOURCES)
  const calls = sources.flatMap(({ text }) => callLines(text))
  expect(calls.length).toBeGreaterThan(LEAST_CALLS)
})

test('no file passes an ordered function of atomics.ts on: its calls elsewhere would not be found', () => {
  const passing = sources.filter(({ text }) => passesOn(withoutComments(text)))
  expect(passing.map(({ path }) => path)).toEqual([])
})

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

  test.each<[string, string, boolean]>([
    ['a list', "export { canBlock, load } from '../atomics.ts'", true],
    ['a renamed one', "export { store as put } from './atomics.ts'", true],
    ['everything', "export * from '../atomics.ts'", true],
    ['a namespace', "export * as atomics from '../atomics.ts'", true],
    ['an import exported', `${IMPORT}export { load }`, true],
    ['an import exported by another name', `${IMPORT}export { put as write, other }`, true],
    ['an import given another name', `${IMPORT}const look = put`, true],
    ['a name without order', "export { canBlock, sleep } from './atomics.ts'", false],
    ['a type', "export type { Words } from '../atomics.ts'", false],
    ['a name of another file', "export { load } from './cargo.ts'", false],
    ['a question whether it is there', `${IMPORT}const isThere = waitAsync !== undefined`, false],
  ])('sees what passes on %s', (_, code, expected) => {
    expect(passesOn(code)).toBe(expected)
  })

  test('judges calls through a namespace', () => {
    const code = "import * as atomics from '../atomics.ts'\natomics.load(words, 0)\natomics.pause()"
    expect(unorderedLines(code)).toEqual([2])
  })
})

/** The numbers of the lines that call an ordered function of atomics.ts without saying why. */
function unorderedLines(text: string): number[] {
  const lines = text.split('\n')
  return callLines(text).filter((line) => !isOrdered(lines, line - 1))
}

function callLines(text: string): number[] {
  const code = withoutComments(text)
  const calls = callPatterns(code)
  return code.split('\n').flatMap((line, i) => (calls.some((call) => call.test(line)) ? [i + 1] : []))
}

function callPatterns(code: string): RegExp[] {
  const patterns = orderedNames(code, 'import').map((local) => new RegExp(`(?<![\\w.#$])${local}\\s*(\\?\\.|!)?\\(`))
  for (const [, space = ''] of code.matchAll(/import\s*\*\s*as\s+(\w+)\s+from\s*'[^']*\/atomics\.ts'/g)) {
    patterns.push(new RegExp(`(?<![\\w.#$])${space}\\.(${[...ORDERED].join('|')})\\s*(\\?\\.|!)?\\(`))
  }
  return patterns
}

/** The local names of the ordered functions that a file imports from atomics.ts, or exports from there. */
function orderedNames(code: string, keyword: 'import' | 'export'): string[] {
  const lists = code.matchAll(new RegExp(`\\b${keyword}\\s*\\{([^}]*)\\}\\s*from\\s*'[^']*\\/atomics\\.ts'`, 'g'))
  return [...lists].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => {
      const [original = '', local = original] = name.trim().split(/\s+as\s+/)
      return ORDERED.has(original) ? [local] : []
    }),
  )
}

function passesOn(code: string): boolean {
  if (orderedNames(code, 'export').length > 0 || /\bexport\s*\*[^'\n]*'[^']*\/atomics\.ts'/.test(code)) return true
  const lists = [...code.matchAll(/\bexport\s*\{([^}]*)\}(?!\s*from)/g)].flatMap(([, names = '']) => names.split(','))
  const exported = new Set(lists.map((name) => name.trim().split(/\s+as\s+/)[0]))
  return orderedNames(code, 'import').some(
    (local) => exported.has(local) || new RegExp(`=\\s*${local}\\s*($|[;,)])`, 'm').test(code),
  )
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
