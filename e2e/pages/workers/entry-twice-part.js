/** A part that a bundler splits off: it takes something from the entry. */

import { answerOfEntry } from './entry-twice.js'

export const doubled = answerOfEntry * 2
