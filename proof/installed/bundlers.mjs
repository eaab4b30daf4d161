/** The bundlers, each with the command that a user would give for the page or the program. */

import { exactTool } from '../../tools/exact-tool.mjs'
import * as packed from '../../tools/packed.mjs'

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  packed.run(command, args, cwd, { isQuiet: true })
}

const TARGET = '--target=es2022'
const ESBUILD = { esbuild: '0.28.2' }
const WEBPACK = { webpack: '5.113.0', 'webpack-cli': '7.3.1' }

/**
 * @typedef {object} Bundler
 * @property {string} name
 * @property {(project: string, into: string) => void} bundle the page of `project`
 * @property {string} page what to open in `into`
 */

/** @type {readonly Bundler[]} */
export const BUNDLERS = [
  vite('8.3.8'),
  vite('7.3.8'),
  // Below 7 the default target is older than private fields.
  vite('6.4.6', ['--target', 'es2022']),
  vite('5.4.21', ['--target', 'es2022']),
  {
    name: 'esbuild 0.28.2',
    page: 'bundled.html',
    bundle: (project, into) => {
      const esbuild = exactTool('esbuild', ESBUILD)
      const options = ['--bundle', '--splitting', '--minify', '--format=esm', TARGET, `--outdir=${into}`]
      run(esbuild, ['page.js', 'worker.js', ...options], project)
    },
  },
  {
    name: 'Rollup 4.68.8',
    page: 'bundled.html',
    bundle: (project, into) => {
      const rollup = exactTool('rollup', { rollup: '4.68.8', '@rollup/plugin-node-resolve': '16.0.3' })
      run(rollup, ['page.js', 'worker.js', '-p', 'node-resolve', '-f', 'es', '-d', into, '--silent'], project)
    },
  },
  {
    name: 'webpack 5.113.0',
    page: 'bundled.html',
    bundle: (project, into) => {
      const webpack = exactTool('webpack', WEBPACK)
      const output = ['--output-path', into, '--output-filename', 'page.js', '--output-public-path', 'auto']
      run(webpack, ['--mode', 'production', '--entry', './page.js', ...output], project)
    },
  },
]

/**
 * @param {string} version
 * @param {string[]} [options]
 * @returns {Bundler}
 */
function vite(version, options = []) {
  return {
    name: `Vite ${version}`,
    page: 'index.html',
    bundle: (project, into) =>
      run(exactTool('vite', { vite: version }), ['build', '--outDir', into, ...options], project),
  }
}

/**
 * @typedef {object} NodeBundler
 * @property {string} name
 * @property {'cjs' | 'mjs'} extension of what it writes
 * @property {(project: string, into: string) => void} bundle the program of `project` and the files of its threads
 */

/** @type {readonly NodeBundler[]} */
export const NODE_BUNDLERS = /** @type {const} */ (['mjs', 'cjs']).flatMap((extension) => {
  const format = extension === 'cjs' ? 'cjs' : 'esm'
  const entries = [`program.${extension}`, 'echo.mjs', 'tasks.mjs']
  return [
    {
      name: `esbuild, ${format}`,
      extension,
      bundle: (project, into) => {
        const options = ['--bundle', '--platform=node', `--format=${format}`, TARGET, `--outdir=${into}`]
        // A dependency of the client of NATS calls `require`, which an ES module lacks.
        const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)"
        const all = [...options, ...(format === 'esm' ? [`--banner:js=${banner}`] : [])]
        run(exactTool('esbuild', ESBUILD), [...entries, ...all, `--out-extension:.js=.${extension}`], project)
      },
    },
    {
      name: `webpack, ${format}`,
      extension,
      bundle: (project, into) => {
        // Of another name than its default, by which the page would be bundled, too.
        const env = [
          '--config',
          './for-node.webpack.mjs',
          '--env',
          `path=${into}`,
          ...(format === 'cjs' ? ['--env', 'cjs'] : []),
        ]
        run(exactTool('webpack', WEBPACK), env, project)
      },
    },
    {
      name: `Rolldown, ${format}`,
      extension,
      bundle: (project, into) => {
        const names = ['--entry-file-names', `[name].${extension}`, '--chunk-file-names', `[name].${extension}`]
        run('rolldown', [...entries, '--platform', 'node', '-f', format, '-d', into, ...names], project)
      },
    },
  ]
})
