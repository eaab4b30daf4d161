/** A thread of a litmus test in Node, Bun and Deno. */

import { parentPort, workerData } from 'node:worker_threads'
import { runThread } from './thread.js'

parentPort?.postMessage(await runThread(workerData))
