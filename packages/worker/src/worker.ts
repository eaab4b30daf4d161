/// <reference lib="esnext.disposable" preserve="true" />
/** `Worker` of `node:worker_threads` with its messages in shared memory. */

import type { WorkerOptions as NativeOptions } from 'node:worker_threads'
import {
  ANY_THREAD,
  bindTo,
  boundOffer,
  createOfferHere,
  givePort,
  type ParentPortOptions,
  parentPortOptionsOf,
  type PortOptions,
  requireNoRemedyIn,
  requirePortOptions,
  requireWorkerNames,
  showPort,
  sizeSoon,
  type Transfer,
} from '@slipring/core'
import { tellOf } from './diagnostics.ts'
import { ForgottenImport } from './forgotten-import.ts'
import { isNode } from './is-node.ts'
import { LateExit } from './late-exit.ts'
import { EventEmitter, NativeWorker } from './native.ts'
import { nodeHost } from './node-host.ts'
import type { NodeLane } from './node-lane.ts'
import type { NodePort } from './node-port.ts'
import { moveWorkerData } from './moved-worker-data.ts'
import { leaveOffer, type LeftOffer } from './offer-key.ts'
import { afterMicrotasks, queueMicrotask } from './timers.ts'
import { publicPortOf, WorkerLane } from './worker-lane.ts'
import { WorkerPort } from './worker-port.ts'

/** Names near to ours that the platform knows, now or some day: no mistake. */
const NATIVE_OPTIONS: readonly string[] = [
  'argv',
  'env',
  'eval',
  'execArgv',
  'name',
  'resourceLimits',
  'stderr',
  'stdin',
  'stdout',
  'trackUnmanagedFds',
  'transferList',
  'type',
  'workerData',
]

/** Options of `node:worker_threads`, of the rings, and of our side of the port. */
export interface WorkerOptions extends NativeOptions, PortOptions {
  /** Options of the worker's own end, its `parentPort`. The worker sets the codec of it by `useCodec`. */
  parentPort?: ParentPortOptions | undefined
}

/**
 * The `Worker` of `node:worker_threads` over shared memory. `postMessage()`, events, `ref()`, `unref()` and `terminate()` work as
 * always. The worker gets its messages from `parentPort` of this package. Until it loads this package it gets native messages.
 */
export class Worker extends NativeWorker {
  /** The port of our side, with `mode`, `closed` and `stats()`. Its messages are the worker's `message` events. */
  declare readonly port: NodePort
  /** The same as `port`, for our own code: a program may put its own `port` on a worker, because a native worker has none. */
  declare readonly slipringPort: NodePort
  static {
    showPort(this.prototype)
  }
  readonly #lane: WorkerLane
  readonly #port: WorkerPort
  /** Calls back after the messages that the worker has posted by now. */
  readonly #afterNews = (callback: () => void): void => this.#port.afterPosted(callback)
  /** The exception of the worker, until it is told. It is told after earlier messages of the worker. */
  readonly #untold = new Set<Thrown>()
  /** Listeners for `message` that Node has removed in this very task, if it has: see `removeAllListeners`. */
  #removedListeners: readonly Function[] | undefined
  readonly #exit: LateExit
  /** Those that `removeAllListeners('message')` has removed in it. */
  #lastRemoved: readonly Function[] = []

