// @ts-nocheck: it is run as it stands.
/** A worker that is given as text, and one that is given as URL: whose ports they get. */

import { once } from 'node:events'
import { print } from './report.mjs'
import { Worker } from 'node:worker_threads'

const REPORT = `({ parentPort, MessagePort }) =>
  parentPort.postMessage({ isPort: parentPort instanceof MessagePort, mode: parentPort.mode ?? null })`
const text = `(${REPORT})(require('node:worker_threads'))`
const module = `import threads from 'node:worker_threads'; (${REPORT})(threads)`

for (const make of [
  () => new Worker(text, { eval: true }),
  () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(module)}`)),
]) {
  const worker = make()
  print(...(await once(worker, 'message')))
  await worker.terminate()
}
