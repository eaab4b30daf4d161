/** Serves by looking, now and then, from its event loop. */

import { parentPort, receiveMessageOnPort } from '@slipring/worker'

parentPort.postMessage('ready')
const timer = setInterval(() => {
  for (let next; (next = receiveMessageOnPort(parentPort)) !== undefined;) {
    if (next.message === 'end') clearInterval(timer)
    parentPort.postMessage(next.message)
  }
}, 1)
