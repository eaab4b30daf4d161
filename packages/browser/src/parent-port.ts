/** The worker's side of a `Worker`. */

import { createCopiedOffer, createOffer, isEnvelope, isParcel, type Lane, type LaneListener } from '@slipring/core'
import { BrowserPort } from './browser-port.ts'
import { FAREWELL, isFarewell } from './farewell.ts'
import type { Hello } from './hello.ts'
import { hasSharedMemory } from './isolation.ts'
import { holdLock } from './life-lock.ts'
import { type Mark, takeMark } from './worker-mark.ts'

/** What a worker's global object has beyond a window's. */
interface WorkerScope {
  name: string
  onmessage: unknown
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void
}

/**
 * A port that says that it is there, and offers shared memory, when it is first used: a worker that loads this package and
 * keeps to the native `postMessage` sends nothing of ours, and one whose parent is a native `Worker` never does.
 */
class ParentPort extends BrowserPort {
  readonly #scope: WorkerScope
  readonly #lane: ScopeLane
  #mark: Mark | undefined

  constructor(scope: WorkerScope, mark: Mark | undefined) {
    const lane = new ScopeLane(scope)
    super({ lane, regions: undefined, owner: 1, options: mark?.options ?? {} })
    this.#scope = scope
    this.#lane = lane
    this.#mark = mark
  }

  override postMessage(...message: [value: unknown, transfer?: Transferable[] | StructuredSerializeOptions]): void {
    this.#offer()
    super.postMessage(...message)
  }

  /** Also without any use before: the other side learns of it. */
  override close(): void {
    this.#offer()
    super.close()
  }

  protected override beginReceiving(): void {
    this.#lane.isReceiving = true
    this.#offer()
  }

  #offer(): void {
    const mark = this.#mark
    if (mark === undefined) return
    this.#mark = undefined
    const token = hasSharedMemory ? this.#offerMemory(mark) : this.#offerCopied(mark)
    holdLock(token, this, (alive) => this.#scope.postMessage(alive, []))
  }

  #offerMemory({ rings }: Mark): string {
    const { offer, regions } = createOffer(rings, 'incoming')
    this.#scope.postMessage({ slipringHello: offer } satisfies Hello, [])
    this.#lane.token = regions.token
    this.adopt(regions)
    this.listen()
    return regions.token
  }

  #offerCopied({ rings }: Mark): string {
    const offer = createCopiedOffer(rings)
    this.#scope.postMessage({ slipringHello: offer } satisfies Hello, [])
    this.#lane.farewell = FAREWELL
    this.listen()
    return offer.token
  }
}

/** The worker's own native port. */
class ScopeLane implements Lane {
  readonly endsSilently = true
  readonly #scope: WorkerScope
  /** Somebody asks our port for messages. */
  isReceiving = false
  token = ''
  /** What to say at the end. */
  farewell: object | undefined
  #stop = (): void => {}

  constructor(scope: WorkerScope) {
    this.#scope = scope
  }

  post(message: unknown, transfer: readonly object[] = []): void {
    this.#scope.postMessage(message, transfer as Transferable[])
  }

  start(listener: LaneListener): void {
    const scope = this.#scope
    const take = (event: MessageEvent): void => {
      if (this.farewell !== undefined && isFarewell(event.data)) {
        event.stopImmediatePropagation()
        return listener.onClose(false)
      }
      // A worker that only posts through our port and has a native handler: that one gets the message, we need not keep it.
      if (!this.isReceiving && scope.onmessage !== null) return
      if (event.data === this.token || isEnvelope(event.data, this.token) || isParcel(event.data))
        event.stopImmediatePropagation()
      listener.onMessage(event.data, event.ports)
    }
    const fail = (event: MessageEvent): void => listener.onMessageError(event.data)
    scope.addEventListener('message', take)
    scope.addEventListener('messageerror', fail)
    this.#stop = () => {
      scope.removeEventListener('message', take)
      scope.removeEventListener('messageerror', fail)
    }
  }

  close(): void {
    if (this.farewell !== undefined) this.#scope.postMessage(this.farewell, [])
    this.#stop()
  }
}

const scope = workerScope()
const mark = scope === undefined ? undefined : takeMark(scope)

/** Whether this thread was made by a `Worker` of ours. */
export const hasMark: boolean = mark !== undefined

/**
 * To the thread that made this worker; null elsewhere than in a dedicated worker. Under a native `Worker`, or without
 * shared memory, it is in mode `copied`. What comes before its first use is not kept, as with the native handler;
 * from then on it waits for who asks.
 */
export const parentPort: BrowserPort | null = scope === undefined ? null : new ParentPort(scope, mark)

function workerScope(): WorkerScope | undefined {
  const { DedicatedWorkerGlobalScope: Scope } = globalThis as { DedicatedWorkerGlobalScope?: new () => WorkerScope }
  return Scope !== undefined && globalThis instanceof Scope ? (globalThis as unknown as WorkerScope) : undefined
}
