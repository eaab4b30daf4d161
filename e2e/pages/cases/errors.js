/** The events of a page's own exceptions and its worker's: of a native `Worker` and of ours. */

import { collect, numbers, pause } from '../collect.js'
import { start, startNative } from '../start.js'

export default async function () {
  return {
    handler: { native: await throwingHandler(startNative('native-echo')), ours: await throwingHandler(start('echo')) },
    worker: { native: await throwingWorker(startNative('native-throws')), ours: await throwingWorker(start('throws')) },
  }
}

/** @param {Worker} worker */
async function throwingHandler(worker) {
  /** @type {unknown[]} */
  const log = []
  const onError = (/** @type {ErrorEvent} */ event) => {
    log.push(event.message.replace(/^.*Error: /, ''))
    // Of an Error everybody tells where it was made.
    if (!(event.error instanceof DOMException)) log.push(event.filename.replace(/^.*\//, ''))
    event.preventDefault()
  }
  addEventListener('error', onError)
  const seen = new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      log.push(data)
      if (data === 3) resolve(undefined)
      if (data === 1) throw new Error('from the handler')
      if (data === 2) throw new DOMException('of the platform', 'DataCloneError')
    }
  })
  for (const number of numbers(4)) worker.postMessage(number)
  await seen
  removeEventListener('error', onError)
  worker.terminate()
  return log
}

/** @param {Worker} worker */
async function throwingWorker(worker) {
  await collect(worker, 1)
  // The page goes on with shared memory.
  await pause(100)
  let received = 0
  const before = await new Promise((resolve) => {
    worker.onmessage = () => {
      received++
      const until = performance.now() + 0.05
      while (performance.now() < until);
    }
    worker.onerror = (event) => {
      event.preventDefault()
      resolve([received, event.filename.replace(/^.*\/(native-)?/, '')])
    }
    worker.postMessage(2000)
  })
  worker.terminate()
  return before
}
