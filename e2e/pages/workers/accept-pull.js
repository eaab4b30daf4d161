/** As pull-echo, over the port of a worker that somebody else made. */

import { accept } from '@slipring/browser'

const port = await accept()
for await (const message of port) {
  if (message === 'end') port.close()
  else port.postMessage(message)
}
