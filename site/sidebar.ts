/** The contents of the site, in the order in which a reader needs them. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { ROOT } from './places.ts'
import { referencePages } from './reference-pages.ts'

export type Item = DefaultTheme.SidebarItem

export const guide: Item[] = [
  {
    text: 'Start',
    items: [
      page('What it is', 'README'),
      page('Installing', 'docs/INSTALL'),
      page('Examples', 'examples/README'),
      page('Recipes', 'docs/RECIPES'),
    ],
  },
  { text: 'Guides', items: pagesIn('docs/guides') },
  {
    text: 'Parts',
    items: [
      page('A port, call by call', 'docs/PORT'),
      page('Pool', 'docs/POOL'),
      page('State', 'docs/STATE'),
      page('World', 'docs/WORLD'),
      page('Schemas', 'docs/SCHEMA'),
      page('Bench', 'docs/BENCH'),
    ],
  },
  {
    text: 'Packages',
    items: ['worker', 'browser', 'nats', 'core'].map((name) => page(`@slipring/${name}`, `packages/${name}/README`)),
  },
  {
    text: 'To know before you choose',
    items: [
      page('When it is slow', 'docs/WHEN-SLOW'),
      page('Differences from a MessagePort', 'docs/PARITY'),
      page('Headers for pages', 'docs/HEADERS'),
      page('Known limits', 'docs/LIMITS'),
      page('Versions', 'docs/VERSIONS'),
      page('Security', 'SECURITY'),
      page('Benchmarks', 'docs/BENCHMARKS'),
      { text: 'All tables', collapsed: true, items: pagesIn('docs/benchmarks') },
    ],
  },
  {
    text: 'Inside',
    collapsed: true,
    items: [
      page('Architecture', 'docs/ARCHITECTURE'),
      page('Memory model', 'docs/MEMORY-MODEL'),
      page('Format', 'docs/FORMAT'),
      page('Litmus tests', 'docs/LITMUS'),
      page('Mutation score', 'docs/MUTATION'),
      page('Models', 'proof/models/README'),
      page('Glossary', 'docs/GLOSSARY'),
      page('Contributing', 'CONTRIBUTING'),
      page('Code of conduct', 'CODE_OF_CONDUCT'),
      page('Releasing', 'docs/RELEASING'),
    ],
  },
  { text: 'Decisions', collapsed: true, items: pagesIn('docs/decisions') },
]

export const sidebar: DefaultTheme.Sidebar = {
  '/reference/': [{ text: 'Reference', items: referencePages.map(([text, link]) => ({ text, link })) }],
  '/': guide,
}

function page(text: string, path: string): Item {
  return { text, link: `/${path}` }
}

/** By their names, each with its heading. */
function pagesIn(folder: string): Item[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'))
  return names.toSorted().map((name) => {
    const heading = /^# (.+)$/m.exec(readFileSync(join(ROOT, folder, name), 'utf8'))?.[1]
    return page(heading?.replaceAll('`', '') ?? name, `${folder}/${name.replace('.md', '')}`)
  })
}
