/** Runs cases in workers of an isolated page, a fresh page for each. */

import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { type ScriptServer, startServer } from '../../browser/server.ts'
import { lateReason } from '../case-end.ts'
import type { Answer, CaseTask } from '../case-task.ts'
import type { Turn } from '../contender.ts'
import type { Place } from '../place.ts'
import { BrokenError, reasonOf, traceOf } from '../reason.ts'
import { type BrowserName, startBrowser } from './browsers.ts'
import { bundleCases } from './bundle.ts'

/**
 * Firefox 153 sometimes stops for ever within `new Worker()` of a worker, on a busy machine, also without code of ours. A case
 * that has said nothing by its limit is therefore run again in a fresh page.
 */
const TRIES: Readonly<Record<BrowserName, number>> = { chromium: 1, firefox: 3 }

/** Rejects with a remedy where there is no such browser. */
export async function openPages(name: BrowserName): Promise<Place> {
  const browser = await startBrowser(name)
  const servers = new Map<string, ScriptServer>()
  const run = async (task: CaseTask, limitMs: number, onAnswer: (answer: Answer) => void): Promise<void> => {
    if (task.kind === 'contest') throw new TypeError('Versions of a case are compared in threads of Node')
    const server = servers.get(task.file) ?? (await startServer(await bundleCases(fileURLToPath(task.file))))
    servers.set(task.file, server)
    for (let left = TRIES[name] - 1; ; left--) {
      let isSilent = true
      const hear = (answer: Answer): void => {
        isSilent = false
        onAnswer(answer)
      }
      try {
        return await runInPage(browser, server.url, { task, limitMs, onAnswer: hear })
      } catch (error) {
        if (left === 0 || !isSilent || !(error instanceof LateError)) throw error
      }
    }
  }
  return {
    name,
    versions: { [name]: browser.version() },
    run,
    async close() {
      await browser.close()
      for (const server of servers.values()) await server.close()
    },
  }
}

interface Run {
  readonly task: CaseTask
  readonly limitMs: number
  readonly onAnswer: (answer: Answer) => void
}

async function runInPage(browser: Browser, url: string, { task, limitMs, onAnswer }: Run): Promise<void> {
  const page = await browser.newPage()
  let failure: BrokenError | undefined
  try {
    await page.exposeFunction('takeAnswer', (answer: Answer) => {
      if (answer.kind === 'failed') failure = new BrokenError(answer.reason, answer.trace)
      onAnswer(answer.kind === 'turn' ? { kind: 'turn', turn: restored(answer.turn) } : answer)
    })
    await page.goto(url)
    const done = page.evaluate((given) => globalThis.runCaseHere('/case.js', given), task)
    await Promise.race([failureOf(page), late(task, limitMs), done])
    if (failure !== undefined) throw failure
  } finally {
    await page.close()
  }
}

function restored(turn: Turn): Turn {
  return { ...turn, samples: Float64Array.from(turn.samples) }
}

function failureOf(page: Page): Promise<never> {
  return new Promise((_, reject) => {
    page.once('pageerror', (error) => reject(new BrokenError(reasonOf(error), traceOf(error))))
    page.once('crash', () => reject(new Error('the page crashed')))
  })
}

class LateError extends Error {}

function late(task: CaseTask, limitMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new LateError(lateReason(task, limitMs))), limitMs).unref()
  })
}
