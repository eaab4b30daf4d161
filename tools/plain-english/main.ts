/**
 * Looks for words that are hard to read, in the pages and comments of the repository. Each file may have the findings that
 * `counts.json` says; a new file may have none. `npm run words` lists what is too much, `npm run words -- --write` lowers the
 * counts, and `npm run words -- docs/PORT.md` lists every finding of a file.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filesUnder, readJson, ROOT, type SourceFile } from '../test/sources.ts'
import { findingsIn, type Finding } from './findings.ts'
import { compare, sumOf, type Comparison, type Ledger } from './ratchet.ts'

const LEDGER = 'tools/plain-english/counts.json'
const FOLDERS = ['packages', 'bench', 'e2e', 'examples', 'proof', 'site', 'tools']
/** Written by a compiler, or left by a test. */
const NOT_OURS = /\/(?:generated|compiled|reference)\/|(?:^|\/)\./

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true })
if (positionals.length > 0) for (const path of positionals) list(path)
else judge(values.write === true)

function list(path: string): void {
  console.log(shown(path, findingsIn(path, readFileSync(`${ROOT}/${path}`, 'utf8'))))
}

function judge(isWriting: boolean): void {
  const ledger = readJson(LEDGER) as Ledger
  const { excesses, lowered } = compare(ledger, everything())
  for (const { path, kind, allowed, findings } of excesses)
    console.error(`${path}: ${findings.length} of kind ${kind}, and ${allowed} are allowed:\n${shown(path, findings)}`)
  if (excesses.length > 0) console.error('CONTRIBUTING.md says what each kind means: rewrite these sentences.')
  process.exitCode = excesses.length > 0 ? 1 : 0
  if (isWriting) write(lowered)
  console.log(
    `Plain English: ${sumOf(ledger)} findings are allowed, ${sumOf(ledger) - sumOf(lowered)} of them are gone.`,
  )
}

function write(lowered: Comparison['lowered']): void {
  const entries = Object.entries(lowered).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(`${ROOT}/${LEDGER}`, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`)
}

function everything(): SourceFile[] {
  const pages = filesUnder('', /\.md$/)
  const sources = FOLDERS.flatMap((folder) => filesUnder(folder, /\.(ts|mts|js|mjs)$/))
  return [...pages, ...sources].filter(({ path }) => !NOT_OURS.test(path))
}

function shown(path: string, findings: readonly Finding[]): string {
  return findings.map(({ kind, line, text }) => `  ${path}:${line} ${kind}: ${text.slice(0, 160)}`).join('\n')
}
