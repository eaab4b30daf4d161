/** Runs each cell in a fresh page of a browser, or gives it up. */

import type { Browser, Page } from 'playwright'
import type { CellResult, CellTask } from '../cell.ts'
import type { Place } from '../place.ts'
import { launchBrowser } from '../../../tools/browsers.mjs'
import type { BrowserName } from '../arguments.ts'
import { descendantMicros } from '../process-time.ts'
import { versionsIn } from '../versions.ts'
import { bundle } from './bundle.ts'
import { startServer } from './server.ts'
import { under } from '../young/condition.ts'
import { withoutExchange } from '../young/result.ts'
import { youngSuite } from '../young/suite.ts'
import { workloadOf } from '../young/workloads.ts'
import { createThreadClock } from './thread-clock.ts'

const LIMIT_MS = 20_000
/** A page is told how large its heap is, and not about how large. */
const FLAGS: Readonly<Record<BrowserName, string[]>> = { chromium: ['--enable-precise-memory-info'], firefox: [] }

export async function openBrowser(name: BrowserName): Promise<Place> {
  const browser = await launchBrowser(name, FLAGS[name])
  const server = await startServer(await bundle())
  return {
    versions: versionsIn({ name: capital(name), version: browser.version() }),
    runCell: (task) =>
      task.suite === youngSuite.name ? runYoung(browser, server.url, task) : runCellInPage(browser, server.url, task),
    close: async () => void (await Promise.all([browser.close(), server.close()])),
  }
}

/** In a page that loads nothing else. */
async function runYoung(browser: Browser, url: string, task: CellTask): Promise<CellResult> {
  const exchange = workloadOf(task.workload)
  // Node counts that.
  if (exchange === undefined) return { isLossy: false, readings: {} }
  if (exchange.condition === 'one core')
    return withoutExchange('nobody keeps the processes of a browser to one core', task.parts)
  return under(exchange.condition, () => runCellInPage(browser, `${url}${youngSuite.name}`, task))
}

async function runCellInPage(browser: Browser, url: string, task: CellTask): Promise<CellResult> {
  const page = await browser.newPage()
  try {
    // All processes of the browser descend from this one.
    await page.exposeFunction('rulerCpuMicros', descendantMicros)
    await page.exposeFunction('rulerThreadMicros', createThreadClock())
    // Not every browser can be asked.
    await page.exposeFunction('rulerCollectGarbage', () => page.requestGC().catch(() => {}))
    return await Promise.race([failureOf(page), late(), runIn(page, url, task)])
  } finally {
    await page.close()
  }
}

async function runIn(page: Page, url: string, task: CellTask): Promise<CellResult> {
  await page.goto(url)
  return page.evaluate((given) => globalThis.runCell(given), task)
}

function failureOf(page: Page): Promise<never> {
  return new Promise((_, reject) => {
    page.once('pageerror', reject)
    page.once('crash', () => reject(new Error('the page crashed')))
  })
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`not done after ${LIMIT_MS / 1000} s`)), LIMIT_MS).unref()
  })
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
