import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { build, preview } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'

// The recipes of the guide, as they stand there: each is a fenced block.
const GUIDE = readFileSync(join(import.meta.dirname, '../docs/HEADERS.md'), 'utf8')
const RESULTS = join(import.meta.dirname, 'test-results')
const HELLO = { ready: 'ready', mode: 'shared', isIsolated: true, echo: { hello: 'worker' } }

let root: string
let browser: Browser
let server: ChildProcess | undefined

beforeAll(async () => {
  mkdirSync(RESULTS, { recursive: true })
  root = mkdtempSync(join(RESULTS, 'headers-'))
  cpSync(join(import.meta.dirname, 'vite-app'), root, { recursive: true })
  browser = await launchBrowser('chromium')
  await buildSite()
})

afterEach(async () => {
  if (server?.exitCode !== null) return
  server.kill()
  await once(server, 'close')
})

afterAll(async () => {
  await browser?.close()
  rmSync(root, { recursive: true, force: true })
})

test('Express', async () => {
  writeFileSync(join(root, 'server.mjs'), recipe('js', 'server.mjs'))
  const port = await freePort()
  serve(process.execPath, ['server.mjs'], { PORT: String(port) })
  expect(await visit(browser, port)).toEqual(HELLO)
})

test('nginx', async ({ skip }) => {
  requireCommand('nginx', skip)
  const port = await freePort()
  const block = recipe('nginx')
    .replace('8080', String(port))
    .replace('root dist', `root ${join(root, 'dist')}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${root}/${name};`,
  )
  const settings = `
    daemon off; pid ${root}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')} ${block} }`
  writeFileSync(join(root, 'nginx.conf'), settings)
  serve('nginx', ['-p', root, '-c', 'nginx.conf', '-e', 'stderr'])
  expect(await visit(browser, port)).toEqual(HELLO)
})

test('Caddy', async ({ skip }) => {
  requireCommand('caddy', skip)
  const port = await freePort()
  writeFileSync(join(root, 'Caddyfile'), `{\n  admin off\n}\n${recipe('caddy').replace('8080', String(port))}`)
  serve('caddy', ['run', '--adapter', 'caddyfile', '--config', 'Caddyfile'], { HOME: root })
  expect(await visit(browser, port)).toEqual(HELLO)
})

test.each(browserNames)('a service worker, in %s', { timeout: 60_000 }, async (name) => {
  const page = recipe('html').replace('./page.js', './page.ts')
  writeFileSync(join(root, 'index.html'), `<!doctype html>\n<title>Slipring</title>\n${page}`)
  writeFileSync(join(root, 'register.js'), recipe('js', 'register.js'))
  mkdirSync(join(root, 'public'), { recursive: true })
  writeFileSync(join(root, 'public/isolation.js'), recipe('js', 'isolation.js'))
  await buildSite()
  const plain = await preview({ root, configFile: false, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } })
  const { port } = new URL(plain.resolvedUrls!.local[0]!)
  const own = name === 'chromium' ? browser : await launchBrowser(name)
  try {
    const { headers } = await fetch(`http://127.0.0.1:${port}/`)
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    expect(await visit(own, Number(port))).toEqual(HELLO)
  } finally {
    await plain.close()
    if (own !== browser) await own.close()
  }
})

async function buildSite(): Promise<void> {
  await build({ root, base: './', configFile: false, logLevel: 'silent', worker: { format: 'es' } })
}

function recipe(language: string, name?: string): string {
  const blocks = [...GUIDE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, of]) => of === language)
  const found = blocks.find(([, , text]) => name === undefined || text!.startsWith(`// ${name}\n`))
  if (found === undefined) throw new Error(`docs/HEADERS.md has no recipe ${name ?? ''} in ${language}`)
  return found[2]!
}

/** Skips with the reason that is printed. */
function requireCommand(command: string, skip: (reason: string) => void): void {
  if (spawnSync(command, ['--help']).error !== undefined)
    skip(`${command} is not installed: its recipe was not tried (Debian: apt-get install ${command})`)
}

function serve(command: string, args: string[], environment: Record<string, string> = {}): void {
  server = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  server.stderr!.setEncoding('utf8').on('data', (text: string) => (told += text))
  server.on('exit', (code) => {
    if (code !== 0 && code !== null) console.error(`${command} has ended with exit code ${code}: ${told}`)
  })
}

async function visit(visitor: Browser, port: number): Promise<unknown> {
  const url = `http://127.0.0.1:${port}/`
  await expect.poll(() => fetch(url).then(({ status }) => status), { timeout: 10_000 }).toBe(200)
  const page = await visitor.newPage()
  try {
    await page.goto(url)
    // The page with a service worker loads itself once more, before it has a result.
    await page.waitForFunction(() => 'result' in globalThis, undefined, { timeout: 20_000 })
    const { ready, mode, there } = (await page.evaluate(() => result)) as {
      ready: string
      mode: string
      there: { isIsolated: boolean; echo: unknown }
    }
    return { ready, mode, isIsolated: there.isIsolated, echo: there.echo }
  } finally {
    await page.close()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
