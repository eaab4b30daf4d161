/** Starts a browser: Playwright's own, or one of this machine. */

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright'

export const BROWSERS = ['chromium', 'firefox'] as const
export type BrowserName = (typeof BROWSERS)[number]

const COMMANDS: Readonly<Record<BrowserName, readonly string[]>> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  firefox: ['firefox-esr', 'firefox'],
}

/** Throws with a remedy where there is none. */
export async function startBrowser(name: BrowserName): Promise<Browser> {
  const { [name]: type } = await loadPlaywright()
  if (existsSync(type.executablePath())) return type.launch()
  const executablePath = onPath(COMMANDS[name])
  if (executablePath === undefined) throw new Error(`There is no ${name}: run npx playwright install ${name}`)
  // Playwright drives a stock Firefox by this channel only.
  if (name === 'firefox') return type.launch({ executablePath, channel: 'moz-firefox' })
  return type.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

async function loadPlaywright(): Promise<typeof import('playwright')> {
  try {
    await import('rolldown')
    return await import('playwright')
  } catch (error) {
    throw new Error(`Browsers need two more packages: run npm install playwright rolldown`, { cause: error })
  }
}

function onPath(commands: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => commands.map((command) => join(folder, command))).find((path) => existsSync(path))
}
