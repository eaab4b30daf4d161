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
      const esbuild = exactTool('esbuild', { esbuild: '0.28.2' })
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
      const webpack = exactTool('webpack', { webpack: '5.113.0', 'webpack-cli': '7.3.1' })
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
 * Bundles the program for Node.
 * @param {string} project
 * @param {string} into
 */
export function bundleProgram(project, into) {
  const esbuild = exactTool('esbuild', { esbuild: '0.28.2' })
  const options = ['--bundle', '--platform=node', '--format=esm', TARGET, `--outdir=${into}`]
  run(esbuild, ['program.mjs', 'echo.mjs', '--out-extension:.js=.mjs', ...options], project)
}
