/**
 * Required by each thread of a test: a worker of ours imports some 240 source files, and for most of its start Node looks for
 * them. A path that one source file imports from another is where it says, so the search is left out.
 */

import { registerHooks } from 'node:module'

const SOURCES = /^file:.*\/packages\/\w+\/src\//

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (!specifier.startsWith('.') || !specifier.endsWith('.ts') || !SOURCES.test(parentURL))
      return nextResolve(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true }
  },
})
