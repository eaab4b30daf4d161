/** The site: the pages of the repository as they are, the reference, and the pages of `site/pages`. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { defineConfig, type DefaultTheme, type MarkdownOptions, type UserConfig } from 'vitepress'
import { DIST, ROOT } from './places.ts'
import { sidebar } from './sidebar.ts'
import { copySources, sourceAddress } from './sources.ts'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

const config: UserConfig<DefaultTheme.Config> = defineConfig({
  title: 'Slipring',
  description: 'postMessage over shared memory',
  lang: 'en',
  srcDir: ROOT,
  outDir: DIST,
  srcExclude: ['**/dist/**', '**/test/**', '**/.*/**'],
  rewrites: { 'site/pages/:page': ':page', 'site/reference/:page(.*)': 'reference/:page' },
  // Here and not in the build: VitePress runs a copy of this module.
  buildEnd: copySources,
  head: [['link', { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }]],
  markdown: { anchor: { slugify }, config: linkSources, theme: { light: 'github-light', dark: 'github-dark' } },
  vite: {
    publicDir: join(ROOT, 'site/public'),
    // The packages are taken from their sources, so nothing needs to be built first.
    resolve: { conditions: ['slipring-source'] },
    worker: { format: 'es' },
    esbuild: { target: 'es2022' },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
    server: {
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
  },
  themeConfig: {
    logo: '/mark.svg',
    nav: [
      { text: 'Guide', link: '/docs/INSTALL', activeMatch: '^/(docs/(?!decisions)|README|packages)' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/(?!contents)' },
      { text: 'Try it', link: '/try' },
      { text: 'Game', link: '/game' },
      { text: 'All pages', link: '/reference/contents' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: 'MIT licence' },
  },
})

export default config

/** As GitHub names the anchors of headings, so that a link leads to the same place there and here. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** A link between pages becomes its address on the site, a link to a folder leads to its page, one to a file to a copy. */
function linkSources(markdown: Markdown): void {
  markdown.core.ruler.push('sources', (state) => {
    const page = (state.env as { path?: string }).path
    for (const token of page === undefined ? [] : state.tokens) {
      // For Vite, a path without a dot is the name of a package.
      if (token.type === 'html_block')
        token.content = token.content.replaceAll(/(src|srcset)="(?![./]|\w+:)/g, '$1="./')
      for (const child of token.children ?? []) {
        const href = child.type === 'link_open' ? child.attrGet('href') : null
        if (href !== null && !/^(\w+:|#|\/)/.test(href)) child.attrSet('href', addressFrom(page!, href))
      }
    }
  })
}

function addressFrom(page: string, href: string): string {
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(page), path)
  // VitePress reports it.
  if (!existsSync(target)) return href
  const fromRoot = relative(ROOT, target).replaceAll('\\', '/')
  const place = anchor === undefined ? '' : `#${anchor}`
  if (fromRoot.endsWith('.md')) return `/${fromRoot.replace(/^site\/(pages\/)?/, '').replace(/\.md$/, '')}${place}`
  if (fromRoot === 'examples/game') return '/game'
  if (!statSync(target).isDirectory()) return sourceAddress(fromRoot)
  const folder = [fromRoot, posix.dirname(fromRoot)].find((name) => pagesIn(name).length > 0)
  if (folder === undefined) throw new Error(`${page} links to ${href}, where no page is`)
  const pages = pagesIn(folder)
  const index = pages.includes('README.md') ? 'README.md' : pages[0]!
  return `/${folder}/${index.replace('.md', '')}`
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
}
