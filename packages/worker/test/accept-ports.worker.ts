/** Waits for a connection, and later listens once by `on`, whose listeners get no ports; then by events, and posts how many each had. */

import { parentPort } from 'node:worker_threads'
import { accept } from '@slipring/worker'

void accept()
setTimeout(() => {
  parentPort!.once('message', () => {
    setTimeout(() => {
      const counts: number[] = []
      parentPort!.addEventListener('message', (event) => {
        if (counts.push((event as MessageEvent).ports.length) === 2) parentPort!.postMessage(counts)
      })
    }, 10)
  })
}, 50)
