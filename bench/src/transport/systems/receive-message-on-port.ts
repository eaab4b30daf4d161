/** `receiveMessageOnPort` and a word to sleep on: what the platform has for two threads that block for each other. */

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { lineOver, lineTo, Worker, workerArguments, workerTask } from '#threads'
import type { Transport } from '../transport.ts'

/** How many messages there have been, in each direction. */
const [THERE, BACK] = [0, 1] as const

interface Offer {
  readonly port: MessagePort
  readonly words: Int32Array
}

export const transport: Transport = {
  connect(task) {
    const { port1, port2 } = new MessageChannel()
    const words = new Int32Array(new SharedArrayBuffer(8))
    const [url, options] = workerArguments({ ...task, offer: { port: port2, words } satisfies Offer })
    const worker = new Worker(url, { ...options, transferList: [port2] } as never)
    return {
      ...lineTo(worker),
      ...lineOver(port1),
      exchange(value) {
        post(port1, words, THERE, value)
        return next(port1, words, BACK)
      },
    }
  },
  serve(peer) {
    const { port, words } = workerTask.offer as Offer
    for (;;) {
      const reply = peer(next(port, words, THERE), (value) => post(port, words, BACK, value))
      if (reply !== undefined) post(port, words, BACK, reply)
    }
  },
}

function post(port: MessagePort, words: Int32Array, direction: number, value: unknown): void {
  port.postMessage(value)
  Atomics.add(words, direction, 1)
  Atomics.notify(words, direction)
}

function next(port: MessagePort, words: Int32Array, direction: number): unknown {
  for (;;) {
    const count = Atomics.load(words, direction)
    const received = receiveMessageOnPort(port) as { message: unknown } | undefined
    if (received !== undefined) return received.message
    Atomics.wait(words, direction, count)
  }
}
