/** Opens pages in the browsers, and asks them. */

import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import type { PageServer } from './server.ts'

export interface Visit {
  /** The page's `result`. */
  readonly result: unknown
  readonly warnings: readonly string[]
}

/**
 * Runs one case of `pages/cases` to its end. An error anywhere in the page is an error here. `first`: code that runs in the page,
 * and not in its workers, before any other.
 */
export async function runCase(browser: Browser, server: PageServer, name: string, first?: string): Promise<Visit> {
  const warnings: string[] = []
  const result = await inPage(browser, server, `case.html?case=${name}`, resultOf, warnings, first)
  return { result, warnings }
}

// Whether code may be generated can only be tried, and Firefox says so when a policy forbids it.
const REFUSED_CODE = /blocked a JavaScript eval \(script-src\)/
// A case loads what there is not.
const ABSENT_SCRIPT = /pages\/workers\/not-there\.js/

/** Opens a page, asks it something and closes it. */
export async function inPage<T>(
  browser: Browser,
  { url }: PageServer,
  name: string,
  ask: (page: Page) => Promise<T>,
  warnings: string[] = [],
  first?: string,
): Promise<T> {
  const page = await browser.newPage()
  if (first !== undefined) await page.addInitScript(first)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
    if (message.type() === 'warning') warnings.push(message.text())
  })
  try {
    await page.goto(`${url}pages/${name}`)
    const answer = await ask(page)
    expect(errors.filter((error) => !REFUSED_CODE.test(error) && !ABSENT_SCRIPT.test(error))).toEqual([])
    return answer
  } finally {
    await page.close()
  }
}

export function resultOf(page: Page): Promise<unknown> {
  return page.evaluate(() => result)
}
