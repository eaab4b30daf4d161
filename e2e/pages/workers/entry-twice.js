/** A module that its own dependency imports back: it must run once. */

import { parent } from '../parent.js'

// On the global object, for a second run would be another module.
const global = /** @type {{ entryRuns?: number }} */ (globalThis)
global.entryRuns = (global.entryRuns ?? 0) + 1
export const answerOfEntry = 42

import('./entry-twice-part.js').then(({ doubled }) => {
  parent.postMessage({ runs: global.entryRuns, doubled, name: self.name })
})
