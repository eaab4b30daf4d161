/** Native workers that have talked and then fall silent: as many as `idle` has. */

import { collect, pause } from '../collect.js'
import { startNative } from '../start.js'

export default async function () {
  for (let count = 0; count < 4; count++) {
    const worker = startNative('native-echo')
    for (let round = 0; round < 200; round++) {
      const echo = collect(worker, 1)
      worker.postMessage(round)
      await echo
    }
  }
  // The engine still compiles and collects garbage.
  await pause(1500)
  return 'silent'
}
