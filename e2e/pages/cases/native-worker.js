/** Our `Worker` around a script that knows nothing of us. */

import { collect, misplaced, numbers } from '../collect.js'
import { start } from '../start.js'

export default async function () {
  const worker = start('native-echo')
  const echoes = collect(worker, 2001)
  for (const number of numbers(2000)) worker.postMessage(number)
  const buffer = new ArrayBuffer(8)
  worker.postMessage(buffer, [buffer])
  const messages = await echoes
  const last = messages.pop()
  return { misplaced: misplaced(messages), last: last.byteLength, left: buffer.byteLength, mode: worker.port.mode }
}
