/** The browser's `Worker` with its messages in shared memory. */

import {
  type ChannelOptions,
  type Lane,
  type LaneListener,
  messageEvent,
  type PortOptions,
  regionOf,
  requireRegion,
} from '@slipring/core'
import { BrowserPort } from './browser-port.ts'
import { type Hello, isAlive, isHello } from './hello.ts'
import { hasSharedMemory, warnOfCopying } from './isolation.ts'
import { awaitLock } from './life-lock.ts'
import { markedName } from './worker-mark.ts'

export interface WorkerOptions extends globalThis.WorkerOptions, ChannelOptions, PortOptions {}

// Where a thread has no workers, such as a server that renders the page, importing this package must still work.
const NativeWorker: typeof globalThis.Worker = globalThis.Worker ?? (Object as never)

export class Worker extends NativeWorker {
  /**
   * Our side: `mode`, `closed`, `stats()`. Its messages are the worker's `message` events. Its mode is `copied` until the
   * worker uses its `parentPort`.
   */
  readonly port: BrowserPort

  /** Throws `RangeError` for a capacity that is no power of two from 4 KiB to 1 GiB. */
  constructor(url: string | URL, options: WorkerOptions = {}) {
    const region = regionOf(options)
    requireRegion(region)
    if (!hasSharedMemory) warnOfCopying()
    super(url, hasSharedMemory ? { ...options, name: markedName(options.name ?? '', region) } : options)
    const lane = new WorkerLane(this, (message, transfer = []) =>
      super.postMessage(message, transfer as Transferable[]),
    )
    const port = new WorkerPort(this, lane, options)
    this.port = port
    lane.onHello = ({ slipringHello }) => {
      try {
        port.adoptOffer(slipringHello)
      } catch (error) {
        // Whatever the worker posts from now on is in memory that we cannot read.
        port.close()
        throw error
      }
    }
    lane.onAlive = (lock) => awaitLock(lock, port)
    port.addEventListener('messageerror', ({ data }) => dispatch(this, 'messageerror', data))
    port.start()
  }

  override postMessage(value: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
    this.port.postMessage(value, transfer)
  }

  override terminate(): void {
    // Before: a worker that blocks is woken, and needs not be waited for.
    this.port.close()
    super.terminate()
  }
}

/** Delivers to the listeners of its worker. */
class WorkerPort extends BrowserPort {
  readonly #worker: Worker

  constructor(worker: Worker, lane: Lane, options: PortOptions) {
    super({ lane, regions: undefined, owner: 2, options })
    this.#worker = worker
  }

  protected override deliver(value: unknown, ports?: readonly object[]): void {
    dispatch(this.#worker, 'message', value, ports)
    super.deliver(value, ports)
  }
}

/** The worker's own native port: its events are taken before anybody else sees them, and take their place in the order. */
class WorkerLane implements Lane {
  readonly post: Lane['post']
  onHello: (hello: Hello) => void = () => {}
  onAlive: (lock: string) => void = () => {}
  #listener: LaneListener | undefined

  constructor(worker: globalThis.Worker, post: Lane['post']) {
    this.post = post
    worker.addEventListener('message', (event) => this.#take(event, event.data))
    worker.addEventListener('messageerror', (event) => this.#take(event))
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  close(): void {}

  #take(event: MessageEvent, message?: unknown): void {
    // Those we dispatch ourselves come by here as well.
    if (!event.isTrusted) return
    event.stopImmediatePropagation()
    if (event.type === 'messageerror') this.#listener?.onMessageError(event.data)
    else if (isHello(message)) this.onHello(message)
    else if (isAlive(message)) this.onAlive(message.slipringAlive)
    else this.#listener?.onMessage(message, event.ports)
  }
}

function dispatch(worker: Worker, type: 'message' | 'messageerror', data: unknown, ports?: readonly object[]): void {
  worker.dispatchEvent(messageEvent(type, data, ports) as unknown as MessageEvent)
}
