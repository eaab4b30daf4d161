/** Bench files for a browser: a script for the page, and for each file one of its worker. */

import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import { scriptBeside } from '../../script-beside.ts'
import { SECOND_COPY } from '../case-run.ts'

const ENTRY = '\0case:'

/** Scripts by their path on the server; that of a file is `scriptOf(file)`. Throws what the bundler says of the file. */
export async function bundleCases(file: string): Promise<ReadonlyMap<string, string>> {
  const { rolldown } = await import('rolldown')
  const isSource = extname(import.meta.url) === '.ts'
  const build = await rolldown({
    input: { page: fileURLToPath(scriptBeside(import.meta.url, 'page')), case: ENTRY + file },
    platform: 'browser',
    // Whatever of a file needs Node fails where it is loaded.
    external: [/^node:/],
    resolve: {
      conditionNames: [...(isSource ? ['slipring-source'] : []), 'browser', 'import', 'module', 'default'],
    },
    plugins: [copies],
    logLevel: 'silent',
  })
  try {
    const { output } = await build.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunk-[hash].js',
    })
    return new Map(output.flatMap((one) => (one.type === 'chunk' ? [[`/${one.fileName}`, one.code] as const] : [])))
  } finally {
    await build.close()
  }
}

const copies: Plugin = {
  name: 'slipring-bench',
  resolveId: (id) => (id.startsWith(ENTRY) ? id : null),
  async load(id) {
    if (id.startsWith(ENTRY)) return entryFor(id.slice(ENTRY.length))
    if (!id.endsWith(SECOND_COPY)) return null
    const file = id.slice(0, -SECOND_COPY.length)
    return { code: await readFile(file, 'utf8'), moduleType: /\.m?ts$/.test(file) ? 'ts' : 'js' }
  },
}

function entryFor(file: string): string {
  const worker = fileURLToPath(scriptBeside(import.meta.url, 'worker'))
  return `import { serve } from ${JSON.stringify(worker)}
serve((address) => address.endsWith(${JSON.stringify(SECOND_COPY)})
  ? import(${JSON.stringify(file + SECOND_COPY)})
  : import(${JSON.stringify(file)}))`
}
