/** Projects of people who have only the names of the packages: what they install, what they run, and what that prints. */

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installRuntime, RUNTIMES } from '../../proof/runtimes/install-runtime.mjs'
import { launchBrowser } from '../browsers.mjs'
import { root } from '../install.mjs'
import { writePrograms } from './programs.mjs'
import { runUntil, runToEnd } from './stranger-process.mjs'

const VITE = 'vite@8.3.8'
/** Of `{ hello: new Map([['world', 42n]]) }`, as each runtime shows it. */
const README_PRINTS = /hello[^]*world[^]*42n[^]*shared/

/**
 * @typedef {object} Stranger
 * @property {string} name
 * @property {(folder: string, environment: NodeJS.ProcessEnv) => Promise<void>} tryOut in an empty folder
 */

/** @type {readonly Stranger[]} */
export const STRANGERS = [
  {
    name: "Node, the README's first program",
    tryOut: async (folder, environment) => {
      writeManifest(folder, { type: 'module' })
      npmInstall(folder, environment, '@slipring/worker')
      writePrograms(folder, 'README.md')
      await runUntil([process.execPath, 'main.mjs'], folder, environment, README_PRINTS)
      writePrograms(folder, 'docs/INSTALL.md')
      await runUntil([process.execPath, 'check.mjs'], folder, environment, /^shared$/m)
    },
  },
  {
    name: 'Node, CommonJS, every package',
    tryOut: async (folder, environment) => {
      writeManifest(folder, {})
      npmInstall(folder, environment, '@slipring/worker', '@slipring/browser', '@slipring/core')
      for (const file of ['required.cjs', 'task.cjs'])
        cpSync(join(root, 'proof/installed/programs', file), join(folder, file))
      runToEnd([process.execPath, 'required.cjs'], folder, environment)
    },
  },
  {
    name: 'Vite, a page with a worker, in Chromium',
    tryOut: async (folder, environment) => {
      writeManifest(folder, { type: 'module' })
      npmInstall(folder, environment, '@slipring/browser', VITE)
      cpSync(join(root, 'proof/installed/page'), folder, { recursive: true })
      writeFileSync(
        join(folder, 'vite.config.js'),
        "import { slipring } from '@slipring/browser/vite'\nexport default { plugins: [slipring()] }\n",
      )
      const vite = [process.execPath, join(folder, 'node_modules/vite/bin/vite.js')]
      runToEnd([...vite, 'build'], folder, environment)
      await runUntil([...vite, 'preview'], folder, environment, /http:\/\/localhost:\d+/, visit)
    },
  },
  runtime('bun', (command) => [command, 'add', '@slipring/worker']),
  // Deno waits a day before it takes a new version, and this one is a minute old.
  runtime('deno', (command) => [command, 'add', '--minimum-dependency-age', '0', 'npm:@slipring/worker']),
  {
    name: 'The bench runner, by npx',
    tryOut: async (folder, environment) => {
      writeManifest(folder, { type: 'module' })
      npmInstall(folder, environment, '@slipring/bench')
      const said = runToEnd(['npx', '--no-install', 'slipring-bench', '--doctor'], folder, environment)
      if (!/^ +mode +shared$/m.test(said)) throw new Error(`slipring-bench --doctor says:\n${said}`)
    },
  },
]

/**
 * The README's first program on a runtime that installs for itself.
 * @param {'bun' | 'deno'} npmPackage
 * @param {(command: string) => string[]} install
 * @returns {Stranger}
 */
function runtime(npmPackage, install) {
  return {
    name: `${npmPackage}, which installs by itself`,
    tryOut: async (folder, environment) => {
      const found = RUNTIMES.find((each) => each.npmPackage === npmPackage)
      if (found === undefined) throw new Error(`No runtime ${npmPackage}`)
      const [command, ...args] = installRuntime(found)
      writeManifest(folder, { type: 'module' })
      runToEnd(install(command), folder, environment)
      writePrograms(folder, 'README.md')
      await runUntil([command, ...args, 'main.mjs'], folder, environment, README_PRINTS)
    },
  }
}

/**
 * @param {string} folder
 * @param {object} manifest
 */
function writeManifest(folder, manifest) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} names
 */
function npmInstall(folder, environment, ...names) {
  runToEnd(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...names], folder, environment)
}

/**
 * Opens the page at the address that the preview has printed.
 * @param {string} printed
 */
async function visit(printed) {
  const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? []
  const browser = await launchBrowser('chromium')
  try {
    const page = await browser.newPage()
    await page.goto(String(address))
    const result = await page.evaluate(() => Reflect.get(globalThis, 'result'))
    if (result !== 'ready, 42, shared') throw new Error(`The page says: ${result}`)
  } finally {
    await browser.close()
  }
}
