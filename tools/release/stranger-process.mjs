/** Runs what a stranger types, in an environment that knows nothing of this repository but the registry of the rehearsal. */

import { spawn, spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { startOf } from '../shell.mjs'

/** For one command; on a busy machine publishing takes minutes. */
const LIMIT_MS = 600_000
/** Of what a command has printed: the reason is at the end. */
const SHOWN_CHARS = 4000

/**
 * The environment of a stranger: that of this process, without what npm and this repository have put into it.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} registry
 * @param {string} cache a folder
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(environment, registry, cache) {
  const own = Object.entries(environment).filter(([name]) => !/^(npm_|NODE_OPTIONS$|NODE_PATH$|INIT_CWD$)/i.test(name))
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  return {
    ...Object.fromEntries(own.filter(([name]) => name.toUpperCase() !== 'PATH')),
    PATH: path.filter((folder) => !folder.includes('node_modules')).join(delimiter),
    // npm and Bun read the first, Deno the second.
    npm_config_registry: registry,
    NPM_CONFIG_REGISTRY: registry,
    npm_config_cache: cache,
    npm_config_update_notifier: 'false',
    BUN_INSTALL_CACHE_DIR: `${cache}-bun`,
    DENO_DIR: `${cache}-deno`,
    DENO_NO_UPDATE_CHECK: '1',
  }
}

/**
 * Throws with what it printed when it fails.
 * @param {string[]} command
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 */
export function runToEnd([command = '', ...args], cwd, env) {
  const start = startOf(command, args)
  const { status, error, stdout, stderr } = spawnSync(start.command, start.args, {
    cwd,
    env,
    shell: start.shell,
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  const printed = `${stdout ?? ''}${stderr ?? ''}`.slice(-SHOWN_CHARS)
  if (error !== undefined) throw new Error(`Cannot run ${command}: ${error.message}\n${printed}`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}\n${printed}`)
  return stdout
}

/**
 * Runs a program that may never end until it has printed what is expected, and then ends it.
 * @param {string[]} command
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @param {RegExp} expected
 * @param {(printed: string) => Promise<void>} [then] while it still runs
 */
export async function runUntil([command = '', ...args], cwd, env, expected, then) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const found = new Promise((resolve, reject) => {
    const look = (/** @type {Buffer} */ text) => {
      printed += text
      if (expected.test(withoutColours(printed))) resolve(undefined)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`it ended with exit code ${code}`)))
    setTimeout(() => reject(new Error(`it printed nothing else within ${LIMIT_MS / 1000} s`)), LIMIT_MS).unref()
  })
  try {
    await found
    await then?.(withoutColours(printed))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${command} ${args.join(' ')}: expected ${expected}, but ${reason}\n${printed}`, { cause: error })
  } finally {
    child.kill('SIGKILL')
  }
}

/** @param {string} text */
function withoutColours(text) {
  // oxlint-disable-next-line no-control-regex -- the sequences begin with that character
  return text.replaceAll(/\u001b\[[\d;]*m/g, '')
}
