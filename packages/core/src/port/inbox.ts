/**
 * Native messages that come before the port delivers any: kept in order, and passed on when it does. Who polls the lane
 * does so through here, or would overtake those that are kept.
 */

import type { Lane, LaneListener } from '../host.ts'

export class Inbox {
  readonly #lane: Lane
  readonly #listener: LaneListener
  readonly #kept: Parameters<LaneListener['onMessage']>[] = []
  #isListening = false
  #isOpen = false
  #isEnded = false

  readonly post: Lane['post']
  /** As the lane's: absent where that has none. */
  readonly poll: Lane['poll']
  readonly probe: Lane['probe']

  constructor(lane: Lane, listener: LaneListener) {
    this.#lane = lane
    this.#listener = listener
    this.post = (message, transfer) => lane.post(message, transfer)
    this.poll = lane.poll === undefined ? undefined : () => this.take() ?? lane.poll!()
    this.probe = lane.probe === undefined ? undefined : (message) => lane.probe!(message)
  }

  /** Takes native messages from now on. */
  listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    this.#lane.start({
      onMessage: (message, ports) => {
        if (this.#isOpen) this.#listener.onMessage(message, ports)
        else this.#kept.push([message, ports])
      },
      onMessageError: (error) => this.#listener.onMessageError(error),
      onClose: () => {
        this.#isEnded = true
        if (this.#isOpen) this.#listener.onClose()
      },
    })
  }

  /** Passes on what was kept, with microtasks between two messages, and from then on each as it comes. */
  async open(): Promise<void> {
    while (this.#kept.length !== 0) {
      this.#listener.onMessage(...this.#kept.shift()!)
      await undefined
    }
    this.#isOpen = true
    if (this.#isEnded) this.#listener.onClose()
  }

  /** Passes on what was kept, and nothing of what comes later. */
  drain(): void {
    while (this.#kept.length !== 0) this.#listener.onMessage(...this.#kept.shift()!)
  }

  /** Takes the oldest of those kept; with none left, and none to come, tells of the end. */
  take(): { message: unknown } | undefined {
    const kept = this.#kept.shift()
    if (kept === undefined && this.#isEnded) this.#listener.onClose()
    return kept === undefined ? undefined : { message: kept[0] }
  }
}
