/** A port with the listener methods of Node's `MessagePort`, and its hold on the event loop. */

import { type Listener, Port, type PortParts } from '@slipring/core'
import { nodeHost } from './node-host.ts'
import type { NodeLane } from './node-lane.ts'

/** Events a listener of `on` may have. `message` brings the value itself, not an event. */
export type PortEvent = 'message' | 'messageerror' | 'close'
export type PortListener = (value: any) => void

export interface NodePortParts extends Omit<PortParts, 'host'> {
  readonly lane: NodeLane
}

export class NodePort extends Port {
  readonly #lane: NodeLane
  readonly #otherListeners = new Map<PortListener, Listener>()

  constructor(parts: NodePortParts) {
    super({ ...parts, host: nodeHost })
    this.#lane = parts.lane
  }

  /** Adds a listener; the first for `message` starts the port and keeps the process alive, as on a `MessagePort`. */
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
    if (event === 'message') this.messageListeners.remove(listener)
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

  /** The first listener starts the port and holds the process; without any the process may end. */
  protected override onHeard(isHeard: boolean): void {
    if (!isHeard) return this.unref()
    this.start()
    this.ref()
  }

  protected override nextTurn(callback: () => void): void {
    if (this.hasRef()) super.nextTurn(callback)
    // An immediate would hold the process for as long as messages pour in. If something else holds it, this runs as well.
    else setTimeout(callback, 0).unref()
  }

  #add(event: PortEvent, listener: PortListener, isOnce: boolean): this {
    if (event === 'message') {
      this.messageListeners.add(listener, { once: isOnce }, true)
      return this
    }
    const wrapped = (raised: { readonly data?: unknown }): void => listener.call(this, raised.data)
    this.#otherListeners.set(listener, wrapped)
    super.addEventListener(event, wrapped, { once: isOnce })
    return this
  }
}
