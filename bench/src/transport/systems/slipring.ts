/** Slipring as a drop-in: the program of post-message.ts with the import changed. */

import { parentPort, Worker } from '#slipring'
import { lineOver, workerArguments } from '#threads'
import { sharedLineTo } from '../shared-line.ts'
import { answer, type Transport } from '../transport.ts'

export const transport: Transport = {
  connect: (task) => sharedLineTo(new Worker(...workerArguments(task))),
  serve: (peer) => answer(lineOver(parentPort!), peer),
}
