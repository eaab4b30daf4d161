// @ts-nocheck: it is run as it stands.
/** Knows nothing of us: it posts on the port that it is given, and says so in `said`. */

const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads')

const said = new Int32Array(workerData.said)
function say() {
  Atomics.add(said, 0, 1)
  Atomics.notify(said, 0)
}

const { port = parentPort, count } = workerData
for (let number = 0; number < count; number++) port.postMessage({ number })
say()
port.on('message', (message) => {
  if (message === 'close') port.close()
  else port.postMessage({ echo: message, more: receiveMessageOnPort(port)?.message })
  say()
})
