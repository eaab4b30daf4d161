import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, foldersIn, ROOT } from './sources.ts'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'examples/README.md',
  ...filesUnder('docs', /\.md$/).map(({ path }) => path),
  ...foldersIn('packages').map((name) => `packages/${name}/README.md`),
]

test.each(DOCUMENTS)('%s: every link within the repository leads somewhere', (path) => {
  const dead = linksIn(path).filter((link) => !leadsSomewhere(path, link))
  expect(dead).toEqual([])
})

test('the documents have links, and a dead one is found', () => {
  expect(linksIn('README.md').length).toBeGreaterThan(30)
  expect(leadsSomewhere('README.md', 'docs/NOWHERE.md')).toBe(false)
  expect(leadsSomewhere('README.md', 'docs/PORT.md#nowhere')).toBe(false)
  expect(leadsSomewhere('docs/PORT.md', '#options')).toBe(true)
})

/** Targets of links, but for those to other sites. */
function linksIn(path: string): string[] {
  const text = withoutCode(readFileSync(join(ROOT, path), 'utf8'))
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((target) => !/^\w+:/.test(target))
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? join(ROOT, from) : join(ROOT, dirname(from), file)
  if (!existsSync(target)) return false
  return anchor === undefined || headingsOf(target).has(anchor)
}

/** As GitHub names them. */
function headingsOf(file: string): Set<string> {
  const headings = withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)
  return new Set([...headings].map(([, text]) => slugOf(text!)))
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```$/gms, '')
}
