/** Listens for a moment, later again, and closes its port in that very task. Counts what it gets. */

import { parentPort, workerData } from '@slipring/worker'

const counts: Int32Array = workerData
const ignore = (): void => {}

parentPort!.on('message', ignore)
parentPort!.off('message', ignore)
parentPort!.postMessage('here')
setTimeout(() => {
  parentPort!.on('message', () => counts[0]!++)
  parentPort!.close()
  setTimeout(() => {}, 50)
}, 100)
