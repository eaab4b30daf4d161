/** The native lane over a `MessagePort`: one of a channel, or a worker's own `parentPort`. */

import type { Transferable } from 'node:worker_threads'
import type { LaneListener } from '@slipring/core'
import { hearNudges } from './hear-nudges.ts'
import { isNode } from './is-node.ts'
import { isPortGone } from './is-port-gone.ts'
import { MessagePort, nativeParentPort, receiveNative } from './native.ts'
import type { NodeLane } from './node-lane.ts'
import { setImmediate } from './timers.ts'

/** Where Node keeps the transferred ports of the message that it delivers, until it has made an event of them. */
export const RECEIVED_PORTS: unique symbol = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts')

/** A port of Node while it delivers. */
export interface ReceivingPort {
  [RECEIVED_PORTS]?: readonly object[] | undefined
}

/** Deno's `parentPort` is no `MessagePort` and lacks these. */
type WorkerPort = Omit<MessagePort, 'hasRef' | 'close'> & Partial<Pick<MessagePort, 'hasRef' | 'close'>>

export class MessagePortLane implements NodeLane {
  readonly #port: WorkerPort
  readonly #mayHaveClosed: () => boolean
  readonly #onMessage = (message: unknown): void => this.#listener!.onMessage(message)
  readonly #onNodeMessage = (message: unknown): void =>
    this.#listener!.onMessage(message, (this.#port as ReceivingPort)[RECEIVED_PORTS])
  readonly #onEvent = (event: unknown): void => {
    const { data, ports } = event as MessageEvent
    if (data === null) this.#portsOfNull = ports
    else this.#listener!.onMessage(data, ports)
  }
  /** Node's events say null where undefined was posted, a listener of `on` does not: it is called next. */
  #portsOfNull: readonly object[] | undefined
  readonly #onNull = (message: unknown): void => {
    const ports = this.#portsOfNull
    this.#portsOfNull = undefined
    if (ports !== undefined) this.#listener!.onMessage(message, ports)
  }
  /** The event of a message in Bun and Deno. Only a listener of events gets it, and that one is called first. */
  #announced: MessageEvent | undefined
  readonly #onAnnounced = (event: unknown): void => void (this.#announced = event as MessageEvent)
  readonly #onOtherMessage = (message: unknown): void => {
    const announced = this.#announced
    this.#announced = undefined
    this.#listener!.onMessage(message, announced?.data === message ? announced?.ports : undefined)
  }
  #listener: LaneListener | undefined
  #isPeerClosed = false
  #isClosed = false
  /** Where the platform does not tell, or no longer does. */
  #isReferenced = false

  readonly poll: NodeLane['poll']
  readonly probe: NodeLane['probe']
  readonly hearNudges: NodeLane['hearNudges']
  readonly keepsContext: boolean
  readonly endsSilently: boolean

  /** `isReceived`: another thread had it before, and may have gone since. */
  constructor(port: MessagePort, isReceived = false) {
    this.#port = port
    // A port that is received gets the context in which it came.
    this.keepsContext = isNode && !isReceived
    this.endsSilently = port === nativeParentPort
    this.#mayHaveClosed = () => isReceived && isNode && isPortGone(port)
    this.hearNudges = (token, onNudge) => hearNudges(port, token, onNudge)
    this.poll = port instanceof MessagePort ? () => this.#poll(port) : undefined
    // Nobody outlives its parent, and Deno does not tell.
    const mayProbe = port !== nativeParentPort && !('deno' in process.versions)
    this.probe = mayProbe ? (message) => (isNode ? !isPortGone(port) : this.#probe(message)) : undefined
  }

  post(message: unknown, transfer?: readonly object[]): void {
    this.#port.postMessage(message, transfer as readonly Transferable[])
  }

  // From the start: the event comes once, perhaps before anybody listens for messages.
  watch(onClose: () => void): void {
    const close = (): void => {
      this.#isPeerClosed = true
      onClose()
    }
    this.#port.on('close', close)
    // Or had come before we were there: what was posted through the ring keeps no native port open.
    if (this.#mayHaveClosed()) setImmediate(close)
  }

  start(listener: LaneListener): void {
    this.#listener = listener
    const isReferenced = this.hasRef()
    this.#listen(this.#port)
    this.#port.on('messageerror', (error) => listener.onMessageError(error))
    // Our listener is not the user's: only theirs hold the process.
    if (!isReferenced) this.unref()
  }

  #listen(port: WorkerPort): void {
    if (!isNode) {
      // By itself it would not start the port, in Deno.
      port.addEventListener('message', this.#onAnnounced)
      port.on('message', this.#onOtherMessage)
    } else if (!(port instanceof MessagePort)) port.on('message', this.#onMessage)
    // Node is slow to load its events, and to make one.
    else if (RECEIVED_PORTS in port && port.listenerCount('message') === 0) port.on('message', this.#onNodeMessage)
    else {
      port.addEventListener('message', this.#onEvent)
      port.on('message', this.#onNull)
    }
  }

  ref(): void {
    if (this.#isClosed) return
    this.#isReferenced = true
    this.#port.ref()
  }

  unref(): void {
    this.#isReferenced = false
    this.#port.unref()
  }

  hasRef(): boolean {
    // A port whose other side is gone holds nothing, but what it had brought is still to be delivered.
    if (this.#isPeerClosed) return this.#isReferenced
    return this.#port.hasRef?.() ?? this.#isReferenced
  }

  close(): void {
    this.#isClosed = true
    this.#isReferenced = false
    if (this.#port.close !== undefined) return this.#port.close()
    this.#port.off('message', isNode ? this.#onMessage : this.#onOtherMessage)
    if (!isNode) this.#port.removeEventListener('message', this.#onAnnounced)
    this.unref()
  }

  // In Node the process crashes (SIGSEGV, seen from 20 to 26) when a port is polled in its own `close` event, or after it was
  // transferred. Nothing is left on it by then.
  #poll(port: MessagePort): { message: unknown } | undefined {
    return isNode && (this.#isPeerClosed || this.#isClosed) ? undefined : receiveNative(port)
  }

  /** In Bun a port whose other side is gone forgets our hold: the one it has from before only once it is given up. */
  #probe(message: unknown): boolean {
    if (this.#isPeerClosed || (this.#port.postMessage(message) as unknown) === false) return false
    const isReferenced = this.hasRef()
    this.#port.unref()
    this.#port.ref()
    this.#isPeerClosed = !this.hasRef()
    if (!isReferenced) this.#port.unref()
    return !this.#isPeerClosed
  }
}
