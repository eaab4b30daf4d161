/**
 * Builds the packages to dist from scratch, so that nothing of an earlier build stays behind: declarations file by file, and
 * the code of every entry in one file with as few shared ones as there can be, since a worker that starts loads them all.
 */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './install.mjs'

const TARGET = 'es2023'
const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
// File by file: its threads are scripts of their own, beside the modules that start them.
const bench = join(root, 'bench')
// For Node, so it has types of its own.
const vitePlugin = join(root, 'packages', 'browser', 'src', 'vite')

for (const folder of [...packages, bench]) rmSync(join(folder, 'dist'), { recursive: true, force: true })

/** A smaller shared file joins another one: to find a file costs a thread that starts about a millisecond. */
const SMALLEST_SHARED_BYTES = 50_000

/** A program in one file has no files of ours beside it. It gets the text of a script, which is written in the place of a module. */
const SCRIPTS = [
  ['worker/src/pool-worker-text.ts', 'worker/src/slipring-pool-worker.ts'],
  ['nats/src/serve/task-thread-text.ts', 'nats/src/serve/slipring-task-thread.ts'],
]

const shell = process.platform === 'win32'
// --force: the record of the last build would otherwise call a deleted dist up to date.
if (
  compile('--build', '--force', ...packages, vitePlugin, bench) &&
  compile('--project', bench, '--emitDeclarationOnly', 'false')
)
  await Promise.all(packages.map(bundle))

/** @param {string[]} args */
function compile(...args) {
  const { status, error } = spawnSync('tsc', args, { stdio: 'inherit', shell })
  if (error !== undefined) throw new Error(`Cannot run tsc: ${error.message}: start the build by npm run build`)
  if (status !== 0) process.exitCode = status ?? 1
  return status === 0
}

/** @param {string} folder */
async function bundle(folder) {
  /** @type {{ exports: Record<string, { 'slipring-source': string, browser?: string, default: string }> }} */
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap(({ browser, ...entry }) => [
    [named(entry.default), join(folder, entry['slipring-source'])],
    ...(browser === undefined ? [] : [[named(browser), join(folder, 'src', `${named(browser)}.ts`)]]),
  ])
  const build = await rolldown({
    input: Object.fromEntries(entries),
    external: /^(node:|@slipring\/|@nats-io\/)/,
    transform: { target: TARGET },
    plugins: [{ name: 'texts', load: loadText }],
    checks: { pluginTimings: false },
  })
  const { output } = await build.write({
    dir: join(folder, 'dist'),
    format: 'esm',
    sourcemap: true,
    // Each thread keeps the text of what it loads, in two bytes a character if one is not Latin-1. Declarations have comments.
    charset: 'ascii',
    comments: { jsdoc: false },
    minify: {
      compress: { keepNames: { function: true, class: true } },
      mangle: { keepNames: true },
      codegen: { removeWhitespace: true },
    },
    chunkFileNames: ({ moduleIds }) => `shared-${basename(moduleIds.at(-1) ?? '', '.ts')}.js`,
    codeSplitting: {
      minShareCount: 2,
      groups: [{ name: 'shared', entriesAware: true, entriesAwareMergeThreshold: SMALLEST_SHARED_BYTES }],
    },
  })
  await build.close()
  requireNoCircle(output)
}

/**
 * Files that join may import each other in a circle, and then a class is extended that is not there yet.
 * @param {readonly { readonly fileName: string, readonly imports?: readonly string[] }[]} files
 */
function requireNoCircle(files) {
  let rest = files
  for (let before = Infinity; rest.length < before;) {
    before = rest.length
    const names = new Set(rest.map(({ fileName }) => fileName))
    rest = rest.filter(({ imports = [] }) => imports.some((name) => names.has(name)))
  }
  if (rest.length === 0) return
  const names = rest.map(({ fileName }) => fileName).join(', ')
  throw new Error(`Built files import each other in a circle: ${names}; choose another SMALLEST_SHARED_BYTES`)
}

/**
 * The module with the text of a script, if it is one of those.
 * @param {string} id
 */
async function loadText(id) {
  const script = SCRIPTS.find(([text = '']) => id === join(root, 'packages', text))?.[1]
  if (script === undefined) return null
  const build = await rolldown({
    input: join(root, 'packages', script),
    external: /^node:/,
    platform: 'node',
    resolve: { conditionNames: ['slipring-source', 'import'] },
    transform: { target: TARGET },
  })
  const { output } = await build.generate({ format: 'esm', minify: true, charset: 'ascii', codeSplitting: false })
  await build.close()
  // Else each line of a stack would have the whole text, as it is the URL.
  const text = `${output[0].code}//# sourceURL=${basename(script, '.ts')}.js`
  return `export const text = ${JSON.stringify(text)}`
}

/** @param {string} file of `dist` */
function named(file) {
  return file.replace(/^\.\/dist\/(.*)\.js$/, '$1')
}
