/** `llms.txt` and `llms-full.txt`: the contents of the site, and its guides as one text, for programs that read. */

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SITE } from './places.ts'
import { entries } from './reference-pages.ts'
import { guide, type Item } from './sidebar.ts'

const TITLE = 'Slipring'
const SUMMARY =
  '`postMessage` over shared memory, for Node, Bun, Deno and web pages: a drop-in `Worker`, ports, pools, states, typed channels.'
/** For readers that choose between libraries, and for those who change this one: they are listed, and not in the full text. */
const LISTED_ONLY = new Set(['Inside', 'Decisions', 'All tables'])

interface Page {
  readonly title: string
  /** From the root of the repository. */
  readonly path: string
}

interface Section {
  readonly title: string
  readonly pages: readonly Page[]
}

/** A page with links to all others. It is one of the generated pages. */
export function writeContents(root: string): void {
  const parts = [...sectionsOf(guide), { title: 'Reference', pages: referencePages() }].map(({ title, pages }) => {
    const lines = pages.map(({ title: name, path }) => `- [${name}](/${addressOf(path).replace(/(index)?\.md$/, '')})`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  writeFileSync(join(root, 'site/reference/contents.md'), ['# All pages\n', ...parts].join('\n'))
}

/** Writes both, and beside each page of the site its Markdown. */
export function writeTexts(root: string, dist: string): void {
  const sections = [...sectionsOf(guide), { title: 'Reference', pages: referencePages() }]
  for (const { path } of sections.flatMap(({ pages }) => pages)) {
    const copy = join(dist, addressOf(path))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(join(root, path), copy)
  }
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  writeFileSync(join(dist, 'llms.txt'), listOf(sections, read))
  writeFileSync(join(dist, 'llms-full.txt'), textOf(sections, read))
}

/** Sections within sections come after them. */
function sectionsOf(items: readonly Item[]): Section[] {
  return items.flatMap(({ text = '', items: below = [] }) => {
    const pages = below.flatMap(({ text: title = '', link }) =>
      link === undefined ? [] : [{ title, path: `${link.slice(1)}.md` }],
    )
    return [{ title: text, pages }, ...sectionsOf(below.filter(({ items: deeper }) => deeper !== undefined))]
  })
}

/** A page for each entry, and one for a namespace within it. */
function referencePages(): Page[] {
  const folder = join(SITE, 'reference')
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  return Object.keys(entries).flatMap((title) => {
    const own = written.filter((name) => [`${title}.md`, `${title}/index.md`].includes(name))
    const within = written.filter((name) => name.startsWith(`${title}/namespaces/`) && name.endsWith('.md'))
    return [...own, ...within].map((name) => ({
      title: own.includes(name) ? title : `${title}, ${basename(name, '.md')}`,
      path: `site/reference/${name}`,
    }))
  })
}

/** On the site. */
function addressOf(path: string): string {
  return path.replace(/^site\//, '')
}

function listOf(sections: readonly Section[], read: (path: string) => string): string {
  const parts = sections.map(({ title, pages }) => {
    const lines = pages.map(({ title: name, path }) => `- [${name}](/${addressOf(path)})${describe(read(path))}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return [`# ${TITLE}\n`, `> ${SUMMARY}\n`, 'The guides as one text: [llms-full.txt](/llms-full.txt)\n', ...parts].join(
    '\n',
  )
}

/** The first sentence of a page, in plain letters. */
function describe(markdown: string): string {
  const paragraphs = markdown.replaceAll(/^```.*?^```$/gms, '').split('\n\n')
  const first = paragraphs.find((text) => /^[A-Z`*_[]/.test(text.trim()) && !text.includes('|'))
  const sentence = first
    ?.trim()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .match(/^[^]*?[.:?](?=\s|$)/)?.[0]
  return sentence === undefined ? '' : `: ${sentence.replaceAll('\n', ' ').replace(/[.:]$/, '')}`
}

function textOf(sections: readonly Section[], read: (path: string) => string): string {
  const whole = sections.filter(({ title }) => !LISTED_ONLY.has(title))
  const texts = whole.flatMap(({ pages }) => pages.map(({ path }) => `<!-- /${addressOf(path)} -->\n\n${read(path)}`))
  return `${texts.join('\n\n')}\n`
}
