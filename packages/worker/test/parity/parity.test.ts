import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { cases } from './cases.ts'
import { comlinkCases } from './comlink.ts'
import { differences } from './differences.ts'
import { workerCases } from './worker-cases.ts'

type Logs = Record<string, string[]>

/** In a process of its own, because some cases end in an uncaught exception. */
async function logsOf(kind: 'native' | 'ours'): Promise<Logs> {
  const script = fileURLToPath(new URL('parity.process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=slipring-source', script, kind], {
    timeout: 60_000,
  })
  return JSON.parse(stdout)
}

const byCase = (a: { case: string }, b: { case: string }): number => (a.case < b.case ? -1 : 1)
const names = Object.keys({ ...cases, ...comlinkCases, ...workerCases })
const different = new Set(differences.map((difference) => difference.case))

describe('a program over native ports and over ours has one log', () => {
  let native: Logs
  let ours: Logs
  beforeAll(async () => {
    // One after the other: the cases wait for things to settle.
    native = await logsOf('native')
    ours = await logsOf('ours')
  }, 120_000)

  test.each(names.filter((name) => !different.has(name)))('%s', (name) => {
    expect(native[name]).not.toEqual([])
    expect(ours[name]).toEqual(native[name])
  })

  test.each([...different])('but: %s', (name) => {
    expect(native[name], 'no such case').toBeDefined()
    expect(ours[name], 'equal now: take it off the list of differences').not.toEqual(native[name])
    expect(ours[name]!.join(' ')).not.toMatch(/has not ended|case failed/)
  })
})

test('docs/PARITY.md has an entry for every difference of the suite, and no other that claims a case', () => {
  const document = readFileSync(new URL('../../../../docs/PARITY.md', import.meta.url), 'utf8')
  const entries = document.split(/^### /m).slice(1)
  const claimed = entries.flatMap((entry) => {
    const shownBy = /^- \*\*Shown by:\*\* `(.+)`$/m.exec(entry)?.[1]
    return shownBy === undefined ? [] : [{ case: shownBy, row: entry.slice(0, entry.indexOf('\n')) }]
  })
  expect(claimed.toSorted(byCase)).toEqual([...differences].toSorted(byCase))
  expect(entries.length).toBeGreaterThan(differences.length)
})
