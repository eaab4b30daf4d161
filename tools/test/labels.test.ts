import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, ROOT } from './sources.ts'

// A step of a protocol: Begin, Park, Consumer, Out of band, Merge, Fetch, End, Death, Arm, Hold, Latest, Worker, Supervisor,
// each with its number.
const LABEL = /\b[ABCDEFHLMOPSW]\d\b/g

// Labels that only one of the three can have, with the reason.
const NOT_IN_CODE: Readonly<Record<string, string>> = { F2: 'to return to the event loop is to return' }

const document = labelsOf(readFileSync(join(ROOT, 'docs', 'MEMORY-MODEL.md'), 'utf8'))
const code = labelsOf(filesUnder('packages/core/src').map(commentsOf).join('\n'))
const models = labelsOf(
  filesUnder('proof/models', /\.pml$/)
    .map((file) => file.text)
    .join('\n'),
)

test('every label in code and models is explained in docs/MEMORY-MODEL.md', () => {
  expect(code.filter((label) => !document.includes(label))).toEqual([])
  expect(models.filter((label) => !document.includes(label))).toEqual([])
})

test('every label of docs/MEMORY-MODEL.md stands in the code, or here with a reason', () => {
  expect(document.filter((label) => !code.includes(label))).toEqual(Object.keys(NOT_IN_CODE))
})

test('every label of docs/MEMORY-MODEL.md stands in a model', () => {
  expect(document.filter((label) => !models.includes(label))).toEqual([])
})

function labelsOf(text: string): string[] {
  return [...new Set(text.match(LABEL) ?? [])].toSorted()
}

function commentsOf({ text }: { readonly text: string }): string {
  return (text.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? []).join('\n')
}
