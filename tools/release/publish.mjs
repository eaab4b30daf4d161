/**
 * The workflow `release` runs this once all tests have passed: it builds the packages, and publishes the versions that the registry
 * does not have yet. npm knows the workflow by its trusted publisher; only the very first release has a token, `NPM_TOKEN`.
 * `npm run rehearse` runs the same file against a registry of this machine.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../install.mjs'
import { run } from '../packed.mjs'
import { publishedFolders, readManifest, repositoryOf, tokenLine, withAddress } from './published.mjs'

const shell = process.platform === 'win32'

try {
  const repository = repositoryOf(process.env)
  for (const folder of publishedFolders(root)) {
    const manifest = withAddress(readManifest(root, folder), repository, folder)
    writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  }
  run(process.execPath, ['--conditions=slipring-source', 'tools/build.mjs'], root)
  publish()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function publish() {
  if ((process.env.NPM_TOKEN ?? '') === '') return run('changeset', ['publish'], root)
  // Not beside the manifests: a file with a token must be in no folder that is packed.
  const folder = mkdtempSync(join(tmpdir(), 'slipring-token-'))
  try {
    const userconfig = join(folder, '.npmrc')
    writeFileSync(userconfig, `${tokenLine(registry())}\n`)
    process.env.NPM_CONFIG_USERCONFIG = userconfig
    run('changeset', ['publish'], root)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function registry() {
  return spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', shell }).stdout.trim()
}
