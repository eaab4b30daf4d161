/** A port with the listener methods of Node's `MessagePort`, and its hold on the event loop. */

import { type Listener, type ListenerOptions, Port, type PortParts } from '@slipring/core'
import { nodeHost } from './node-host.ts'
import type { NodeLane } from './node-lane.ts'

/** Events a listener of `on` may have. `message` brings the value itself, not an event. */
export type PortEvent = 'message' | 'messageerror' | 'close'
export type PortListener = (value: any) => void

interface Registered {
  readonly listener: PortListener
  readonly isOnce: boolean
}

export interface NodePortParts extends Omit<PortParts, 'host'> {
  readonly lane: NodeLane
}

export class NodePort extends Port {
  readonly #lane: NodeLane
  /** Copied on change, so that a delivery under way sees the list it began with. */
  #messageListeners: readonly Registered[] = []
  readonly #otherListeners = new Map<PortListener, Listener>()
  readonly #eventListeners = new Set<Listener>()

  constructor(parts: NodePortParts) {
    super({ ...parts, host: nodeHost })
    this.#lane = parts.lane
  }

  /** Adds a listener; one for `message` starts the port and keeps the process alive, as on a `MessagePort`. */
  on(event: PortEvent, listener: PortListener): this {
    return this.#add(event, listener, false)
  }

  once(event: PortEvent, listener: PortListener): this {
    return this.#add(event, listener, true)
  }

  addListener(event: PortEvent, listener: PortListener): this {
    return this.on(event, listener)
  }

  /** Removes a listener; without any for `message` the port no longer keeps the process alive. */
  off(event: PortEvent, listener: PortListener): this {
    if (event === 'message') this.#removeMessageListener(listener)
    else {
      const wrapped = this.#otherListeners.get(listener)
      this.#otherListeners.delete(listener)
      if (wrapped !== undefined) this.removeEventListener(event, wrapped)
    }
    return this
  }

  removeListener(event: PortEvent, listener: PortListener): this {
    return this.off(event, listener)
  }

  override addEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    super.addEventListener(type, listener, options)
    if (type !== 'message' || listener === null) return
    this.#eventListeners.add(listener)
    this.#hold()
  }

  override removeEventListener(type: string, listener: Listener | null, options?: ListenerOptions | boolean): void {
    super.removeEventListener(type, listener, options)
    if (type !== 'message' || listener === null) return
    this.#eventListeners.delete(listener)
    this.#releaseIfUnheard()
  }

  /** Lets the port keep the process alive. */
  ref(): void {
    this.#lane.ref()
  }

  /** Lets the process end although the port is open. */
  unref(): void {
    this.#lane.unref()
  }

  hasRef(): boolean {
    return this.#lane.hasRef()
  }

  /** The other side has ended: what it had sent is delivered now, then the port closes. */
  abandonBy(isOrderly: boolean): void {
    this.abandon(isOrderly ? 'peer-closed' : 'peer-died')
  }

  protected override deliver(value: unknown, ports?: readonly object[]): void {
    const listeners = this.#messageListeners
    for (let index = 0; index < listeners.length; index++) {
      const { listener, isOnce } = listeners[index]!
      if (isOnce) this.#removeMessageListener(listener)
      try {
        listener.call(this, value)
      } catch (error) {
        nodeHost.reportError(error)
      }
    }
    super.deliver(value, ports)
  }

  #add(event: PortEvent, listener: PortListener, isOnce: boolean): this {
    if (event === 'message') {
      this.#messageListeners = [...this.#messageListeners, { listener, isOnce }]
      this.#hold()
      return this
    }
    const wrapped = (raised: { readonly data?: unknown }): void => listener.call(this, raised.data)
    this.#otherListeners.set(listener, wrapped)
    super.addEventListener(event, wrapped, { once: isOnce })
    return this
  }

  #removeMessageListener(listener: PortListener): void {
    const index = this.#messageListeners.findLastIndex((registered) => registered.listener === listener)
    if (index === -1) return
    this.#messageListeners = this.#messageListeners.toSpliced(index, 1)
    this.#releaseIfUnheard()
  }

  #hold(): void {
    this.start()
    this.ref()
  }

  #releaseIfUnheard(): void {
    if (this.#messageListeners.length === 0 && this.#eventListeners.size === 0) this.unref()
  }
}
