/**
 * `@slipring/browser/vite`: a plugin that gives a page shared memory in Vite. It runs in Node, in Vite's own process.
 *
 * @stable
 * @since 0.2
 */

import type { Plugin, UserConfig } from 'vite'
import { type EmbedderPolicy, isolationHeaders, missingOf } from './headers.ts'
import { schemasAhead } from './schemas-ahead.ts'

/** Options of the plugin. */
export interface SlipringOptions {
  /**
   * The value of the header `Cross-Origin-Embedder-Policy`. With `credentialless` a page may show pictures and run scripts of
   * other sites that send no header of their own; Safari does not know it. Default: `require-corp`.
   */
  readonly embedderPolicy?: EmbedderPolicy | undefined
  /**
   * Isolates each page alone, by the one header `Document-Isolation-Policy`: frames of other sites need no header of their own,
   * and a pop-up keeps its opener. Chromium 137 and later know it. In other browsers the page has no shared memory, and its
   * ports are in mode `copied`. Default: false.
   */
  readonly documentOnly?: boolean | undefined
  /**
   * Files that export schemas, from the root of the project. Their code is made ahead, so a content security policy without
   * `'unsafe-eval'` costs no speed. Node itself runs these files: see `slipring compile`. Default: none.
   */
  readonly schemas?: readonly string[] | undefined
}

const OPTIONS = ['embedderPolicy', 'documentOnly', 'schemas']

/**
 * Serves pages isolated, in development and in the preview, so that they have shared memory. Workers become ES modules, unless
 * the configuration says otherwise. Your own server must send the same headers with the built page.
 *
 * @throws TypeError for an unknown option, or a value that an option cannot have.
 */
export function slipring(options: SlipringOptions = {}): Plugin[] {
  for (const key of Object.keys(options)) {
    if (!OPTIONS.includes(key))
      throw new TypeError(`Cannot use the option ${key} of slipring(): it has ${OPTIONS.join(', ')}`)
  }
  const headers = isolationHeaders(options.embedderPolicy, options.documentOnly)
  const schemas = requireFiles(options.schemas ?? [])
  const isolated: Plugin = {
    name: 'slipring:isolated',
    config: (config) => settingsFor(config, headers, schemas),
  }
  return schemas.length === 0 ? [isolated] : [isolated, schemasAhead(schemas)]
}

/** Settings that Vite merges into the project's own. Headers that the project has stay as they are. */
function settingsFor(
  { server, preview, worker }: UserConfig,
  headers: Record<string, string>,
  schemas: readonly string[],
): UserConfig {
  // By itself the preview has the headers of the server, but only while it has none of its own.
  const previewed = preview?.headers ?? server?.headers ?? {}
  return {
    server: { headers: missingOf(headers, server?.headers ?? {}) },
    preview: { headers: { ...previewed, ...missingOf(headers, previewed) } },
    worker: {
      ...(worker?.format === undefined ? { format: 'es' } : {}),
      // A build bundles workers apart, with plugins of their own.
      ...(schemas.length === 0 ? {} : { plugins: () => [schemasAhead(schemas)] }),
    },
  }
}

function requireFiles(files: unknown): readonly string[] {
  if (Array.isArray(files) && files.every((file) => typeof file === 'string')) return files
  throw new TypeError("Cannot make the code of schemas ahead: use a list of files, such as ['src/schemas.ts']")
}
