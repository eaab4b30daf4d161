/** Comlink: every message is a call, every answer what it returns. */

import { expose, type Remote, wrap } from 'comlink'
import { endpointOf, lineTo, parentPort, Worker, workerArguments } from '#threads'
import { lineOfCalls } from '../calls.ts'
import type { Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const worker = new Worker(...workerArguments(task))
    const remote = wrap(endpointOf(worker)) as Remote<(value: unknown) => unknown>
    return lineOfCalls((value) => Promise.resolve(remote(value)), lineTo(worker))
  },
  serve: (peer) => expose(peer, endpointOf(parentPort)),
}