  // oxlint-disable-next-line no-this-before-super -- where `super` throws, so does the block that catches it
  constructor(filename: string | URL, options: WorkerOptions = {}) {
    // Node does not mind a number or a text.
    const own = typeof options === 'object' ? options : {}
    requirePortOptions(own, nodeHost.canBlock)
    requireWorkerNames(own, NATIVE_OPTIONS)
    const parentPortOptions = parentPortOptionsOf(own.parentPort)
    const { offer, regions } = createOfferHere(own, 'outgoing')
    const moving = moveWorkerData(own)
    const given = moving.passports === undefined ? options : { ...own, ...moving.options }
    const bound = boundOffer({ offer, options: parentPortOptions, passports: moving.passports } satisfies LeftOffer)
    leaveOffer(bound)
    try {
      super(filename, given)
    } catch (error) {
      moving.settle(false, error)
      requireNoRemedyIn(own.workerData)
      requireNoRemedyIn(own.transferList)
      throw error
    } finally {
      leaveOffer(undefined)
    }
    moving.settle(true)
    if (isNode) sizeSoon(EventEmitter, new.target)
    bindTo(bound, isNode ? this.threadId : ANY_THREAD)
    const forgotten = new ForgottenImport(() => port.mode, own.eval === true)
    const post: NodeLane['post'] = (message, transfer) => {
      super.postMessage(message, transfer as never)
      forgotten.look()
    }
    this.#lane = new WorkerLane(post, publicPortOf(this), { ref: () => super.ref(), unref: () => super.unref() })
    const port = new WorkerPort(
      { lane: this.#lane, regions, owner: 1, options: own },
      {
        deliver: (message) => void super.emit('message', message),
        tellOfError: (error) => void super.emit('messageerror', error),
        isHeard: () => this.listenerCount('message') !== 0,
      },
    )
    givePort(this, port)
    this.#port = port
    this.#exit = new LateExit({
      worker: this,
      on: (event, listener) => super.on(event, listener),
      emitExit: (values) => super.emit('exit', ...values),
      removeAllListeners: () => super.removeAllListeners(),
    })
    this.#watchNew()
    this.#watchRemoved()
    port.start()
    tellOf(port)
  }

  override postMessage(...message: [value: unknown, transfer?: Transfer]): void {
    // The arguments are passed on as they are, because a call without any is refused.
    this.slipringPort.postMessage(...message)
  }

  /**
   * Node removes the `message` listeners of a worker that has ended, in the task that emits `exit`, once its native port
   * is empty. Those of the ring are still to be delivered then.
   */
  override removeAllListeners(...events: [event?: string | symbol]): this {
    const [event] = events
    if (event === 'message') this.#noteRemoved()
    // Only Node knows this event: it is the second that it clears then, in the same breath.
    else if (event === 'messageerrors') this.#removedListeners = this.#lastRemoved
    super.removeAllListeners(...events)
    if (events.length === 0 || event === 'newListener') this.#watchNew()
    if (events.length === 0 || event === 'removeListener') this.#watchRemoved()
    return this
  }

  // `events.once` gets one message at a time: nobody listens until its promise has told of it. The exit, with
  // which Node removes all listeners, waits for that.
  #end(isOrderly: boolean): void {
    const deliverRest = (): void => this.#deliverRest(isOrderly)
    const removed = this.#removedListeners
    if (removed?.length === 0 && this.#port.isBetween) return this.#exit.waitFor(deliverRest, this.#afterNews)
    if (removed?.some(isOfOnce) !== true) return deliverRest()
    this.#putBack()
    this.#port.listenersHeard(true)
    this.#port.catchUp()
    if (this.listenerCount('message') === 0) {
      return this.#exit.waitFor(deliverRest, (callback) => afterMicrotasks(() => this.#afterNews(callback)))
    }
    deliverRest()
    super.removeAllListeners('message')
  }

  // No longer than this very task: they hold what they were made for.
  #noteRemoved(): void {
    this.#lastRemoved = this.rawListeners('message')
    queueMicrotask(() => {
      this.#lastRemoved = []
      this.#removedListeners = undefined
    })
  }

  // They are on the worker again: one may take itself or another away, or add one that comes after them.
  #putBack(): boolean {
    const removed = this.#removedListeners ?? []
    this.#removedListeners = undefined
    for (const listener of removed) super.on('message', listener as (message: unknown) => void)
    return removed.length !== 0
  }

  #deliverRest(isOrderly: boolean): void {
    this.#goOnEnding(isOrderly, this.#putBack())
  }

  // An error of a listener may end the process: it is told before the next message, and so before the exit.
  #goOnEnding(isOrderly: boolean, wereRemoved: boolean): void {
    if (!this.slipringPort.abandonBy(isOrderly))
      return this.#exit.waitFor(() => this.#goOnEnding(isOrderly, wereRemoved))
    for (const thrown of this.#untold) this.#tellOrWait(thrown)
    if (wereRemoved) super.removeAllListeners('message')
  }

  // Messages that a pull has left, and those that came without a listener, are for the next listener. That is not there
  // yet when Node tells of it. `super`: an `on` of the program's own class is not for what we listen for.
  #watchNew(): void {
    super.on('newListener', (event) => {
      if (event !== 'message' || this.listenerCount('message') !== 0) return
      this.#port.holdHandedOver(true)
      queueMicrotask(() => this.listenerCount('message') !== 0 && this.#port.listenersHeard(true))
      this.#port.goOn()
    })
  }

  #watchRemoved(): void {
    super.on('removeListener', (event) => {
      if (event !== 'message') return
      const isHeard = this.listenerCount('message') !== 0
      if (!isHeard) this.#port.listenersHeard(false)
      this.#port.noteLeft()
      if (isHeard) return
      this.#lane.restart()
      this.#port.holdHandedOver(false)
    })
  }

  override ref(): void {
    this.slipringPort.ref()
    this.#lane.holdByWorker(true)
  }

  override unref(): void {
    this.slipringPort.unref()
    this.#lane.holdByWorker(false)
  }

  /** Native messages arrive as events of the base class: they take their place in the port's order. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'message') return this.#lane.onMessage(values[0])
    if (event === 'messageerror') return this.#lane.onMessageError(values[0])
    if (event === 'exit') {
      this.#end(values[0] === 0)
      return this.#exit.tell(values)
    }
    if (event === 'online') this.#port.online()
    else if (event === 'error') return this.#tellOfError(values[0])
    return super.emit(event, ...values)
  }

  /** An exception of the worker comes after what the worker posted before it, as natively. */
  #tellOfError(error: unknown): boolean {
    // Node has no listeners left for what ends a worker together with its thread; and if nobody listens for that, no `exit` comes.
    if (this.#removedListeners !== undefined) {
      this.#deliverRest(false)
      return this.#emitError(error)
    }
    const thrown = { error, wasHeard: this.listenerCount('error') !== 0 || this.#port.isBetween }
    this.#untold.add(thrown)
    let isLate = false
    let isHeard = true
    this.#exit.waitFor(() => (isHeard = this.#tellOrWait(thrown, isLate)), this.#afterNews)
    isLate = true
    return isHeard
  }

  // A listener of `events.once` is gone after the message just delivered, and comes back in a moment.
  #tellOrWait(thrown: Thrown, isLate = true): boolean {
    if (!thrown.wasHeard || this.listenerCount('error') !== 0) return this.#tell(thrown, isLate)
    this.#exit.waitFor(() => this.#tell(thrown, true), afterMicrotasks)
    return true
  }

  // Without a listener it is thrown: to Node, who called us, or once that has gone on to nobody.
  #tell(thrown: Thrown, isLate: boolean): boolean {
    if (!this.#untold.delete(thrown)) return true
    try {
      return this.#emitError(thrown.error)
    } catch (error) {
      if (!isLate) throw error
      nodeHost.reportError(error)
      this.#exit.waitFor(ignore)
      return true
    }
  }

  // A program that is told by a promise listens for the exit only then: Node may have both in one task.
  #emitError(error: unknown): boolean {
    const isHeard = super.emit('error', error)
    this.#exit.waitFor(ignore)
    return isHeard
  }

  override terminate(...callback: []): Promise<number> {
    // Node before 26 still calls a function that is passed, though its types no longer say so.
    const ended = super.terminate(...callback)
    this.#lane.isEnding = true
    // A worker that blocks is woken, wherever the platform would leave it asleep. Not before: an idle one whose port ends may
    // end by itself, with another exit code.
    this.slipringPort.endSending()
    // Nothing is what Node gives once it has told of the exit, which may be held back.
    return ended.then((code: number | undefined) => (code ?? this.#exit.told) as number)
  }

  // Node 20 has none.
  override async [Symbol.asyncDispose](): Promise<void> {
    await this.terminate()
  }
}

const ignore = (): void => {}

/** Whether a function of `rawListeners` is called only once: Node wraps those. */
function isOfOnce(listener: Function): boolean {
  return 'listener' in listener
}

interface Thrown {
  readonly error: unknown
  /** There was a listener for it when Node told us, or there may be one in a moment. */
  readonly wasHeard: boolean
}
