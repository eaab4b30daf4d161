/** The module that synckit loads in its thread. */

import { runAsWorker } from 'synckit'

runAsWorker((/** @type {unknown} */ value) => value)
