import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, ROOT } from './sources.ts'

// A step of a protocol: Begin, Park, Consumer, Out of band, Merge, Fetch, End, Death, Arm, Worker, Supervisor, each with its
// number; and of those ahead of the code: Hold, Latest.
const LABEL = /\b[ABCDEFHLMOPSW]\d\b/g

// What only one of the three can have, with the reason.
const NOT_IN_CODE: Readonly<Record<string, string>> = { F2: 'to return to the event loop is to return' }

const [built, ahead] = partsOf(readFileSync(join(ROOT, 'docs', 'MEMORY-MODEL.md'), 'utf8'))
const document = labelsOf(built)
const planned = labelsOf(ahead).filter((label) => !document.includes(label))
const code = labelsOf(filesUnder('packages/core/src').map(commentsOf).join('\n'))
const models = labelsOf(
  filesUnder('models', /\.pml$/)
    .map((file) => file.text)
    .join('\n'),
)

test('every label in code and models is explained in docs/MEMORY-MODEL.md', () => {
  expect(code.filter((label) => !document.includes(label))).toEqual([])
  expect(models.filter((label) => ![...document, ...planned].includes(label))).toEqual([])
})

test('every label of docs/MEMORY-MODEL.md stands in the code, or here with a reason', () => {
  expect(document.filter((label) => !code.includes(label))).toEqual(Object.keys(NOT_IN_CODE))
})

// With its first label in the code, by the first test above, a protocol must have moved out of that section.
test('what is ahead of the code has labels of its own, and none of them in the code', () => {
  expect(planned.length).toBeGreaterThan(0)
  expect(planned.filter((label) => code.includes(label))).toEqual([])
})

test('every label of docs/MEMORY-MODEL.md stands in a model', () => {
  expect([...document, ...planned].filter((label) => !models.includes(label))).toEqual([])
})

/** Of what is built, and of what is not yet. */
function partsOf(text: string): [string, string] {
  const [before = '', after = ''] = text.split('\n## Ahead of the code\n')
  return [before, after]
}

function labelsOf(text: string): string[] {
  return [...new Set(text.match(LABEL) ?? [])].toSorted()
}

function commentsOf({ text }: { readonly text: string }): string {
  return (text.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? []).join('\n')
}
