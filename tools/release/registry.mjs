/** A registry on this machine, for a rehearsal. It has our packages alone, and passes on all others from npm's own registry. */

import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exactTool } from '../exact-tool.mjs'

const START_MS = 60_000
const POLL_MS = 200
// The newest release asks for `node-fetch@cjs`, a tag that mirrors of the registry may lack.
const VERDACCIO = { verdaccio: '6.10.4' }
const OVERRIDES = { 'node-fetch': '2.7.0' }

/** @typedef {{ url: string, token: string, stop: () => Promise<void> }} Registry */

/**
 * Starts it. It keeps everything in `folder`.
 * @param {string} folder
 * @returns {Promise<Registry>}
 */
export async function startRegistry(folder) {
  const binary = exactTool('verdaccio', VERDACCIO, OVERRIDES)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const config = join(folder, 'verdaccio.json')
  writeFileSync(config, JSON.stringify(configOf(folder)))
  // Its script, not the command: on Windows that is a shell, and to end a shell ends nothing else.
  const script = join(dirname(binary), '..', 'verdaccio', 'bin', 'verdaccio')
  const child = spawn(process.execPath, [script, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill()
    await ended
  }
  process.once('exit', () => child.kill())
  try {
    await untilReady(url, () => {
      if (child.exitCode !== null) throw new Error(`The registry ended with exit code ${child.exitCode}\n${printed}`)
    })
    return { url, token: await register(url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param {string} folder */
function configOf(folder) {
  const shell = process.platform === 'win32'
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', shell }).stdout.trim()
  return {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: { npm: { url: upstream, timeout: '60s', max_fails: 20 } },
    packages: {
      '@slipring/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'npm' },
    },
    web: { enable: false },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * @param {string} url
 * @param {() => void} requireAlive
 */
async function untilReady(url, requireAlive) {
  const until = performance.now() + START_MS
  while (performance.now() < until) {
    requireAlive()
    if (await answers(new URL('-/ping', url))) return
    await delay(POLL_MS)
  }
  throw new Error(`The registry did not answer within ${START_MS / 1000} s at ${url}`)
}

/** @param {URL} url */
async function answers(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    // It does not listen yet.
    return false
  }
}

/**
 * Makes a user, whose token may publish.
 * @param {string} url
 * @returns {Promise<string>}
 */
async function register(url) {
  const answer = await fetch(new URL('-/user/org.couchdb.user:rehearsal', url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'rehearsal', password: 'of this machine' }),
  })
  if (!answer.ok) throw new Error(`The registry made no user: ${answer.status} ${await answer.text()}`)
  const { token } = await answer.json()
  return token
}
