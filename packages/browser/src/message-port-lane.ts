/** The native lane over a `MessagePort` of our own. */

import type { Lane, LaneListener } from '@slipring/core'
import { type Alive, isAlive } from './life-lock.ts'

/** The last message of a side. Browsers do not tell a port that the other one has closed. */
interface Farewell {
  readonly slipringFarewell: true
}

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
    this.#port.postMessage({ slipringFarewell: true } satisfies Farewell)
    this.#port.close()
  }
}

function isFarewell(message: unknown): message is Farewell {
  return typeof message === 'object' && message !== null && (message as Partial<Farewell>).slipringFarewell === true
}
