// @ts-nocheck: it is run as it stands, by the classes of two packages.
/** A worker that knows nothing of us. */

const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads')

workerData.given.once('message', (message) => workerData.given.postMessage({ echo: message, ...textOnly(workerData) }))
parentPort.on('message', (message) => {
  if (message === 'end') {
    parentPort.close()
    return workerData.given.close()
  }
  if (message.port !== undefined) {
    const first = receiveMessageOnPort(message.port)
    message.port.on('message', () => {})
    message.port.postMessage({ first: first?.message ?? null })
  }
  parentPort.postMessage({ task: message.task, turn: message.turn, mode: parentPort.mode ?? null })
})

function textOnly({ text }) {
  return { text }
}
