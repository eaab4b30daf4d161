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
  readonly #isReceived: boolean
  /** Takes our listeners off a port that cannot be closed. */
  #unlisten: (() => void) | undefined
  #isPeerClosed = false
  #isClosed = false
  /** Where the platform does not tell, or no longer does. */
  #isReferenced = false

  readonly poll: NodeLane['poll']
  readonly probe: NodeLane['probe']
  readonly keepsContext: boolean
  readonly endsSilently: boolean

  /** `isReceived`: another thread had it before, and may have gone since. */
  constructor(port: MessagePort, isReceived = false) {
    this.#port = port
    // A port that is received gets the context in which it came.
    this.keepsContext = isNode && !isReceived
    this.endsSilently = port === nativeParentPort
    this.#isReceived = isReceived
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
    if (this.#isReceived && isNode && isPortGone(this.#port as MessagePort)) setImmediate(close)
  }

  hearNudges(token: string, onNudge: () => boolean): void {
    hearNudges(this.#port as MessagePort, token, onNudge)
  }

  start(listener: LaneListener): void {
    const isReferenced = this.hasRef()
    this.#unlisten = listenOn(this.#port, listener)
    this.#port.on('messageerror', (error) => listener.onMessageError(error))
    // Our listener is not the user's: only theirs hold the process.
    if (!isReferenced) this.unref()
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
    this.#unlisten?.()
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

/** Begins delivery of its messages; returns what ends it. */
function listenOn(port: WorkerPort, listener: LaneListener): () => void {
  if (!isNode) return listenTwice(port, listener)
  // Node is slow to load its events, and to make one.
  const isByPort = RECEIVED_PORTS in port && port.listenerCount('message') === 0
  if (port instanceof MessagePort && !isByPort) return listenToEvents(port, listener)
  const onMessage = (message: unknown): void => listener.onMessage(message, (port as ReceivingPort)[RECEIVED_PORTS])
  port.on('message', onMessage)
  return () => void port.off('message', onMessage)
}

/** Node's events say null where undefined was posted, a listener of `on` does not: it is called next. */
function listenToEvents(port: MessagePort, listener: LaneListener): () => void {
  let portsOfNull: readonly object[] | undefined
  port.addEventListener('message', (event: unknown) => {
    const { data, ports } = event as MessageEvent
    if (data === null) portsOfNull = ports
    else listener.onMessage(data, ports)
  })
  port.on('message', (message) => {
    const ports = portsOfNull
    portsOfNull = undefined
    if (ports !== undefined) listener.onMessage(message, ports)
  })
  return () => {}
}

/** In Bun and Deno only a listener of events gets the event of a message, and that one is called first. */
function listenTwice(port: WorkerPort, listener: LaneListener): () => void {
  let announced: MessageEvent | undefined
  const onEvent = (event: unknown): void => void (announced = event as MessageEvent)
  const onMessage = (message: unknown): void => {
    const event = announced
    announced = undefined
    listener.onMessage(message, event?.data === message ? event?.ports : undefined)
  }
  // By itself it would not start the port, in Deno.
  port.addEventListener('message', onEvent)
  port.on('message', onMessage)
  return () => {
    port.off('message', onMessage)
    port.removeEventListener('message', onEvent)
  }
}
