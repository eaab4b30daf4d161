/** Tells what it finds of the platform, by the names of this package; then answers by a native port that it is sent. */

import {
  getEnvironmentData,
  isMainThread,
  MessagePort,
  parentPort,
  resourceLimits,
  threadId,
  workerData,
} from '@slipring/worker'

const port = parentPort!
port.postMessage({
  isMainThread,
  threadId,
  workerData,
  shared: getEnvironmentData('shared'),
  ofOurs: getEnvironmentData('@slipring/worker offer'),
  maxOldGenerationSizeMb: resourceLimits.maxOldGenerationSizeMb,
})
port.on('message', (native) => {
  if (native instanceof MessagePort) native.postMessage('by the native port')
})
