/** The module that thread-stream loads in its thread: the default export makes the stream that gets the text. */

import { Writable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import type { WorkerTask } from '../threads/line.ts'
import { peerFor } from './peer.ts'

/** The event that brings an answer back. */
export const REPLY = 'reply'

export default function open(task: WorkerTask): Writable {
  const peer = peerFor(task)
  let rest = ''
  return new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) reply(peer(JSON.parse(line), reply))
      done()
    },
  })
}

function reply(value: unknown): void {
  if (value !== undefined) parentPort!.postMessage({ code: 'EVENT', name: REPLY, args: [value] })
}
