/** The native lane over a `MessagePort` of our own. */

import type { LaneListener } from '@slipring/core'
import { FAREWELL } from './farewell.ts'
import { MortalLane } from './mortal-lane.ts'

/**
 * Firefox keeps the body of such a message with the port that posted it, until it has arrived. Workers' own lanes keep
 * theirs, and so do the ports of other engines.
 */
const losesShared = / Gecko\//.test((globalThis.navigator as Navigator | undefined)?.userAgent ?? '')

export class MessagePortLane extends MortalLane {
  readonly losesShared: boolean = losesShared
  readonly #port: MessagePort

  constructor(port: MessagePort) {
    super()
    this.#port = port
  }

  post(message: unknown, transfer: readonly object[] = []): void {
    this.#port.postMessage(message, transfer as Transferable[])
  }

  override start(listener: LaneListener): void {
    super.start(listener)
    this.#port.addEventListener('message', (event) => this.take(event))
    this.#port.addEventListener('messageerror', (event) => this.fail(event))
    this.#port.start()
  }

  close(): void {
    this.#port.postMessage(FAREWELL)
    this.#port.close()
  }
}
