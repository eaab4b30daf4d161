/** Many messages in both directions at once. */

import { start } from '../start.js'

const COUNT = 50_000

export default function () {
  const worker = start('counter', { capacity: 65_536 })
  let received = 0
  let wrong = 0
  worker.postMessage({ count: COUNT })
  for (let number = 0; number < COUNT; number++) worker.postMessage({ number, text: `to the worker ${number}` })
  return new Promise((resolve) => {
    /** @type {object | undefined} */
    let atWorker
    worker.onmessage = ({ data }) => {
      if (data.received !== undefined) atWorker = data
      else if (data.number !== received++ || data.text !== `to the page ${data.number}`) wrong++
      if (atWorker !== undefined && received === COUNT) resolve({ page: { received, wrong }, worker: atWorker })
    }
  })
}
