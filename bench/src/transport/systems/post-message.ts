/** The platform's own postMessage: structured clone, one message at a time. */

import { lineOver, lineTo, parentPort, Worker, workerArguments } from '#threads'
import { answer, type Transport } from '../transport.ts'

export const transport: Transport = {
  connect: (task) => lineTo(new Worker(...workerArguments(task))),
  serve: (peer) => answer(lineOver(parentPort), peer),
}
