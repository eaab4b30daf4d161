/** `Worker` of `node:worker_threads` with its messages in shared memory. */

import { Worker as NativeWorker, type WorkerOptions as NativeOptions } from 'node:worker_threads'
import { type ChannelOptions, createOffer, type Lane, type LaneListener, type PortOptions } from '@slipring/core'
import { NodePort } from './node-port.ts'
import { leaveOffer } from './offer-key.ts'

export interface WorkerOptions extends NativeOptions, ChannelOptions, PortOptions {}

export class Worker extends NativeWorker {
  /** Our side: `mode`, `closed`, `stats()`. Its messages are the worker's `message` events. */
  readonly port: NodePort
  readonly #lane: WorkerLane

  constructor(filename: string | URL, options: WorkerOptions = {}) {
    const { offer, regions } = createOffer(options, true)
    leaveOffer(offer)
    try {
      super(filename, options)
    } finally {
      leaveOffer(undefined)
    }
    this.#lane = new WorkerLane((message, transfer) => super.postMessage(message, transfer as never))
    this.port = new NodePort({ lane: this.#lane, regions, owner: 1, options })
    this.port.on('message', (message) => super.emit('message', message))
    this.port.on('messageerror', (error) => super.emit('messageerror', error))
  }

  override postMessage(value: unknown, transfer?: readonly object[]): void {
    this.port.postMessage(value, transfer)
  }

  /** Native messages arrive as events of the base class: they take their place in the port's order. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'message') return this.#lane.onMessage(values[0])
    if (event === 'exit') this.port.abandonBy(values[0] === 0)
    return super.emit(event, ...values)
  }
}

/** The worker's own native port. What holds the process is the worker itself, so there is nothing to ref here. */
class WorkerLane implements Lane {
  readonly post: Lane['post']
  #listener: LaneListener | undefined

  constructor(post: Lane['post']) {
    this.post = post
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  onMessage(message: unknown): boolean {
    this.#listener?.onMessage(message)
    return true
  }

  ref(): void {}
  unref(): void {}
  hasRef(): boolean {
    return true
  }
  close(): void {}
}
