/** Scripts for a browser, bundled in memory. */

import { readFile } from 'node:fs/promises'
import type { Plugin } from 'rolldown'
import { SECOND_COPY } from '../second-copy.ts'

export interface Sources {
  /** Files by the name of their script. */
  readonly input: Record<string, string>
  /** Modules that no page ever loads. */
  readonly external: (string | RegExp)[]
  /** Whether packages of this repository are bundled from their sources. */
  readonly fromSources: boolean
  readonly plugins?: readonly Plugin[]
}

/** The scripts by their path on the server: `page` is `/page.js`. Throws what the bundler says of the files. */
export async function bundleScripts({
  input,
  external,
  fromSources,
  plugins = [],
}: Sources): Promise<ReadonlyMap<string, string>> {
  // Loaded only when asked for: Node alone needs no bundler.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input,
    platform: 'browser',
    external,
    resolve: {
      conditionNames: [...(fromSources ? ['slipring-source'] : []), 'browser', 'import', 'module', 'default'],
    },
    plugins: [...plugins, secondCopies],
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

// As Node does: the same file by another name is another module.
const secondCopies: Plugin = {
  name: 'second-copies',
  async load(id) {
    if (!id.endsWith(SECOND_COPY)) return null
    const file = id.slice(0, -SECOND_COPY.length)
    return { code: await readFile(file, 'utf8'), moduleType: /\.m?ts$/.test(file) ? 'ts' : 'js' }
  },
}
