/** The packages that a release publishes, and what their manifests say of the repository then. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folders of all workspaces that are not private, with forward slashes.
 * @param {string} root
 * @returns {string[]}
 */
export function publishedFolders(root) {
  const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'bench']
  return folders.filter((folder) => readManifest(root, folder)['private'] !== true)
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Record<string, unknown>}
 */
export function readManifest(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

/**
 * A manifest with the address of the repository, without which npm accepts no provenance.
 * @param {Record<string, unknown>} manifest
 * @param {string} repository such as `https://github.com/someone/slipring`
 * @param {string} folder
 */
export function withAddress(manifest, repository, folder) {
  return {
    ...manifest,
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
  }
}

/**
 * The address of the repository that a workflow of GitHub runs for. Throws with the remedy anywhere else.
 * @param {Record<string, string | undefined>} environment
 */
export function repositoryOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY }) {
  if (GITHUB_SERVER_URL !== undefined && GITHUB_REPOSITORY !== undefined)
    return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  throw new Error(
    'Cannot publish without the address of the repository: set GITHUB_SERVER_URL and GITHUB_REPOSITORY, as a workflow has them',
  )
}

/**
 * The line of `.npmrc` that names the token of a registry. npm itself replaces the name by the token.
 * @param {string} registry
 */
export function tokenLine(registry) {
  const { host, pathname } = new URL(registry)
  return `//${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}:_authToken=\${NPM_TOKEN}`
}
