import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLater, promiseLine, promiseOfEntry } from '../../site/promises.ts'
import { entries } from '../../site/reference-pages.ts'
import { publishedFolders } from '../release/published.mjs'
import { filesUnder, readJson, ROOT } from './sources.ts'

interface Manifest {
  readonly name: string
  readonly exports: Record<string, string | { readonly 'slipring-source': string }>
}

/** Every entry of every published package, and the promise of its first comment. */
const promised = publishedFolders(ROOT).flatMap((folder) => {
  const { name, exports } = readJson(`${folder}/package.json`) as Manifest
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return []
    const path = join(folder, target['slipring-source'])
    const promise = promiseOfEntry(path, readFileSync(join(ROOT, path), 'utf8'))
    return [{ entry: `${name}${entry.slice(1)}`, ...promise }]
  })
})

test('docs/VERSIONS.md lists every entry with the promise that its source makes', () => {
  const rows = readFileSync(join(ROOT, 'docs/VERSIONS.md'), 'utf8').matchAll(
    /^\| `(@slipring\/[\w/-]+)` +\| (stable|experimental|internal) +\| ([\d.]+) +\|/gm,
  )
  const listed = [...rows].map(([, entry, stability, since]) => ({ entry, stability, since }))
  expect(listed.toSorted(byEntry)).toEqual(promised.toSorted(byEntry))
})

test('the reference has every entry for programs, and no internal one', () => {
  // These are no calls of a program: a flag of Node, and settings of Vite.
  const elsewhere = new Set(['@slipring/worker/register', '@slipring/browser/vite'])
  const open = promised.filter(({ stability }) => stability !== 'internal').map(({ entry }) => entry)
  expect(Object.keys(entries).toSorted()).toEqual(open.filter((entry) => !elsewhere.has(entry)).toSorted())
})

test('a name that says for itself since when it has been there is younger than its entry, and has a version to come or past', () => {
  const own = publishedFolders(ROOT)
    .flatMap((folder) => filesUnder(`${folder}/src`, /\.ts$/))
    .flatMap(({ path, text }) => [...text.matchAll(/@since (.*)$/gm)].map(([, version]) => ({ path, version })))
  expect(own.length).toBeGreaterThanOrEqual(promised.length)
  expect(own.filter(({ version }) => !/^\d+\.\d+$/.test(version!))).toEqual([])
})

test('an entry without a promise is refused, and the line of the reference says both parts', () => {
  expect(() => promiseOfEntry('x/index.ts', '/** An entry. */\nexport {}\n')).toThrow(/x\/index\.ts must say @stable/)
  expect(() => promiseOfEntry('x/index.ts', '/** @stable */')).toThrow(/@since/)
  const text = '/**\n * An entry.\n *\n * @experimental\n * @since 1.3\n */'
  expect(promiseLine(promiseOfEntry('x/index.ts', text))).toBe('_Experimental, since 1.3._')
  expect([isLater('0.10', '0.9'), isLater('1.0', '0.9'), isLater('0.2', '0.2'), isLater('0.9', '1.0')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

interface Listed {
  readonly entry: string | undefined
}

function byEntry({ entry: a = '' }: Listed, { entry: b = '' }: Listed): number {
  return a < b ? -1 : 1
}
