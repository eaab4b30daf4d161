/** Reads a state of the page, says so, and never returns. */

import { parent } from '../parent.js'
import { CountedState } from '../states.js'

const { reader } = parent.state(CountedState)
await reader.changed()
reader.latest()
// By then it has its lock, by which the page learns that it is gone.
setTimeout(() => parent.postMessage('reads'), 300)
