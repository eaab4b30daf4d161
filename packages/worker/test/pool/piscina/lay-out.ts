/** Lays out the tests that Piscina's package has, as JavaScript, with the face in the place of Piscina. */

import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const piscina = dirname(dirname(createRequire(import.meta.url).resolve('piscina')))
const sources = fileURLToPath(new URL('../../../src/', import.meta.url))

// The only module that these tests need and that is not installed here.
const CONCAT_STREAM = `module.exports = (done) => {
  let text = ''
  return new (require('node:stream').Writable)({
    decodeStrings: false,
    write: (chunk, _, next) => next((text += chunk, null)),
    final: (next) => next(done(text)),
  })
}`

/** Gives the files of the tests. */
export async function layOut(folder: string): Promise<string[]> {
  for (const name of ['dist', 'test', 'package.json'])
    cpSync(join(piscina, name), join(folder, name), { recursive: true })
  const tests = join(folder, 'test')
  const scripts = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  await Promise.all(scripts.map((name) => translate(join(tests, name))))
  const modules = join(folder, 'node_modules')
  write(join(modules, 'concat-stream.js'), CONCAT_STREAM)
  symlinkSync(join(piscina, '../@napi-rs'), join(modules, '@napi-rs'), 'junction')
  await putFace(folder)
  return scripts.filter((name) => name.endsWith('.test.ts')).map((name) => join(tests, name))
}

/** It keeps its name, by which the tests know it, and needs nothing of Node but CommonJS. */
async function translate(file: string): Promise<void> {
  const isImported = (name: string, importer: string | undefined): boolean => name !== file && importer !== undefined
  const build = await rolldown({ input: file, external: isImported, treeshake: false, logLevel: 'silent' })
  const { output } = await build.generate({ format: 'cjs', exports: 'auto' })
  await build.close()
  writeFileSync(file, output[0].code)
}

async function putFace(folder: string): Promise<void> {
  const build = await rolldown({
    input: {
      index: join(sources, 'piscina/index.ts'),
      'slipring-pool-worker': join(sources, 'slipring-pool-worker.ts'),
    },
    platform: 'node',
    resolve: { conditionNames: ['slipring-source', 'node', 'import'] },
  })
  const dir = join(folder, 'face')
  await build.write({ dir, entryFileNames: '[name].js' })
  await build.close()
  write(join(dir, 'package.json'), '{ "type": "module" }')
  for (const name of ['main', 'index'])
    write(join(folder, 'dist', `${name}.js`), "module.exports = require('../face/index.js')")
  const reexported = "export * from '../face/index.js'\nexport { default } from '../face/index.js'"
  write(join(folder, 'dist/esm-wrapper.mjs'), reexported)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
