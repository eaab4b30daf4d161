/** msgpackr over the platform's postMessage, its bytes transferred and not copied. */

import { Packr } from 'msgpackr'
import { lineOver, lineTo, parentPort, Worker, workerArguments } from '#threads'
import type { End } from '../../threads/line.ts'
import { answer, type Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const line = lineTo(new Worker(...workerArguments(task)))
    return { ...line, ...asBytes(line) }
  },
  serve: (peer) => answer(asBytes(lineOver(parentPort)), peer),
}

function asBytes(end: End): End {
  // Sequential: messages arrive in order, so a record's structure travels once. Both directions have their own.
  const packr = new Packr({ sequential: true })
  const unpackr = new Packr({ sequential: true })
  return {
    post(value) {
      // A buffer of its own: the packed bytes lie in one that the packr goes on using.
      const bytes = new Uint8Array(packr.pack(value))
      end.post(bytes, [bytes.buffer])
    },
    receive: (handler) => end.receive((bytes) => handler(unpackr.unpack(bytes as Uint8Array))),
  }
}
