/** Examines a browser: a ring in a page for each way to have shared memory. */

import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { bundleScripts } from '../../browser/scripts.ts'
import { startServer } from '../../browser/server.ts'
import { scriptBeside } from '../../script-beside.ts'
import { type BrowserName, startBrowser } from '../pages/browsers.ts'
import { type Findings, ringLines } from './findings.ts'
import { type Way, WAYS } from './isolation.ts'
import type { PageFindings } from './page.ts'

const SHORT_MS = 200

/** The first way is checked for the whole time. Rejects with a remedy when there is no such browser. */
export async function examineBrowser(name: BrowserName, forMs: number): Promise<Findings> {
  const browser = await startBrowser(name)
  try {
    const scripts = await bundleScripts({
      input: { page: scriptOf('page'), worker: scriptOf('page-worker') },
      external: [/^node:/],
      fromSources: extname(import.meta.url) === '.ts',
    })
    const [first, ...others] = WAYS as readonly [Way, ...Way[]]
    const page = await examinePage(browser, scripts, first, forMs)
    const lines: (readonly [string, string])[] = [
      ['user agent', page.userAgent],
      ['cores', String(page.cores)],
      ['generated code', page.mayGenerateCode ? 'allowed' : 'forbidden'],
      ...ringLines(page.ring),
      [first.name, modeOf(page)],
    ]
    for (const way of others) lines.push([way.name, modeOf(await examinePage(browser, scripts, way, SHORT_MS))])
    return { place: `${name} ${browser.version()}`, lines, isWell: page.ring.mode === 'shared' }
  } finally {
    await browser.close()
  }
}

function modeOf({ ring, isIsolated }: PageFindings): string {
  return `${ring.mode}${isIsolated ? '' : ' (not isolated: this browser does not know it)'}`
}

async function examinePage(
  browser: Browser,
  scripts: ReadonlyMap<string, string>,
  { headers }: Way,
  forMs: number,
): Promise<PageFindings> {
  const server = await startServer(scripts, headers)
  const page = await browser.newPage()
  try {
    await page.goto(server.url)
    await page.waitForFunction('globalThis.examine !== undefined')
    return await page.evaluate((ms) => globalThis.examine(ms), forMs)
  } finally {
    await page.close()
    await server.close()
  }
}

function scriptOf(name: string): string {
  return fileURLToPath(scriptBeside(import.meta.url, name))
}
