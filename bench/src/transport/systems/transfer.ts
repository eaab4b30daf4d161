/** Bytes by postMessage, transferred and not copied. A thread sends a copy of what it keeps; an echo sends what it got. */

import { lineOver, lineTo, parentPort, Worker, workerArguments, workerTask } from '#threads'
import type { End } from '../../threads/line.ts'
import { answer, type Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const line = lineTo(new Worker(...workerArguments(task)))
    return { ...line, ...transferring(line, true) }
  },
  serve: (peer) => answer(transferring(lineOver(parentPort), workerTask.role === 'source'), peer),
}

function transferring(end: End, keepsBytes: boolean): End {
  return {
    post(value) {
      // The end of a series is a text.
      if (!(value instanceof Uint8Array)) return end.post(value)
      const bytes = keepsBytes ? value.slice() : value
      end.post(bytes, [bytes.buffer as ArrayBuffer])
    },
    receive: (handler) => end.receive(handler),
  }
}
