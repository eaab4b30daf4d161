// @ts-nocheck: it is run as it stands.
/** esbuild, synchronously: a worker of its own, with `execArgv: []`, is polled for each answer. */

import { print } from '../report.mjs'
import { build, buildSync, transform, transformSync } from 'esbuild'

const CODE = 'enum Suit { Hearts = 1 } export const first: Suit = Suit.Hearts'
const options = { loader: 'ts', minify: true }
print(transformSync(CODE, options).code)
print((await transform(CODE, options)).code)
const stdin = { contents: CODE, loader: 'ts' }
const job = { stdin, write: false, bundle: true, format: 'cjs', logLevel: 'silent' }
print(buildSync(job).outputFiles[0].text)
print((await build(job)).outputFiles[0].text)
for (const code of ['let', '}'])
  try {
    transformSync(code, { logLevel: 'silent' })
  } catch ({ message }) {
    print(message)
  }
