/** birpc over postMessage: every message is a call, every answer what it returns. */

import { createBirpc } from 'birpc'
import { lineOver, lineTo, parentPort, Worker, workerArguments } from '#threads'
import type { End } from '../../threads/line.ts'
import { lineOfCalls } from '../calls.ts'
import type { Peer, Transport } from '../transport.ts'

interface Functions {
  call(value: unknown): unknown
}

export const transport: Transport = {
  connect(task) {
    const line = lineTo(new Worker(...workerArguments(task)))
    const remote = createBirpc<Functions>({}, channelOver(line))
    return lineOfCalls((value) => Promise.resolve(remote.call(value)), line)
  },
  serve(peer: Peer) {
    const call = (value: unknown): unknown => peer(value, () => {})
    createBirpc<object, Functions>({ call }, channelOver(lineOver(parentPort)))
  },
}

function channelOver(end: End): { post(data: unknown): void; on(handler: (data: unknown) => void): void } {
  return { post: (data) => end.post(data), on: (handler) => end.receive(handler) }
}
