/** Bench files for a browser: a script for the page, and for each file one of its worker. */

import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import { bundleScripts } from '../../browser/scripts.ts'
import { scriptBeside } from '../../script-beside.ts'
import { SECOND_COPY } from '../../second-copy.ts'

const ENTRY = '\0case:'

/** Scripts by their path on the server. Throws what the bundler says of the file. */
export function bundleCases(file: string): Promise<ReadonlyMap<string, string>> {
  return bundleScripts({
    input: { page: fileURLToPath(scriptBeside(import.meta.url, 'page')), case: ENTRY + file },
    // A part that needs Node fails where it is loaded.
    external: [/^node:/],
    fromSources: extname(import.meta.url) === '.ts',
    plugins: [entries],
  })
}

const entries: Plugin = {
  name: 'entries',
  resolveId: (id) => (id.startsWith(ENTRY) ? id : null),
  load: (id) => (id.startsWith(ENTRY) ? entryFor(id.slice(ENTRY.length)) : null),
}

function entryFor(file: string): string {
  const worker = fileURLToPath(scriptBeside(import.meta.url, 'worker'))
  return `import { serve } from ${JSON.stringify(worker)}
serve((address) => address.endsWith(${JSON.stringify(SECOND_COPY)})
  ? import(${JSON.stringify(file + SECOND_COPY)})
  : import(${JSON.stringify(file)}))`
}
