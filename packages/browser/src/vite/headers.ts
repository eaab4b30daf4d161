/** The headers that give a page shared memory. */

export type EmbedderPolicy = 'require-corp' | 'credentialless'

/**
 * Two headers for the page and all windows that it reaches or, with `documentOnly`, one for the page alone.
 * Throws `TypeError` for a policy that isolates no page.
 */
export function isolationHeaders(
  embedderPolicy: EmbedderPolicy = 'require-corp',
  documentOnly: boolean = false,
): Record<string, string> {
  if (embedderPolicy !== 'require-corp' && embedderPolicy !== 'credentialless')
    throw new TypeError(
      `Cannot isolate pages with the embedder policy ${JSON.stringify(embedderPolicy)}: use "require-corp" or "credentialless"`,
    )
  if (typeof documentOnly !== 'boolean')
    throw new TypeError(`Cannot isolate pages with documentOnly ${JSON.stringify(documentOnly)}: use true or false`)
  if (documentOnly) return { 'Document-Isolation-Policy': `isolate-and-${embedderPolicy}` }
  return { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': embedderPolicy }
}

/** Those of `wanted` that are not in `present`, in whatever letters. */
export function missingOf(wanted: Record<string, string>, present: object): Record<string, string> {
  const names = new Set(Object.keys(present).map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !names.has(name.toLowerCase())))
}
