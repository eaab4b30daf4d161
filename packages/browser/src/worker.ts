/** The browser's `Worker` with its messages in shared memory. */

import {
  type EventHandler,
  eventTypeOf,
  givePort,
  handlerOf,
  type Listener,
  type ListenerOptions,
  isListener,
  messageErrorEvent,
  Listeners,
  type ParentPortOptions,
  parentPortOptionsOf,
  type PortMode,
  type PortOptions,
  regionOf,
  requirePortOptions,
  requireRegion,
  requireWorkerNames,
  showPort,
} from '@slipring/core'
import { browserHost } from './browser-host.ts'
import { FAREWELL } from './farewell.ts'
import { BrowserPort } from './browser-port.ts'
import { type Hello, isHello } from './hello.ts'
import { hasSharedMemory, warnOfCopying, warnOfForgotten } from './isolation.ts'
import { afterDeath, type Alive, awaitLock } from './life-lock.ts'
import { isLoadFailure, tellOfLoadFailure } from './load-failure.ts'
import { MortalLane } from './mortal-lane.ts'
import { markedName } from './worker-mark.ts'

/** Options of the platform, of the rings, and of our side of the port. */
export interface WorkerOptions extends globalThis.WorkerOptions, PortOptions {
  /** Options of the worker's own end, its `parentPort`. The worker sets the codec of it by `useCodec`. */
  parentPort?: ParentPortOptions | undefined
}

// Where a thread has no workers, such as a server that renders the page, importing this package must still work.
const NativeWorker: typeof globalThis.Worker = globalThis.Worker ?? (Object as never)

/** Node has no web workers. Bun and Deno have. */
function requireWorkers(): void {
  if (globalThis.Worker !== undefined) return
  const isNode = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !== undefined
  const remedy = isNode ? 'in Node import @slipring/worker' : 'this thread has no Worker'
  throw new TypeError(`Cannot make a worker with @slipring/browser: ${remedy}`)
}

/**
 * The platform's `Worker` over shared memory. `postMessage()`, events and `terminate()` work as always. The worker gets its
 * messages from `parentPort` of this package. Until it loads this package it gets native messages.
 */
export class Worker extends NativeWorker {
  /**
   * The port of our side, with `mode`, `closed` and `stats()`. Its messages are the worker's `message` events. Its mode is `copied`
   * until the worker uses its `parentPort`.
   */
  declare readonly port: BrowserPort
  /** The same as `port`, for our own code: a program may put its own `port` on a worker, because a native worker has none. */
  declare readonly slipringPort: BrowserPort
  static {
    showPort(this.prototype)
  }
  readonly #messageListeners: Listeners
  readonly #afterDeath: () => void
  #alive: Alive | undefined

  /** Throws `RangeError` for a capacity that is no power of two from 4 KiB to 1 GiB. */
  constructor(url: string | URL, options: WorkerOptions = {}) {
    const rings = regionOf(options)
    requireRegion(rings)
    requireWorkers()
    requirePortOptions(options, browserHost.canBlock)
    requireWorkerNames(options, ['type', 'credentials', 'name'])
    const mark = { rings, options: parentPortOptionsOf(options.parentPort) }
    if (!hasSharedMemory) warnOfCopying()
    // Read one by one, as the platform does: they may be inherited.
    const { type, credentials, name = '' } = options
    super(url, { type, credentials, name: markedName(`${name}`, mark) } as globalThis.WorkerOptions)
    const onHeard = (isHeard: boolean): void => {
      if (isHeard) port.listenersHeard()
      else port.noteOnce(false)
    }
    const onOnce = (areOthers: boolean): void => port.noteOnce(areOthers)
    const listeners = new Listeners({ target: this, reportError: browserHost.reportError, onOnce, onHeard })
    this.#messageListeners = listeners
    const lane = new WorkerLane((message, transfer = []) => super.postMessage(message, transfer as Transferable[]))
    // Native messages take their place in the order; what the application dispatches goes to its listeners.
    super.addEventListener('message', (event) => {
      if (event.isTrusted) lane.take(event)
      else listeners.dispatch(event, event)
    })
    super.addEventListener('messageerror', (event) => event.isTrusted && lane.fail(event))
    super.addEventListener('error', (event) => {
      if (!event.isTrusted) return
      // Before anybody hears of the error: what the worker posted before it threw.
      if (!isLoadFailure(event)) return port.catchUp()
      lane.end()
      tellOfLoadFailure(this, event, `${url}`)
    })
    const port = new WorkerPort(listeners, lane, options)
    givePort(this, port)
    lane.onHello = ({ slipringHello }) => {
      try {
        port.adoptOffer(slipringHello)
      } catch (error) {
        // Later messages of the worker are in memory that we cannot read.
        port.close()
        throw error
      }
    }
    // A worker that has locks at all is of our origin.
    lane.onAlive = (alive) => {
      this.#alive = alive
      void awaitLock({ slipringAlive: alive.slipringAlive, seesOther: true }, port, lane)
    }
    this.#afterDeath = () => afterDeath(this.#alive, () => port.peerDied())
    port.addEventListener('messageerror', ({ data }) => this.dispatchEvent(messageErrorEvent(data) as MessageEvent))
    port.start()
  }

