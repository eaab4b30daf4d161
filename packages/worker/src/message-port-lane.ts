/** The native lane over a `MessagePort`: one of a channel, or a worker's own `parentPort`. */

import { type MessagePort, receiveMessageOnPort, type Transferable } from 'node:worker_threads'
import type { LaneListener } from '@slipring/core'
import type { NodeLane } from './node-lane.ts'

export class MessagePortLane implements NodeLane {
  readonly #port: MessagePort
  #listener: LaneListener | undefined
  #isPeerClosed = false

  constructor(port: MessagePort) {
    this.#port = port
    // From the start: the event comes once, perhaps before anybody listens for messages.
    port.on('close', () => {
      this.#isPeerClosed = true
      this.#listener?.onClose()
    })
  }

  post(message: unknown, transfer?: readonly object[]): void {
    this.#port.postMessage(message, transfer as readonly Transferable[])
  }

  start(listener: LaneListener): void {
    this.#listener = listener
    if (this.#isPeerClosed) return void setImmediate(() => listener.onClose())
    this.#port.on('message', (message) => listener.onMessage(message))
    this.#port.on('messageerror', (error) => listener.onMessageError(error))
  }

  poll(): { message: unknown } | undefined {
    return receiveMessageOnPort(this.#port)
  }

  ref(): void {
    this.#port.ref()
  }

  unref(): void {
    this.#port.unref()
  }

  hasRef(): boolean {
    return this.#port.hasRef()
  }

  close(): void {
    this.#port.close()
  }
}
