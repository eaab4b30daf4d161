/** `npm run site`: builds the site into `site/dist` and checks its links. With `-- --serve` serves it, too. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as buildPage } from 'vite'
import { build as buildPages } from 'vitepress'
import { deadLinksIn } from './links.ts'
import { writeContents, writeTexts } from './llms.ts'
import { DIST, ROOT, SITE } from './places.ts'
import { writeReference } from './reference.ts'
import { serveSite } from './server.ts'

const PORT = 5190

rmSync(DIST, { recursive: true, force: true })
rmSync(join(SITE, 'reference'), { recursive: true, force: true })
await writeReference()
writeContents(ROOT)
writeSettings()
await buildPages(SITE)
await buildGame()
writeTexts(ROOT, DIST)
const dead = deadLinksIn(DIST)
for (const { page, link } of dead) console.error(`${page}: the link ${link} leads nowhere`)
if (dead.length > 0) process.exitCode = 1
else if (process.argv.includes('--serve')) console.log(`The site is at ${(await serveSite(PORT)).url} (Ctrl-C ends it)`)

/** VitePress looks for its settings in a hidden folder. Ours are beside this file. */
function writeSettings(): void {
  mkdirSync(join(SITE, '.vitepress/theme'), { recursive: true })
  writeFileSync(join(SITE, '.vitepress/config.ts'), `export { default } from '../vitepress.config.ts'\n`)
  writeFileSync(join(SITE, '.vitepress/theme/index.ts'), `export { default } from '../../theme/index.ts'\n`)
}

async function buildGame(): Promise<void> {
  await buildPage({
    root: join(ROOT, 'examples/game'),
    base: './',
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['slipring-source', 'module', 'browser', 'development|production'] },
    build: { outDir: join(DIST, 'game'), emptyOutDir: true, target: 'es2022' },
    worker: { format: 'es' },
  })
}
