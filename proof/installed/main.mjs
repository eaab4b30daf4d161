/**
 * `npm run prove -- installed`: the packages as npm would publish them, in a user's empty project. TypeScript 5.2 to 7 reads
 * the declarations, every runtime requires the entries from CommonJS, bundled programs run in Node, and bundled pages in Chromium. ES modules on every
 * runtime are the matter of `npm run prove -- runtimes`. `-- --only types,commonjs,bundled-for-node,bundlers` chooses.
 */

import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { installRuntime, RUNTIMES } from '../runtimes/install-runtime.mjs'
import { launchBrowser } from '../../tools/browsers.mjs'
import { checkDeclarations, TYPESCRIPTS } from '../../tools/check-declarations.mjs'
import { root } from '../../tools/install.mjs'
import { installPacked, run } from '../../tools/packed.mjs'
import { BUNDLERS, NODE_BUNDLERS } from './bundlers.mjs'

const HERE = join(root, 'proof', 'installed')
const HEADERS = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
/** @type {Record<string, string>} */
const CONTENT_TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }
const EXPECTED = 'ready, 42, shared'

/** @type {Record<string, (project: string) => void | Promise<void>>} */
const PARTS = {
  types: (project) => checkDeclarations(project, TYPESCRIPTS),
  commonjs: requireEverywhere,
  'bundled-for-node': bundleForNode,
  bundlers: bundleAll,
}

const project = mkdtempSync(join(tmpdir(), 'slipring-installed-'))
try {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const parts = values.only?.split(',') ?? Object.keys(PARTS)
  const unknown = parts.filter((part) => PARTS[part] === undefined)
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`)
  run(process.execPath, ['tools/build.mjs'], root)
  installPacked(project)
  for (const part of parts) await PARTS[part]?.(project)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(project, { recursive: true, force: true })
}

/** @param {string} folder */
function requireEverywhere(folder) {
  cpSync(join(HERE, 'programs'), folder, { recursive: true })
  for (const runtime of RUNTIMES) {
    const [command, ...args] = installRuntime(runtime)
    console.log(`${runtime.name} ${runtime.version}:`)
    run(command, [...args, 'required.cjs'], folder)
  }
}

/** @param {string} folder */
function bundleForNode(folder) {
  cpSync(join(HERE, 'bundled'), folder, { recursive: true })
  const alone = mkdtempSync(join(tmpdir(), 'slipring-bundled-'))
  try {
    for (const { name, bundle } of NODE_BUNDLERS) bundle(folder, join(alone, name))
    // No package and no source is where it was: what a bundle needs must be within it.
    renameSync(folder, `${folder}-moved`)
    for (const { name, extension } of NODE_BUNDLERS) {
      console.log(`${name}:`)
      run(process.execPath, [join(alone, name, `program.${extension}`)], tmpdir())
    }
  } finally {
    if (existsSync(`${folder}-moved`)) renameSync(`${folder}-moved`, folder)
    rmSync(alone, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function bundleAll(folder) {
  cpSync(join(HERE, 'page'), folder, { recursive: true })
  const browser = await launchBrowser('chromium')
  try {
    for (const { name, bundle, page } of BUNDLERS) {
      const into = join(folder, 'bundled')
      rmSync(into, { recursive: true, force: true })
      bundle(folder, into)
      writeFileSync(join(into, 'bundled.html'), '<!doctype html><script type="module" src="./page.js"></script>')
      assert.equal(await visit(browser, into, page), EXPECTED, name)
      console.log(`${name}: the page and its worker talk over the ring`)
    }
  } finally {
    await browser.close()
  }
}

/**
 * Opens the page in an isolated browser and gives its `result`.
 * @param {import('playwright').Browser} browser
 * @param {string} folder
 * @param {string} name
 */
async function visit(browser, folder, name) {
  const server = createServer(({ url = '/' }, response) => {
    const file = join(folder, new URL(url, 'http://localhost').pathname)
    const type = CONTENT_TYPES[extname(file)]
    if (type === undefined || !existsSync(file)) return void response.writeHead(404, HEADERS).end()
    response.writeHead(200, { ...HEADERS, 'content-type': type }).end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${address.port}/${name}`)
    return await page.evaluate(() => Reflect.get(globalThis, 'result'))
  } finally {
    await page.close()
    server.closeAllConnections()
    server.close()
  }
}
