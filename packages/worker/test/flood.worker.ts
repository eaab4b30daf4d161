/** Posts without end, in bursts with a breath between them so that memory stays bounded. */

import { parentPort } from '@slipring/worker'

function burst(): void {
  for (let number = 0; number < 2000; number++) parentPort!.postMessage({ number })
  setImmediate(burst)
}
burst()
