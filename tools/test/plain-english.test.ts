import { expect, test } from 'vitest'
import { findingsIn } from '../plain-english/findings.ts'
import { compare, sumOf } from '../plain-english/ratchet.ts'

const LONG = 'word '.repeat(80)

test('a headless sentence is found in a paragraph, a list, a cell and every kind of comment', () => {
  const page = 'Fine. Who posts waits.\n\n- What is lost\n- fine\n\n| a | Whoever asks |\n| - | --- |\n| `b` | fine |\n'
  expect(found('page.md', page)).toEqual(['1 headless', '3 headless', '6 headless'])
  const source =
    "/** What it gives. */\nexport const a = 1 // Whose it is\n/* fine */\nexport const b = '// What is no comment'\n"
  expect(found('source.ts', source)).toEqual(['1 headless', '2 headless'])
  expect(found('source.ts', '/**\n * Fine.\n * @returns {number} What is left\n */\n')).toEqual(['3 headless'])
})

test('a question, a heading, a title in a list and a clause inside a sentence are fine', () => {
  expect(found('page.md', '- [What a worker loads](0014.md)\n')).toEqual([])
  expect(found('page.md', '# What the page needs\n\nWhat is it? A port says what it sent, and who took it.\n')).toEqual(
    [],
  )
})

test('a sentence goes on over line breaks, and ends with its paragraph', () => {
  expect(found('page.md', 'It takes 1 or 2\nor 3 or 4.\n')).toEqual(['1 numbers'])
  expect(found('page.md', 'It takes 1 or 2\n\nor 3 or 4.\n\n- 1 or 2\n- 3 or 4\n')).toEqual([])
  expect(found('source.ts', '// It takes 1 or 2\n// or 3 or 4.\nlet a = 1 // 1, 2\nlet b = 2 // 3, 4\n')).toEqual([
    '1 numbers',
  ])
})

test('more than three numbers are too many for a sentence, where digits of a name or of code do not count', () => {
  expect(found('page.md', 'Takes 1.5 to 2.5 µs on 2 cores.\n')).toEqual([])
  expect(found('page.md', 'Takes 1.5 to 2.5 µs, or 3,000 ns on 2 cores.\n')).toEqual(['1 numbers'])
  expect(found('page.md', 'An f64, UTF-8, `[1, 2, 3, 4]` and [a link](page-5.md#6) of M1, M2 and M3.\n')).toEqual([])
  expect(found('page.md', '| 1 | 2 | 3 | 4 |\n')).toEqual([])
})

test('the columns of a table or a drawing in a comment are cells, as in a page', () => {
  expect(found('source.ts', '/**\n * byte  name\n *   0   1 and 2\n *   4   3 and 5\n */\n')).toEqual([])
  expect(found('source.ts', '/**\n * byte  name\n *   0   1, 2, 3 and 5\n *   4   What is left\n */\n')).toEqual([
    '3 numbers',
    '4 headless',
  ])
})

test('a long line is found, where the padding of a table does not count', () => {
  expect(found('page.md', `${LONG}\n`)).toEqual(['1 long'])
  expect(found('page.md', `| a${' '.repeat(400)}|\n`)).toEqual([])
})

test('code blocks and the parts that a tool writes are not judged', () => {
  const written = `<!-- bench:start -->\n${LONG}\n<!-- /bench:start -->\n`
  expect(found('page.md', `\`\`\`js\n// What it does\n\`\`\`\n\n${written}\nWho knows.\n`)).toEqual(['9 headless'])
})

test('a count above the ledger fails, also in a new file, and a lower one lowers the ledger', () => {
  const ledger = { 'old.md': { headless: 2 }, 'gone.md': { long: 1 } }
  const better = compare(ledger, [{ path: 'old.md', text: 'Who asks.\n' }])
  expect(better).toEqual({ excesses: [], lowered: { 'old.md': { headless: 1 } } })

  const worse = compare(ledger, [
    { path: 'old.md', text: 'Who asks. What comes. Whose it is.\n' },
    { path: 'new.md', text: `${LONG}\n` },
  ])
  const excesses = worse.excesses.map(({ path, kind, allowed, findings }) => [path, kind, allowed, findings.length])
  expect(excesses).toEqual([
    ['old.md', 'headless', 2, 3],
    ['new.md', 'long', 0, 1],
  ])
  expect(worse.lowered).toEqual({ 'old.md': { headless: 2 } })
  expect(sumOf(ledger)).toBe(3)
})

function found(path: string, text: string): string[] {
  return findingsIn(path, text).map(({ line, kind }) => `${line} ${kind}`)
}
