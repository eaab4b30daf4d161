/**
 * A third engine: WebKitGTK, by its own WebDriver, in a display that nobody sees. As Debian has it, pages get no shared memory.
 * The engine has a switch for it, of which the tests make use: what it does then is not what Safari does.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:net'
import { Builder, type WebDriver } from 'selenium-webdriver'
import { findTool } from '../tools/browsers.mjs'
import { isShortRun } from '../tools/short-run.mjs'

const PATIENCE_MS = 60_000
const BROWSERS = '/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser'

/** Why there are no tests in this engine here; undefined where there are. */
export function whyNoWebKit(): string | undefined {
  if (isShortRun) return 'the short run has one browser'
  const missing = ['WebKitWebDriver', 'Xvfb'].filter((tool) => findTool(tool) === undefined)
  if (browserFile() === undefined) missing.push('MiniBrowser')
  if (missing.length === 0) return undefined
  return `${missing.join(' and ')} not found: WebKitGTK was not tried (Debian: apt-get install webkit2gtk-driver xvfb)`
}

export interface WebKit {
  /** Opens a page, and waits for what it leaves in `result`. Rejects with what the page's own promise rejects with. */
  resultOf(url: string): Promise<unknown>
  close(): Promise<void>
}

/** `hasSharedMemory`: with the engine's switch, in isolated pages. */
export async function launchWebKit(hasSharedMemory: boolean): Promise<WebKit> {
  const display = await startDisplay()
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      // A container may not make the namespaces of its sandbox.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      ...(hasSharedMemory ? { JSC_useSharedArrayBuffer: '1' } : {}),
    },
  })
  async function end(): Promise<void> {
    await Promise.all([endOf(service), endOf(display.process)])
  }
  try {
    await listening(port)
    const driver = await session(port)
    await driver.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: 30_000 })
    return {
      resultOf: (url) => resultIn(driver, url),
      close: () => driver.quit().finally(end),
    }
  } catch (error) {
    await end()
    throw error
  }
}

function session(port: number): Promise<WebDriver> {
  const options = { binary: browserFile(), args: ['--automation'] }
  return new Builder()
    .disableEnvironmentOverrides()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build()
}

async function resultIn(driver: WebDriver, url: string): Promise<unknown> {
  await driver.get(url)
  const [value, error] = await driver.executeAsyncScript<[unknown, string | null]>(`
    const [done] = arguments
    // A page is loaded before its last module has run.
    const clock = setInterval(() => {
      if (!('result' in globalThis)) return
      clearInterval(clock)
      Promise.resolve(globalThis.result).then(
        (value) => done([value, null]),
        (error) => done([null, String(error) + '\\n' + error?.stack]),
      )
    }, 10)`)
  if (error !== null) throw new Error(`${url}: ${error}`)
  return value
}

/** It chooses a number that is free, and says so when it is ready. */
async function startDisplay(): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const told = display.stdio[3]!
  const ended = once(display, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with exit code ${String(code)} before it was ready`)
  })
  const [number] = (await Promise.race([once(told, 'data'), ended])) as [Buffer]
  ended.catch(() => {})
  return { name: `:${String(number).trim()}`, process: display }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`)
      return
    } catch (error) {
      if (tries === 100) throw new Error('WebKitWebDriver did not listen within ten seconds', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

function browserFile(): string | undefined {
  return globSync(BROWSERS).find((path) => existsSync(path))
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
