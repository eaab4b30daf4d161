/**
 * Writes docs/benchmarks/published.md: `node bench/src/published/main.ts report.json …`, from reports that
 * `npm run bench -- schema --json` and `npm run bench -- codec-rivals --json` print.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import type { Report } from '../report.ts'
import { documentOf } from './document.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Usage: node bench/src/published/main.ts <report.json> …')
  process.exitCode = 2
} else {
  const reports = files.flatMap((file) => [JSON.parse(readFileSync(file, 'utf8')) as Report | Report[]].flat())
  writeFileSync(new URL('../../../docs/benchmarks/published.md', import.meta.url), `${documentOf(reports)}\n`)
}
