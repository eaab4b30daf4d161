/** The suites for a browser: one page script and one worker script, bundled in memory. */

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** The scripts by their path on the server. */
export async function bundle(): Promise<ReadonlyMap<string, string>> {
  const build = await rolldown({
    input: {
      page: fileOf('./page.ts'),
      worker: fileOf('../transport/worker.ts'),
      'coincident-worker': fileOf('../transport/coincident-worker.ts'),
    },
    platform: 'browser',
    // Only in the chunks of systems that Node alone has; no page ever loads those.
    external: [/^node:/, 'piscina', 'tinypool', 'synckit', 'sync-message-port', 'thread-stream', 'multithreading'],
    resolve: { conditionNames: ['slipring-source', 'browser', 'import', 'module', 'default'] },
    plugins: [baselines],
    logLevel: 'silent',
  })
  try {
    const { output } = await build.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunk-[hash].js',
    })
    return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [])))
  } finally {
    await build.close()
  }
}

// As Node does: the same file by another name is another module.
const BASELINE = '?baseline'
const baselines: Plugin = {
  name: 'baselines',
  async load(id) {
    if (!id.endsWith(BASELINE)) return null
    return { code: await readFile(id.slice(0, -BASELINE.length), 'utf8'), moduleType: 'ts' }
  },
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
