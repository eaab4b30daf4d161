/** The native lane over a `MessagePort` of our own. */

import type { Lane, LaneListener } from '@slipring/core'
import { FAREWELL, isFarewell } from './farewell.ts'
import { type Alive, isAlive } from './life-lock.ts'

export class MessagePortLane implements Lane {
  readonly #port: MessagePort
  /** `onGone`: to be called when the other side's thread has ended. */
  onAlive: (alive: Alive, onGone: () => void) => void = () => {}

  constructor(port: MessagePort) {
    this.#port = port
  }

  post(message: unknown, transfer: readonly object[] = []): void {
    this.#port.postMessage(message, transfer as Transferable[])
  }

  start(listener: LaneListener): void {
    this.#port.addEventListener('message', ({ data, ports }) => {
      if (isFarewell(data)) listener.onClose()
      else if (isAlive(data)) this.onAlive(data, () => listener.onClose(true))
      else listener.onMessage(data, ports)
    })
    this.#port.addEventListener('messageerror', ({ data }) => listener.onMessageError(data))
    this.#port.start()
  }

  close(): void {
    this.#port.postMessage(FAREWELL)
    this.#port.close()
  }
}
