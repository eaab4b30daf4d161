/** The worker's side of a `Worker`. */

import {
  type CodecOptions,
  createCopiedOffer,
  createOffer,
  isEnvelope,
  isParcel,
  type Lane,
  type LaneListener,
  type ParentPortOptions,
  type PortState,
  type PortStateOptions,
  requireOurWorker,
  type RingSettings,
  type TypedChannel,
  type TypedChannelOptions,
} from '@slipring/core'
import type { ChannelSchema } from '@slipring/core/channel'
import type { StateSchema } from '@slipring/core/state'
import { browserHost } from './browser-host.ts'
import { BrowserPort } from './browser-port.ts'
import { FAREWELL, isFarewell } from './farewell.ts'
import type { Hello } from './hello.ts'
import { hasSharedMemory } from './isolation.ts'
import { holdLock } from './life-lock.ts'
import { type Mark, takeMark } from './worker-mark.ts'

/** The properties of a worker's global object that a window lacks. */
interface WorkerScope {
  name: string
  onmessage: unknown
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void
}

/**
 * A port that says that it is there, and offers shared memory, when it is first used. A worker that loads this package but uses
 * only the native `postMessage` sends none of our messages. A worker whose parent is a native `Worker` never sends them.
 */
class ParentPort extends BrowserPort {
  readonly #scope: WorkerScope
  readonly #lane: ScopeLane
  #mark: Mark | undefined

  constructor(scope: WorkerScope, mark: Mark | undefined) {
    const lane = new ScopeLane(scope)
    super({ lane, regions: undefined, owner: 1, options: optionsOf(mark) })
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

  override useCodec(codec: CodecOptions): void {
    requireOurWorker(hasMark, 'use a codec', '@slipring/browser')
    super.useCodec(codec)
  }

  /** Throws `TypeError` under a native `Worker`, which cannot read records. */
  override channel<T, V>(schema: ChannelSchema<T, V>, options?: TypedChannelOptions): TypedChannel<T, V> {
    requireOurWorker(hasMark, 'open a channel', '@slipring/browser')
    return super.channel(schema, options)
  }

  /** Throws `TypeError` under a native `Worker`, which cannot read records. */
  override state<T, V>(schema: StateSchema<T, V>, options?: PortStateOptions): PortState<T, V> {
    requireOurWorker(hasMark, 'open a state', '@slipring/browser')
    return super.state(schema, options)
  }

  protected override beginReceiving(): void {
    this.#lane.isReceiving = true
    this.#offer()
  }

  /** A worker's global object needs no `start()`. */
  protected override onHeard(isHeard: boolean): void {
    if (isHeard) this.start()
    super.onHeard(isHeard)
  }

  #offer(): void {
    const mark = this.#mark
    if (mark === undefined) return
    const memory = hasSharedMemory ? memoryFor(mark.rings) : undefined
    this.#mark = undefined
    const token = memory === undefined ? this.#offerCopied(mark) : this.#offerMemory(memory)
    holdLock(token, this, (alive) => this.#scope.postMessage(alive, []))
  }

  #offerMemory({ offer, regions }: Memory): string {
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

type Memory = ReturnType<typeof createOffer>

function memoryFor(rings: RingSettings): Memory | undefined {
  try {
    return createOffer(rings, 'incoming')
  } catch {
    // The page has looked at the numbers: the device has not as much.
    return undefined
  }
}

/** Where the page is not isolated a worker may not block; nor is there a ring that could be full. */
function optionsOf(mark: Mark | undefined): ParentPortOptions {
  const options = mark?.options ?? {}
  return options.whenFull === 'block' && !browserHost.canBlock ? { ...options, whenFull: undefined } : options
}

/** The worker's own native port. */
class ScopeLane implements Lane {
  readonly endsSilently = true
  readonly #scope: WorkerScope
  /** Somebody asks our port for messages. */
  isReceiving = false
  /** Undefined until there is a ring. */
  token: string | undefined
  /** The last message, posted at the end. */
  farewell: object | undefined
  #listener: LaneListener | undefined
  readonly #take = (event: MessageEvent): void => {
    const listener = this.#listener
    if (listener === undefined) return
    if (this.farewell !== undefined && isFarewell(event.data)) {
      event.stopImmediatePropagation()
      return listener.onClose(false)
    }
    const { token } = this
    const isOfRing = token !== undefined && (event.data === token || isEnvelope(event.data, token))
    const isOurs = isOfRing || isParcel(event.data)
    if (isOurs) event.stopImmediatePropagation()
    // A worker that only posts through our port and has a native handler: that one gets the message, we need not keep it.
    else if (!this.isReceiving && this.#scope.onmessage !== null) return
    listener.onMessage(event.data, event.ports)
  }
  readonly #fail = (event: MessageEvent): void => this.#listener?.onMessageError(event.data)

  // Before anybody who has loaded this package: what our ports say to each other is for no native handler.
  constructor(scope: WorkerScope) {
    this.#scope = scope
    scope.addEventListener('message', this.#take)
    scope.addEventListener('messageerror', this.#fail)
  }

  post(message: unknown, transfer: readonly object[] = []): void {
    this.#scope.postMessage(message, transfer as Transferable[])
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  close(): void {
    if (this.farewell !== undefined) this.#scope.postMessage(this.farewell, [])
    this.#scope.removeEventListener('message', this.#take)
    this.#scope.removeEventListener('messageerror', this.#fail)
  }
}

const scope = workerScope()
const mark = scope === undefined ? undefined : takeMark(scope)

/** Whether this thread was made by a `Worker` of ours. */
export const hasMark: boolean = mark !== undefined

/**
 * The port to the thread that made this worker; null outside of a dedicated worker. Under a native `Worker`, or without shared
 * memory, it is in mode `copied`. Messages that come before its first use are lost, as without a native handler. Later messages
 * wait until somebody asks for them.
 */
export const parentPort: BrowserPort | null = scope === undefined ? null : new ParentPort(scope, mark)

function workerScope(): WorkerScope | undefined {
  const { DedicatedWorkerGlobalScope: Scope } = globalThis as { DedicatedWorkerGlobalScope?: new () => WorkerScope }
  return Scope !== undefined && globalThis instanceof Scope ? (globalThis as unknown as WorkerScope) : undefined
}
