import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { programsOf } from '../release/programs.mjs'
import { publishedFolders, readManifest, repositoryOf, tokenLine, withAddress } from '../release/published.mjs'
import { environmentOf, runToEnd, runUntil } from '../release/stranger-process.mjs'
import { foldersIn, readJson, ROOT } from './sources.ts'

const REPOSITORY = 'https://example.org/someone/slipring'
const here = tmpdir()

test('all packages and the bench runner are published, and are released together', () => {
  const folders = publishedFolders(ROOT)
  expect(folders).toEqual([...foldersIn('packages').map((name) => `packages/${name}`), 'bench'])
  expect(folders.map((folder) => readManifest(ROOT, folder)['name'])).toSatisfy((names: string[]) =>
    names.every((name) => name.startsWith('@slipring/')),
  )
  expect(readJson('.changeset/config.json')).toMatchObject({ fixed: [['@slipring/*']], access: 'public' })
})

test('a published manifest says where its package lies in which repository, as provenance demands', () => {
  const manifest = withAddress({ name: '@slipring/core' }, REPOSITORY, 'packages/core')
  expect(manifest).toEqual({
    name: '@slipring/core',
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: 'packages/core' },
  })
})

test('a release anywhere but in a workflow says which variables are missing', () => {
  expect(() => repositoryOf({ GITHUB_SERVER_URL: 'https://example.org' })).toThrow(/set GITHUB_SERVER_URL and/)
  const workflow = { GITHUB_SERVER_URL: 'https://example.org', GITHUB_REPOSITORY: 'someone/slipring' }
  expect(repositoryOf(workflow)).toBe(REPOSITORY)
})

test('the settings of npm name the variable of the token, and not the token', () => {
  expect(tokenLine('http://127.0.0.1:4873/')).toBe('//127.0.0.1:4873/:_authToken=${NPM_TOKEN}')
  expect(tokenLine('https://example.org/npm')).toBe('//example.org/npm/:_authToken=${NPM_TOKEN}')
})

test('the first program of the README is in two files, whatever the ends of lines', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const names = [...programsOf(readme).keys()]
  expect(names).toEqual(expect.arrayContaining(['main.mjs', 'worker.mjs']))
  expect([...programsOf(readme.replaceAll('\n', '\r\n')).keys()]).toEqual(names)
})

test('a stranger has no module of this repository, no option of its Node, and no registry but that of the rehearsal', () => {
  const path = ['/usr/bin', join(ROOT, 'node_modules/.bin')].join(delimiter)
  const given = {
    PATH: path,
    NODE_OPTIONS: '--conditions=slipring-source',
    npm_config_userconfig: '/else',
    HOME: '/me',
  }
  const { npm_config_cache: cache, PATH, ...environment } = environmentOf(given, 'http://127.0.0.1:1/', '/cache')
  expect(cache).toBe('/cache')
  expect(PATH).toBe('/usr/bin')
  expect(environment).toMatchObject({ HOME: '/me', npm_config_registry: 'http://127.0.0.1:1/' })
  expect(Object.keys(environment)).not.toContain('NODE_OPTIONS')
  expect(Object.keys(environment)).not.toContain('npm_config_userconfig')
})

test('a stranger’s program may run for ever: it is ended once it has printed what is expected', async () => {
  const forever = 'console.log("\\u001b[33mready\\u001b[39m"); setInterval(() => {}, 1000)'
  await expect(runUntil([process.execPath, '-e', forever], here, {}, /^ready$/m)).resolves.toBeUndefined()
})

test('a stranger’s program that ends or fails is told with all that it printed', async () => {
  const wrong = runUntil([process.execPath, '-e', 'console.log("copied")'], here, {}, /shared/)
  await expect(wrong).rejects.toThrow(/expected .*shared.*exit code 0\ncopied/s)
  const failing = [process.execPath, '-e', 'console.error("no"); process.exit(3)']
  expect(() => runToEnd(failing, here, {})).toThrow(/exit code 3\nno/)
})

test('the name of a project that does not exist is answered with those that do, before anything is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-rehearsed-'))
  const command = [process.execPath, join(ROOT, 'tools/release/rehearse.mjs'), '--only', 'cobol']
  const env = { ...process.env, TMPDIR: folder, NODE_OPTIONS: '--conditions=slipring-source' }
  try {
    expect(() => runToEnd(command, folder, env)).toThrow(/No project is named like cobol[^]*Vite/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the workflow publishes by the file that the rehearsal runs', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
  const rehearsal = readFileSync(join(ROOT, 'tools/release/rehearse.mjs'), 'utf8')
  for (const text of [workflow, rehearsal]) expect(text).toContain('tools/release/publish.mjs')
})
