/** Finds a Chromium on this machine, and installs one where there is none. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a Chromium, or undefined: the system's own before Playwright's.
 * @returns {string | undefined}
 */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin')
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...candidates, chromium.executablePath()].find((path) => existsSync(path))
}

/** Installs Chromium when there is none; throws with the remedy when that is not possible. */
export function ensureChromium() {
  if (findChromium() !== undefined) return
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const commands = isDebianRoot
    ? ['apt-get update', 'apt-get install -y --no-install-recommends chromium']
    : ['playwright install chromium']
  console.error(`No Chromium found: installing one (${commands.join(', then ')})`)
  for (const command of commands) spawnSync(command, { stdio: ['ignore', 2, 2], shell: true })
  if (findChromium() !== undefined) return
  throw new Error('No Chromium found and none could be installed: install one as `chromium` or `google-chrome` on PATH')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    ensureChromium()
    console.log(`Chromium: ${findChromium()}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
