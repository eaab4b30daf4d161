/** JSON text over the platform's postMessage: what many programs do, because a string clones fast. */

import { lineOver, lineTo, parentPort, Worker, workerArguments } from '#threads'
import type { End } from '../../threads/line.ts'
import { answer, type Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const line = lineTo(new Worker(...workerArguments(task)))
    return { ...line, ...asText(line) }
  },
  serve: (peer) => answer(asText(lineOver(parentPort)), peer),
}

function asText(end: End): End {
  return {
    post: (value) => end.post(JSON.stringify(value)),
    receive: (handler) => end.receive((text) => handler(JSON.parse(text as string))),
  }
}
