import { workerData } from 'node:worker_threads'

const { system, way, count } = workerData
const { parentPort } = await import(system === 'slipring' ? '@slipring/worker' : 'node:worker_threads')
const TURN = 100

/** @param {number} id */
const payload = (id) => ({ id, x: id * 0.5, y: id * -0.25, name: `player ${id % 50}`, tags: ['a', 'b'] })
let sent = 0
const send = () => {
  for (let left = TURN; left > 0 && sent < count; left--) parentPort.postMessage(payload(sent++))
  if (sent < count) setImmediate(send)
}

parentPort.on('message', (/** @type {unknown} */ message) => {
  if (way === 'one way' && message === 'go') send()
  else parentPort.postMessage(message)
})
parentPort.postMessage('ready')
