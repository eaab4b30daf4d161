/** Puts a report into the documents: full tables into a file of its suite, a summary and pictures into docs/BENCHMARKS.md. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeBetween } from '../../tools/document.ts'
import { markdownOf } from './markdown.ts'
import type { Report } from './report.ts'
import type { Suite } from './suite.ts'
import { nameOf, picturesOf, summaryOf } from './summary.ts'

const DOCS = new URL('../../docs/', import.meta.url)
const DOCUMENT = 'docs/BENCHMARKS.md'

export async function publish(report: Report, suite: Suite): Promise<void> {
  const name = nameOf(report)
  const file = `docs/benchmarks/${report.suite}.md`
  makePlace(new URL(`benchmarks/${report.suite}.md`, DOCS), report.suite, `bench:${name}`)
  writeBetween(file, `bench:${name}`, markdownOf(report))
  writePictures(await picturesOf(report, suite))
  const hasPlace = readFileSync(fileURLToPath(new URL('BENCHMARKS.md', DOCS)), 'utf8').includes(
    `<!-- summary:${name} -->`,
  )
  if (hasPlace) writeBetween(DOCUMENT, `summary:${name}`, summaryOf(report, suite))
  else
    console.error(`${DOCUMENT} has no place for it: put <!-- summary:${name} --> and <!-- /summary:${name} --> there`)
}

/** Puts pictures, by their file names, into docs/images. */
export function writePictures(pictures: ReadonlyMap<string, string>): void {
  mkdirSync(new URL('images/', DOCS), { recursive: true })
  for (const [name, svg] of pictures) writeFileSync(new URL(`images/${name}`, DOCS), svg)
}

/** The file of a suite, and markers in it, where they are new. */
function makePlace(file: URL, suite: string, marker: string): void {
  mkdirSync(new URL('.', file), { recursive: true })
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `# Benchmarks: ${suite}\n\n[How to read this page](../BENCHMARKS.md)\n`
  if (!text.includes(`<!-- ${marker} -->`)) writeFileSync(file, `${text}\n<!-- ${marker} -->\n\n<!-- /${marker} -->\n`)
}
