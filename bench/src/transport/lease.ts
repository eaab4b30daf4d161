/** A transport of bytes that are written and read where they lie; what is not bytes goes as a message beside them. */

import { parentPort, Worker } from '#slipring'
import { workerArguments, workerTask } from '#threads'
import { sharedLineTo } from './shared-line.ts'
import type { Transport } from './transport.ts'

type Port = Worker['port']

/** Bytes that a ring may grow to: a series has up to 128 MiB in flight, as fresh buffers with `postMessage`. */
const ROOM = 256 << 20

/** `write`: puts a message that is not the first of a series into its place. The first is compared, so all of it is copied. */
export function leaseTransport(write: (target: Uint8Array, value: Uint8Array) => void): Transport {
  return {
    connect(task) {
      const [url, options] = workerArguments(task)
      const worker = new Worker(url, { ...options, maxCapacity: ROOM, parentPort: { maxCapacity: ROOM } })
      const isEcho = task.role === 'echo'
      return {
        ...sharedLineTo(worker),
        post: poster(worker.port, write, isEcho),
        receive: (handler) => void receiveLeases(worker.port, isEcho, handler),
      }
    },
    serve(peer) {
      const port = parentPort!
      const isEcho = workerTask.role === 'echo'
      const post = poster(port, write, isEcho)
      void receiveLeases(port, isEcho, (value) => {
        const reply = peer(value, post)
        if (reply !== undefined) post(reply)
      })
    },
  }
}

/** The first and the last byte: what a program makes or reads of all the others is its own affair. */
export function writeEnds(target: Uint8Array, value: Uint8Array): void {
  const last = value.length - 1
  target[0] = value[0]!
  target[last] = value[last]!
}

function poster(port: Port, write: typeof writeEnds, isEcho: boolean): (value: unknown) => void {
  let isFirst = true
  return (value) => {
    if (!(value instanceof Uint8Array)) {
      isFirst = true
      return port.postMessage(value)
    }
    const isWhole = isFirst || isEcho
    isFirst = false
    port.postBytes(value.length, (target) => (isWhole ? target.set(value) : write(target, value)))
  }
}

async function receiveLeases(port: Port, isEcho: boolean, handler: (value: unknown) => void): Promise<void> {
  let isFirst = true
  for (;;) {
    try {
      const lease = await port.receiveLease()
      const { bytes } = lease
      const value = isFirst || isEcho ? new Uint8Array(bytes) : bytes[0]! + bytes[bytes.length - 1]!
      lease.release()
      isFirst = false
      handler(value)
    } catch (error) {
      // A value that is not bytes.
      if (!(error instanceof TypeError)) return
      isFirst = true
      handler(await port.receive())
    }
  }
}
