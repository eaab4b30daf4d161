/** The suites for a browser: a script for the page, and two for workers. */

import { fileURLToPath } from 'node:url'
import { bundleScripts } from './scripts.ts'

/** The scripts by their path on the server. */
export function bundle(): Promise<ReadonlyMap<string, string>> {
  return bundleScripts({
    input: {
      page: fileOf('./page.ts'),
      worker: fileOf('../transport/worker.ts'),
      'state-worker': fileOf('../state/worker.ts'),
      young: fileOf('../young/page.ts'),
      'young-worker': fileOf('../young/page-worker.ts'),
      'coincident-worker': fileOf('../transport/coincident-worker.ts'),
    },
    // Only in the chunks of systems that Node alone has.
    external: [/^node:/, 'piscina', 'tinypool', 'synckit', 'sync-message-port', 'thread-stream', 'multithreading'],
    fromSources: true,
  })
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
