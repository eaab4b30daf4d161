/** A sender with an event loop, which is told when the other side has caught up: as `Port` does for `ready` and `drain`. */

import { CONSUMER_POSITION, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import type { Sender } from '../../../packages/core/src/direction/sender.ts'
import type { Pressure } from '../../../packages/core/src/port/pressure.ts'
import { Failure } from '../failure.ts'
import type { Thread } from '../program.ts'
import type { Subject } from '../subject.ts'

export class Drain {
  readonly #thread: Thread
  readonly #pressure: Pressure
  readonly #highWaterMark: number
  #isHeld = false
  #isRefused = false

  constructor(thread: Thread, { Pressure }: Subject, sender: Sender, highWaterMark: number) {
    this.#thread = thread
    this.#highWaterMark = highWaterMark
    this.#pressure = new Pressure({
      // A look by the clock, as while older rings are left, never comes here: wake-ups alone must do.
      host: { later: () => () => {} } as never,
      onDrain: () => {
        const bytes = Math.max(bytesInRings(thread), sender.lookAtBuffered())
        thread.assert(bytes <= highWaterMark, `told of a drain with ${bytes} bytes`)
      },
      peerClosed: () => {
        this.#isRefused = true
        return new Failure('the receiver has closed')
      },
      goneError: () => undefined,
      hold: (isHeld) => (this.#isHeld = isHeld),
    })
    this.#pressure.sender = sender
  }

  /** After each message. A thread that may have blocked has left the gate at RUN: it parks again. */
  sent(hasBlocked: boolean): void {
    if (hasBlocked) this.#pressure.rearm()
    this.#pressure.watch()
  }

  /** Back to the event loop, which must bring a wake-up. */
  awaitReady(): void {
    void this.#pressure.whenReady()
    while (this.#isHeld) this.#thread.nextEvent()
    if (this.#isRefused) return
    const bytes = bytesInRings(this.#thread)
    this.#thread.assert(bytes <= this.#highWaterMark, `told to be ready with ${bytes} bytes`)
  }

  /** The port ends. */
  giveUp(): void {
    this.#pressure.end(new Failure('nobody waits any more'))
  }
}

function bytesInRings(thread: Thread): number {
  const used = (region: number): number =>
    (thread.look(region, PRODUCER_POSITION) - thread.look(region, CONSUMER_POSITION)) | 0
  return used(0) + used(1)
}
