/** `Worker` of `node:worker_threads` with its messages in shared memory. */

import { Worker as NativeWorker, type WorkerOptions as NativeOptions } from 'node:worker_threads'
import { type ChannelOptions, createOffer, type LaneListener, type PortOptions } from '@slipring/core'
import type { NodeLane } from './node-lane.ts'
import { NodePort } from './node-port.ts'
import { leaveOffer } from './offer-key.ts'

export interface WorkerOptions extends NativeOptions, ChannelOptions, PortOptions {}

export class Worker extends NativeWorker {
  /** Our side: `mode`, `closed`, `stats()`. Its messages are the worker's `message` events. */
  readonly port: NodePort
  readonly #lane: WorkerLane
  /** Listeners for `message` that were removed in this very task: see `removeAllListeners`. */
  #removedListeners: readonly Function[] = []

  constructor(filename: string | URL, options: WorkerOptions = {}) {
    const { offer, regions } = createOffer(options, 'outgoing')
    leaveOffer(offer)
    try {
      super(filename, options)
    } finally {
      leaveOffer(undefined)
    }
    this.#lane = new WorkerLane((message, transfer) => super.postMessage(message, transfer as never))
    this.port = new NodePort({ lane: this.#lane, regions, owner: 1, options })
    this.port.on('message', (message) => {
      if (!super.emit('message', message)) for (const listener of this.#removedListeners) listener.call(this, message)
    })
    this.port.on('messageerror', (error) => super.emit('messageerror', error))
  }

  override postMessage(value: unknown, transfer?: readonly object[]): void {
    this.port.postMessage(value, transfer)
  }

  /**
   * Node removes the `message` listeners of a worker that has ended, in the task that emits `exit`, once its native port
   * is empty. Those of the ring are still to be delivered then.
   */
  override removeAllListeners(event?: string | symbol): this {
    if (event === 'message') {
      this.#removedListeners = this.rawListeners('message')
      process.nextTick(() => (this.#removedListeners = []))
    }
    return super.removeAllListeners(event)
  }

  override ref(): void {
    this.port.ref()
    super.ref()
  }

  override unref(): void {
    this.port.unref()
    super.unref()
  }

  /** Native messages arrive as events of the base class: they take their place in the port's order. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'message') return this.#lane.onMessage(values[0])
    if (event === 'exit') this.port.abandonBy(values[0] === 0)
    return super.emit(event, ...values)
  }
}

/** The worker's own native port. What holds the process is the worker itself: here is only known whether it does. */
class WorkerLane implements NodeLane {
  readonly post: NodeLane['post']
  #isReferenced = true
  #listener: LaneListener | undefined

  constructor(post: NodeLane['post']) {
    this.post = post
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  onMessage(message: unknown): boolean {
    this.#listener?.onMessage(message)
    return true
  }

  ref(): void {
    this.#isReferenced = true
  }

  unref(): void {
    this.#isReferenced = false
  }

  hasRef(): boolean {
    return this.#isReferenced
  }

  close(): void {}
}
