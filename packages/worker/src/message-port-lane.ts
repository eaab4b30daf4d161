/** The native lane over a `MessagePort`: one of a channel, or a worker's own `parentPort`. */

import { MessagePort, parentPort, receiveMessageOnPort, type Transferable } from 'node:worker_threads'
import type { LaneListener } from '@slipring/core'
import type { NodeLane } from './node-lane.ts'

/** Deno's `parentPort` is no `MessagePort` and lacks these. */
type WorkerPort = Omit<MessagePort, 'hasRef' | 'close'> & Partial<Pick<MessagePort, 'hasRef' | 'close'>>

export class MessagePortLane implements NodeLane {
  readonly #port: WorkerPort
  readonly #onMessage = (message: unknown): void => this.#listener!.onMessage(message)
  #listener: LaneListener | undefined
  #isPeerClosed = false
  /** Where the platform does not tell. */
  #isReferenced = false

  readonly poll: NodeLane['poll']
  readonly probe: NodeLane['probe']

  constructor(port: MessagePort) {
    this.#port = port
    this.poll = port instanceof MessagePort ? () => receiveMessageOnPort(port) : undefined
    // Nobody outlives its parent, and Deno does not tell.
    const mayProbe = port !== parentPort && !('deno' in process.versions)
    this.probe = mayProbe ? (message) => this.#probe(message) : undefined
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
    const isReferenced = this.hasRef()
    this.#port.on('message', this.#onMessage)
    this.#port.on('messageerror', (error) => listener.onMessageError(error))
    // Our listener is not the user's: only theirs hold the process.
    if (!isReferenced) this.unref()
  }

  ref(): void {
    this.#isReferenced = true
    this.#port.ref()
  }

  unref(): void {
    this.#isReferenced = false
    this.#port.unref()
  }

  hasRef(): boolean {
    return this.#port.hasRef?.() ?? this.#isReferenced
  }

  close(): void {
    if (this.#port.close !== undefined) return this.#port.close()
    this.#port.off('message', this.#onMessage)
    this.unref()
  }

  #probe(message: unknown): boolean {
    // Node tells with the result of a post, though its declaration does not say so; Bun by forgetting our hold.
    if ((this.#port.postMessage(message) as unknown) === false) return false
    if (this.hasRef()) return true
    this.ref()
    const isThere = this.hasRef()
    this.unref()
    return isThere
  }
}
