/**
 * `npm run rehearse`: a release of the commit that is checked out, but to a registry of this machine. It sets the versions,
 * builds and publishes as the workflow does, and then tries the packages as strangers would. `-- --only vite,deno` tries those
 * whose names contain one of these words. Nothing is left behind, and this folder stays as it is.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../install.mjs'
import { publishedFolders, readManifest } from './published.mjs'
import { startRegistry } from './registry.mjs'
import { environmentOf, runToEnd } from './stranger-process.mjs'
import { STRANGERS } from './strangers.mjs'

const REPOSITORY = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'rehearsal/slipring' }
/** The commit and the tags need an author, which a machine may not know. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'Rehearsal',
  GIT_AUTHOR_EMAIL: 'rehearsal@localhost',
  GIT_COMMITTER_NAME: 'Rehearsal',
  GIT_COMMITTER_EMAIL: 'rehearsal@localhost',
}

const folder = mkdtempSync(join(tmpdir(), 'slipring-rehearsal-'))
// Ctrl-C too: the registry ends with this process, and the folder goes.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
try {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  await rehearse(strangersOf(values.only))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @param {string | undefined} only */
function strangersOf(only) {
  const words = only?.toLowerCase().split(',') ?? ['']
  const chosen = STRANGERS.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)))
  if (chosen.length > 0) return chosen
  throw new Error(`No project is named like ${only}. There are:\n${STRANGERS.map(({ name }) => name).join('\n')}`)
}

/** @param {readonly import('./strangers.mjs').Stranger[]} strangers */
async function rehearse(strangers) {
  const copy = join(folder, 'repository')
  cloneInto(copy)
  const registry = await startRegistry(folder)
  try {
    release(copy, registry)
    const environment = environmentOf(process.env, registry.url, join(folder, 'cache'))
    requirePublished(copy, environment)
    for (const [index, { name, tryOut }] of strangers.entries()) {
      const project = join(folder, `stranger-${index + 1}`)
      mkdirSync(project)
      await tryOut(project, environment)
      console.log(`${name}: works`)
    }
  } finally {
    await registry.stop()
  }
}

/** @param {string} copy */
function cloneInto(copy) {
  const changed = git(['status', '--porcelain'], root).trim()
  if (changed !== '') console.log(`A release is of a commit. These changes are left out:\n${changed}`)
  git(['clone', '--quiet', '--depth', '1', pathToFileURL(root).href, copy], root)
  shareModules(copy)
}

/**
 * Gives the copy the modules that are installed here; its own packages are its own.
 * @param {string} copy
 */
function shareModules(copy) {
  for (const workspace of ['', ...workspaces()]) {
    const from = join(root, workspace, 'node_modules')
    for (const name of namesIn(from)) link(join(from, name), join(copy, workspace, 'node_modules', name))
  }
  for (const workspace of publishedFolders(copy)) {
    const { name } = readManifest(copy, workspace)
    link(join(copy, workspace), join(copy, 'node_modules', String(name)))
  }
}

function workspaces() {
  return [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'bench', 'examples', 'site', 'e2e']
}

/** @param {string} modules */
function namesIn(modules) {
  try {
    return readdirSync(modules).filter((name) => name !== '@slipring' && name !== '.cache')
  } catch {
    // Most workspaces have no modules of their own.
    return []
  }
}

/**
 * @param {string} target
 * @param {string} path
 */
function link(target, path) {
  mkdirSync(join(path, '..'), { recursive: true })
  symlinkSync(target, path, 'junction')
}

/**
 * @param {string} copy
 * @param {import('./registry.mjs').Registry} registry
 */
function release(copy, { url, token }) {
  const registry = { npm_config_registry: url, NPM_CONFIG_REGISTRY: url, NPM_TOKEN: token, CI: 'true' }
  const env = { ...process.env, ...AUTHOR, ...REPOSITORY, ...registry }
  if (readdirSync(join(copy, '.changeset')).some((name) => name.endsWith('.md'))) {
    runToEnd(['changeset', 'version'], copy, env)
    git(['add', '--all'], copy)
    git(['commit', '--quiet', '--message', 'Versions'], copy)
  }
  runToEnd([process.execPath, 'tools/release/publish.mjs'], copy, env)
}

/**
 * @param {string} copy
 * @param {NodeJS.ProcessEnv} environment
 */
function requirePublished(copy, environment) {
  for (const workspace of publishedFolders(copy)) {
    const { name, version } = readManifest(copy, workspace)
    const found = runToEnd(['npm', 'view', `${name}`, 'version'], folder, environment).trim()
    if (found !== version) throw new Error(`The registry has ${name} ${found}, and not ${version}`)
    const tag = `${name}@${version}`
    if (!git(['tag', '--list', tag], copy).includes(tag)) throw new Error(`No tag ${tag} was made`)
    console.log(`${name} ${version}: published`)
  }
}

/**
 * @param {string[]} args
 * @param {string} cwd
 */
function git(args, cwd) {
  const { status, error, stdout, stderr } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...AUTHOR },
  })
  if (status === 0) return stdout
  throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}
