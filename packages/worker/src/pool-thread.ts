/** One worker of a pool: a thread that loads the pool's own script, and a port to it. */

import type { WorkerOptions as NativeOptions } from 'node:worker_threads'
import { createOffer, postConnection, type Regions, type Transfer } from '@slipring/core'
import type { Ending, PoolThread, Setup, ThreadEvents } from '@slipring/core/pool'
import { MessageChannel, NativeWorker } from './native.ts'
import { tellOf } from './diagnostics.ts'
import { MessagePortLane } from './message-port-lane.ts'
import { nodeHost } from './node-host.ts'
import { NodePort } from './node-port.ts'
import { loadPoolScript, poolScript } from './pool-script.ts'

/** To the worker, besides what every platform says. */
export interface NodeSetup extends Setup {
  /** The URL of the module to load; undefined: none, and every task says which. */
  readonly filename: string | undefined
  /** How much the worker lowers its priority; 0 or absent: not. */
  readonly niceIncrement?: number
}

/** Between the URL of another module and the name of its function, in the name of a task. */
export const LOADED_ELSEWHERE = '\n'

/** Messages that came before the thread's end are delivered by then; where the platform does not tell, no longer than this. */
const LAST_MESSAGES_MS = 1000

/** Its messages go to the pool, and it never holds the process. */
class PoolPort extends NodePort {
  readonly #events: ThreadEvents

  constructor(lane: MessagePortLane, regions: Regions, events: ThreadEvents) {
    super({ lane, regions, owner: 1, options: {} })
    this.#events = events
    this.start()
    this.unref()
  }

  protected override get isHeard(): boolean {
    return true
  }

  protected override deliver(value: unknown): void {
    this.#events.onMessage(value)
  }

  protected override tellOfError(error: unknown): void {
    this.#events.onUnreadable(error)
  }

  // Tasks that are pending hold the process, and there are some while messages pour in.
  protected override nextTurn(callback: () => void): void {
    nodeHost.nextTask(callback)
  }
}

export class NodeThread implements PoolThread {
  readonly worker: NativeWorker
  readonly #port: PoolPort
  readonly threadId: number
  #error: unknown

  constructor(setup: NodeSetup, options: NativeOptions, events: ThreadEvents) {
    this.worker = new NativeWorker(poolScript()!, options)
    this.threadId = this.worker.threadId
    this.worker.unref()
    const { offer, regions } = createOffer({})
    const { port1, port2 } = new MessageChannel()
    this.#port = new PoolPort(new MessagePortLane(port1), regions, events)
    tellOf(this.#port)
    postConnection(this.worker, { port: this.#port, offer: { ...offer, lane: port2 }, transfer: [port2] })
    this.#port.postMessage(setup)
    this.worker.once('error', (error) => (this.#error = error))
    this.worker.once('exit', (exitCode) => void this.#end(exitCode, events))
  }

  postMessage(message: unknown, transfer?: Transfer): void {
    this.#port.postMessage(message, transfer)
  }

  terminate(): void {
    void this.worker.terminate()
  }

  async #end(exitCode: number, events: ThreadEvents): Promise<void> {
    // Where the platform does not tell of the other end, this closes the port.
    const stopTimer = nodeHost.later(() => this.#port.close(), LAST_MESSAGES_MS)
    await this.#port.closed
    stopTimer()
    events.onEnd({ exitCode, error: this.#error } satisfies Ending)
  }
}

/** For a pool's platform: in a bundle the first thread has to wait for the text of its script. */
export function poolThreadsReady(): { readonly ready?: Promise<void> } {
  return poolScript() === undefined ? { ready: loadPoolScript() } : {}
}

export function startPoolThread(setup: NodeSetup, options: NativeOptions, events: ThreadEvents): NodeThread {
  return new NodeThread(setup, options, events)
}
