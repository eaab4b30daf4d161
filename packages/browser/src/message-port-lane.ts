/** The native lane over a `MessagePort` of our own. */

import type { Lane, LaneListener } from '@slipring/core'
import { FAREWELL, isFarewell } from './farewell.ts'
import { type Alive, isAlive, type MortalLane } from './life-lock.ts'

export class MessagePortLane implements Lane, MortalLane {
  readonly #port: MessagePort
  #listener: LaneListener | undefined
  onAlive: (alive: Alive) => void = () => {}
  received = 0

  constructor(port: MessagePort) {
    this.#port = port
  }

  post(message: unknown, transfer: readonly object[] = []): void {
    this.#port.postMessage(message, transfer as Transferable[])
  }

  start(listener: LaneListener): void {
    this.#listener = listener
    this.#port.addEventListener('message', ({ data, ports }) => {
      this.received++
      if (isFarewell(data)) listener.onClose()
      else if (isAlive(data)) this.onAlive(data)
      else listener.onMessage(data, ports)
    })
    this.#port.addEventListener('messageerror', ({ data }) => listener.onMessageError(data))
    this.#port.start()
  }

  end(): void {
    this.#listener?.onClose(true)
  }

  close(): void {
    this.#port.postMessage(FAREWELL)
    this.#port.close()
  }
}
