/** Finds the browsers of the tests on this machine, installs those that are missing, and launches them. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, firefox } from 'playwright'
import { browserNames } from './browser-names.mjs'
import { isShortRun } from './short-run.mjs'

export { browserNames }
/** @typedef {import('./browser-names.mjs').BrowserName} BrowserName */

// The system's own come before Playwright's. Playwright drives a stock Firefox by this channel only.
const BROWSERS = {
  chromium: {
    type: chromium,
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debian: 'chromium',
    options: {
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  firefox: {
    type: firefox,
    commands: ['firefox-esr', 'firefox'],
    debian: 'firefox-esr',
    options: { channel: 'moz-firefox' },
  },
}

/**
 * The path of a browser, or undefined.
 * @param {BrowserName} name
 * @returns {string | undefined}
 */
function findBrowser(name) {
  const { type, commands } = BROWSERS[name]
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin')
  const candidates = folders.flatMap((folder) => commands.map((command) => join(folder, command)))
  return [...candidates, type.executablePath()].find((path) => existsSync(path))
}

/**
 * The path of a command that tests use, or undefined.
 * @param {string} command
 * @returns {string | undefined}
 */
export function findTool(command) {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/sbin')
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

/**
 * Starts a browser without a window; throws with the remedy when there is none.
 * @param {BrowserName} name
 * @param {readonly string[]} [args] Of the browser's own command line.
 */
export function launchBrowser(name, args = []) {
  const executablePath = findBrowser(name)
  if (executablePath === undefined)
    throw new Error(`No ${name} found: run \`npm test -- --only browser\`, which installs one`)
  const { type, options } = BROWSERS[name]
  const isPlaywrights = executablePath === type.executablePath()
  const own = isPlaywrights || !('args' in options) ? [] : options.args
  return type.launch({ ...(isPlaywrights ? {} : options), args: [...own, ...args], executablePath, headless: true })
}

/**
 * Installs a browser when there is none; throws with the remedy when that is not possible.
 * @param {BrowserName} name
 */
function ensureBrowser(name) {
  if (findBrowser(name) !== undefined) return
  const { debian, commands } = BROWSERS[name]
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const installs = isDebianRoot
    ? ['apt-get update', `apt-get install -y --no-install-recommends ${debian}`]
    : [`playwright install ${name}`]
  console.error(`No ${name} found: installing one (${installs.join(', then ')})`)
  for (const command of installs) spawnSync(command, { stdio: ['ignore', 2, 2], shell: true })
  if (findBrowser(name) !== undefined) return
  throw new Error(`No ${name} found and none could be installed: install one as \`${commands.join('` or `')}\` on PATH`)
}

/** Commands that tests use where they are installed, and do without elsewhere. The names are those of Debian's packages. */
const OPTIONAL = [
  { command: 'WebKitWebDriver', debian: 'webkit2gtk-driver' },
  { command: 'Xvfb', debian: 'xvfb' },
  { command: 'nginx', debian: 'nginx' },
  { command: 'caddy', debian: 'caddy' },
]

/** Installs what is missing where that is possible; the tests of what is missing then are skipped, and say so. */
function tryOptional() {
  const missing = OPTIONAL.filter(({ command }) => findTool(command) === undefined)
  if (missing.length === 0 || isShortRun) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const packages = missing.map(({ debian }) => debian)
    console.error(`Installing for more tests: ${packages.join(', ')}`)
    // One by one: a package that there is not keeps none of the others away.
    for (const command of ['update', ...packages.map((name) => `install -y --no-install-recommends ${name}`)])
      spawnSync(`apt-get ${command}`, { stdio: ['ignore', 2, 2], shell: true })
  }
  for (const { command, debian } of missing) {
    if (findTool(command) !== undefined) console.log(`${command}: ${findTool(command)}`)
    else console.log(`No ${command}: its tests are skipped (Debian: apt-get install ${debian})`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    for (const name of browserNames) {
      ensureBrowser(name)
      console.log(`${name}: ${findBrowser(name)}`)
    }
    tryOptional()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