  override get onmessage(): ((event: MessageEvent) => void) | null {
    return this.#messageListeners.handler as ((event: MessageEvent) => void) | null
  }
  override set onmessage(handler: ((event: MessageEvent) => void) | null) {
    this.#messageListeners.handler = handlerOf(handler)
  }

  override addEventListener<Type extends keyof WorkerEventMap>(
    type: Type,
    listener: ((this: Worker, event: WorkerEventMap[Type]) => unknown) | null,
    options?: AddEventListenerOptions | boolean,
  ): void
  override addEventListener(
    type: string,
    listener: EventHandler<Event> | EventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void
  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    const name = eventTypeOf(type)
    if (name !== 'message') super.addEventListener(name, listener as never, options as AddEventListenerOptions)
    else if (isListener(listener)) this.#messageListeners.add(listener, options, false)
  }

  override removeEventListener(
    type: string,
    listener: Listener | null,
    options?: EventListenerOptions | boolean,
  ): void {
    const name = eventTypeOf(type)
    if (name !== 'message') super.removeEventListener(name, listener as never, options)
    else if (listener !== null) this.#messageListeners.remove(listener, options)
  }

  override postMessage(...message: [value: unknown, transfer?: Transferable[] | StructuredSerializeOptions]): void {
    // Not two values whatever was given: none at all is refused.
    this.slipringPort.postMessage(...message)
  }

  override terminate(): void {
    // Before: a worker that blocks is woken, and needs not be waited for.
    this.slipringPort.close()
    super.terminate()
    this.#afterDeath()
  }
}

/** Delivers to the listeners of its worker as well. */
class WorkerPort extends BrowserPort {
  readonly #listeners: Listeners
  readonly #lane: WorkerLane

  constructor(listeners: Listeners, lane: WorkerLane, options: PortOptions) {
    super({ lane, regions: undefined, owner: 2, options, sharesLate: hasSharedMemory })
    this.#listeners = listeners
    this.#lane = lane
  }

  override get mode(): PortMode {
    return this.#lane.isForgotten ? 'native' : super.mode
  }

  protected override get isHeard(): boolean {
    return !this.#listeners.isEmpty || super.isHeard
  }

  /** The worker has been terminated, and is gone. */
  peerDied(): void {
    this.abandon('peer-died')
  }

  override catchUp(): void {
    super.catchUp()
  }

  // It was started by nobody who listens: what comes between two polls is not for nobody.
  protected override beginTaking(): void {
    super.beginTaking(true)
  }

  noteOnce(areOthers: boolean): void {
    this.messageListeners.noteOnce(areOthers)
  }

  /** The worker has its first listener. */
  listenersHeard(): void {
    this.onHeard(true)
  }

  protected override deliver(value: unknown, ports?: readonly object[]): void {
    this.#listeners.deliver(value, ports)
    super.deliver(value, ports)
  }
}

/** A worker that answers and has not read this many messages is not just starting late. */
const MANY_UNHEARD = 100

/** The worker's own native port: its events are taken before anybody else sees them. */
class WorkerLane extends MortalLane {
  readonly #post: (message: unknown, transfer?: readonly object[]) => void
  onHello: (hello: Hello) => void = () => {}
  /** The worker uses its port in mode `copied`: no ring tells it of our end. */
  #isCopied = false
  #isClosed = false
  #posted = 0
  isHeard = false

  constructor(post: (message: unknown, transfer?: readonly object[]) => void) {
    super()
    this.#post = post
  }

  post(message: unknown, transfer?: readonly object[]): void {
    this.#post(message, transfer)
    if (++this.#posted % MANY_UNHEARD === 0) this.#lookForForgotten()
  }

  /** The worker answers natively, and has not imported its `parentPort` from here, where that would share memory. */
  get isForgotten(): boolean {
    return hasSharedMemory && !this.isHeard && this.received > 0 && this.#posted >= MANY_UNHEARD
  }

  close(): void {
    this.#isClosed = true
    if (this.#isCopied) this.#post(FAREWELL)
  }

  override end(hasDied?: boolean): void {
    // It has said so itself, or is gone: there is nobody to tell.
    this.#isCopied = false
    super.end(hasDied)
  }

  #lookForForgotten(): void {
    if (this.isForgotten) warnOfForgotten()
  }

  override take(event: MessageEvent): void {
    if (!isHello(event.data)) {
      super.take(event)
      if (this.received % MANY_UNHEARD === 0) this.#lookForForgotten()
      return
    }
    this.received++
    this.#isCopied = event.data.slipringHello.rings === null
    this.isHeard = true
    if (this.#isCopied && this.#isClosed) this.#post(FAREWELL)
    this.onHello(event.data)
  }

  override fail(event: MessageEvent): void {
    event.stopImmediatePropagation()
    super.fail(event)
  }
}
