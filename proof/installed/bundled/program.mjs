/** A user's program for a bundler, as an ES module. The files of its threads are entries of their own. */

import { Worker } from '@slipring/worker'
import { exchange } from './exchange.mjs'

const worker = new Worker(new URL('./echo.mjs', import.meta.url))
// Only a class named in its settings makes webpack look for a worker's file.
const tasks = new URL(/* webpackIgnore: true */ './tasks.mjs', import.meta.url)
await exchange(worker, tasks.href)
