/** Transferred buffers and ports take their place among messages in shared memory. */

import { collect, misplaced } from '../collect.js'
import { start } from '../start.js'

export default async function () {
  const worker = start('transfer-echo')
  const echoes = collect(worker, 300)
  const words = []
  let attached = 0
  for (let number = 0; number < 300; number++) {
    if (number % 3 === 0) {
      const { buffer } = Uint8Array.of(number & 255)
      worker.postMessage({ number, buffer }, [buffer])
      attached += buffer.byteLength
    } else if (number % 30 === 1) {
      const { port1, port2 } = new MessageChannel()
      words.push(new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data))))
      worker.postMessage({ number }, [port2])
    } else worker.postMessage({ number })
    // Not all in one task: some before the worker offers its memory, some after.
    if (number % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const messages = await echoes
  return {
    misplaced: misplaced(messages),
    attached,
    wrongBuffers: messages.filter(
      ({ number, buffer }) => number % 3 === 0 && new Uint8Array(buffer)[0] !== (number & 255),
    ).length,
    wrongPorts: messages.filter(({ number, ports }) => ports !== (number % 3 !== 0 && number % 30 === 1 ? 1 : 0))
      .length,
    words: await Promise.all(words),
  }
}
