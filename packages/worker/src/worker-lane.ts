/** The native lane of a `Worker`: its `message` events, and the port that Node has behind them. */

import type { LaneListener } from '@slipring/core'
import { hearNudges } from './hear-nudges.ts'
import { isNode } from './is-node.ts'
import { isPortGone } from './is-port-gone.ts'
import { MessagePort, type NativeWorker, receiveNative } from './native.ts'
import type { NodeLane } from './node-lane.ts'

/** The parts that may hold the process. */
type Held = Pick<NativeWorker, 'ref' | 'unref'>

/** The worker itself holds the process. The port holds it for a program that waits by a promise. */
export class WorkerLane implements NodeLane {
  readonly post: NodeLane['post']
  readonly poll: NodeLane['poll']
  readonly probe: NodeLane['probe']
  readonly hearNudges: NodeLane['hearNudges']
  readonly keepsContext: boolean = isNode
  readonly tellsExit = true
  readonly endsSilently = true
  /**
   * It was told to end. Of one whose script had not begun by then nothing else tells a thread that blocks: what would lies in a
   * queue that nobody reads any more.
   */
  isEnding = false
  readonly #port: MessagePort | undefined
  readonly #worker: Held
  #isWorkerHolding = true
  #isReferenced = true
  #listener: LaneListener | undefined

  /** `port`: what the worker's messages come by, where it can be had; else only the worker itself can hold the process. */
  constructor(post: NodeLane['post'], port: MessagePort | undefined, worker: Held) {
    this.post = post
    this.#port = port
    this.#worker = worker
    // As in MessagePortLane: a poll in the close event of the port would end the process.
    let isClosed = false
    port?.once('close', () => (isClosed = true))
    this.hearNudges = port && ((token, onNudge) => hearNudges(port, token, onNudge))
    this.poll = port && (() => (isClosed ? undefined : receiveNative(port)))
    // Nothing may be posted: the worker may be one that reads native messages.
    this.probe = port && (() => !this.isEnding && !isPortGone(port))
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  /** Node stops the port with the worker's last listener: but pulls and typed channels are woken by it too. */
  restart(): void {
    this.#port?.start()
  }

  onMessage(message: unknown): boolean {
    this.#listener?.onMessage(message)
    return true
  }

  onMessageError(error: unknown): boolean {
    this.#listener?.onMessageError(error)
    return true
  }

  /** Sets whether the worker itself holds the process, as the program says, whatever else waits. */
  holdByWorker(isHeld: boolean): void {
    this.#isWorkerHolding = isHeld
    if (isHeld) this.#worker.ref()
    else this.#worker.unref()
  }

  ref(): void {
    this.#isReferenced = true
    if (this.#port !== undefined) this.#port.ref()
    else if (!this.#isWorkerHolding) this.#worker.ref()
  }

  unref(): void {
    this.#isReferenced = false
    if (this.#port !== undefined) this.#port.unref()
    else if (!this.#isWorkerHolding) this.#worker.unref()
  }

  hasRef(): boolean {
    // Also by a first listener, of which only the port knows.
    return this.#port?.hasRef() ?? this.#isReferenced
  }

  close(): void {}
}

/**
 * The port behind a worker's `message` events. Node has no name for it, but without it a thread that blocks could take
 * from its worker nothing that goes by the native lane, and would not learn of its end. Where it is not found, such a wait
 * throws `TypeError`.
 */
export function publicPortOf(worker: NativeWorker): MessagePort | undefined {
  const key = Object.getOwnPropertySymbols(worker).find(({ description }) => description === 'kPublicPort')
  const port: unknown = key && (worker as unknown as Record<symbol, unknown>)[key]
  return port instanceof MessagePort ? port : undefined
}
