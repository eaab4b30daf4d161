/** The port of a `Worker`: it delivers to the listeners of its worker as well. */

import { afterNews, Pace } from '@slipring/core'
import { isNode } from './is-node.ts'
import { nodeHost } from './node-host.ts'
import { NodePort, type NodePortParts } from './node-port.ts'
import { afterMicrotasks } from './timers.ts'

interface WorkerListeners {
  /** They throw what a listener throws. */
  deliver(message: unknown): void
  tellOfError(error: unknown): void
  isHeard(): boolean
}

export class WorkerPort extends NodePort {
  readonly #listeners: WorkerListeners
  // A thread that was busy while its worker began may look at the ring before the platform tells it of that.
  #isOnline = !isNode
  #isStartWanted = false
  #isCalling = false
  /** The last listener left within its call. */
  #hasLeft = false
  readonly #pace = new Pace(nodeHost.now)

  constructor(parts: NodePortParts, listeners: WorkerListeners) {
    super(parts)
    this.#listeners = listeners
  }

  /** Natively no message of a worker comes before it is online. Its earlier messages follow at once. */
  online(): void {
    this.#isOnline = true
    if (!this.#isStartWanted) return
    super.start()
    // A task of ours would come after every immediate that the program has asked for by now.
    afterMicrotasks(() => this.deliverNow())
  }

  override start(): void {
    this.#isStartWanted = true
    if (this.#isOnline) return super.start()
    this.engageNow()
    this.listen()
  }

  protected override stop(): void {
    this.#isStartWanted = false
    super.stop()
  }

  // It was started by nobody who listens: what comes between two polls is not for nobody.
  protected override beginTaking(): void {
    super.beginTaking(true)
  }

  /** A listener has left, perhaps the last. */
  noteLeft(): void {
    const areOthers = this.#listeners.isHeard()
    this.messageListeners.noteOnce(areOthers)
    if (!areOthers) this.#hasLeft = this.#isCalling
  }

  /**
   * There is a listener again. One that leaves with each message and comes back by a promise, as that of `events.once`, gets
   * the next message in the same task, as natively: at the worker's end all the rest would come at once.
   */
  goOn(): void {
    if (!this.#hasLeft) return
    this.#hasLeft = false
    if (!this.#pace.isOver()) afterMicrotasks(() => this.deliverNow())
  }

  override catchUp(): void {
    super.catchUp()
  }

  /** Calls back after what the worker has posted by now, at once for an event that a listener makes. */
  afterPosted(callback: () => void): void {
    if (this.#isCalling) callback()
    else afterNews(this.newsParts, afterMicrotasks, callback)
  }

  /** No listener is being called, and the next message comes without a task in between. */
  get isBetween(): boolean {
    return this.isDelivering && !this.#isCalling
  }

  /** The worker has its first listener, or has lost its last. */
  listenersHeard(isHeard: boolean): void {
    this.onHeard(isHeard)
  }

  /** Node has referenced the worker's native port for a first listener, or has unreferenced it after the last. */
  holdHandedOver(isHeard: boolean): void {
    this.handOver(isHeard)
  }

  // As natively, the worker's own port is started before there is a listener: what nobody listens to is gone then, but what
  // somebody pulls is not. The last one that is removed stops it. And what holds the process is the worker.
  protected override holdFor(isHeard: boolean): void {
    if (isHeard) this.start()
    else if (!this.isHeard) this.stop()
  }

  protected override get isHeard(): boolean {
    return this.#listeners.isHeard() || super.isHeard
  }

  protected override deliver(value: unknown, ports?: readonly object[]): void {
    this.#isCalling = true
    try {
      this.#deliverToWorker(value)
      super.deliver(value, ports)
    } finally {
      this.#isCalling = false
    }
  }

  #deliverToWorker(value: unknown): void {
    try {
      this.#listeners.deliver(value)
    } catch (error) {
      this.reportThrown(error)
    }
  }

  protected override tellOfError(error: unknown): void {
    try {
      this.#listeners.tellOfError(error)
    } catch (thrown) {
      this.reportThrown(thrown)
    }
    super.tellOfError(error)
  }
}
