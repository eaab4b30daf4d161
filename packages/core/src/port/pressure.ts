/** Back-pressure: tells when the other side has caught up, by the promise `ready` and the event `drain`. */

import type { Sender } from '../direction/sender.ts'
import type { Host } from '../host.ts'
import { PRODUCER_GATE } from '../memory/layout.ts'
import { AsyncGate, hasWaitAsync, PARK_ASYNC } from '../signal/gate.ts'

/** How often to look where nobody can wake us, as without `Atomics.waitAsync`. */
const LOOK_EVERY_MS = 10

export interface PressureParts {
  readonly host: Host
  /** The other side has caught up, after a time in which it had not. */
  readonly onDrain: () => void
  /** With what `ready` rejects when nobody will take anything any more. */
  readonly peerClosed: () => Error
  /** The same error while messages of the other side still keep the port open; undefined before that side is gone. */
  readonly goneError: () => Error | undefined
  /** `isHeld`: somebody waits for `ready`. */
  readonly hold: (isHeld: boolean) => void
}

export class Pressure {
  readonly #parts: PressureParts
  #sender: Sender | undefined
  #gate: AsyncGate | undefined
  /** The control block on which `#gate` is. */
  #words: Int32Array | undefined
  #isWatching = false
  /** Somebody will wake us, or a look is due. */
  #isArmed = false
  /** A look is due, where nobody can wake us. */
  #isLookDue = false
  #ready: Promise<void> | undefined
  #isHeld = false
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined

  constructor(parts: PressureParts) {
    this.#parts = parts
  }

  /** Without shared memory there is nothing to watch. */
  set sender(sender: Sender) {
    this.#sender = sender
  }

  #isHigh(): boolean {
    return this.#sender !== undefined && this.#sender.lookAtBuffered() > this.#sender.limits.readyAt
  }

  /** Settled once the other side has caught up. Somebody watches until then. */
  whenReady(): Promise<void> {
    if (this.#ready === undefined && !this.#isHigh()) {
      this.#sender?.limits.forgetRefused()
      return Promise.resolve()
    }
    const ready = this.#ready ?? this.#makeReady()
    this.#ready = ready
    this.begin()
    // It may be settled by now.
    this.#hold(this.#ready !== undefined)
    return ready
  }

  #makeReady(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => (this.#settle = { resolve, reject }))
    // A program that does not look at `ready` has not asked to be told of the end.
    ready.catch(() => {})
    return ready
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#parts.hold(isHeld)
    this.#isHeld = isHeld
  }

  /** Looks whether the other side has fallen behind; if so, `drain` will come. */
  watch(): void {
    if (this.#isHigh()) this.begin()
  }

  /** Parks again. Needed also after this thread has blocked on the same gate, which then says that nobody sleeps (C6). */
  rearm(): void {
    while (this.#isWatching) {
      this.#isArmed = false
      if (!this.#isHigh()) return this.#drained()
      if (this.#sender!.rings.isReceiverClosed) return this.end(this.#parts.peerClosed())
      const gone = this.#parts.goneError()
      if (gone !== undefined) return this.end(gone)
      this.#isArmed = this.#park(this.#sender!)
      if (this.#isArmed) return
    }
  }

  /** The port has ended. */
  end(error: unknown): void {
    this.#isWatching = false
    this.#gate?.dispose()
    this.#settleReady((settle) => settle.reject(error))
  }

  letGo(): void {
    this.#sender = this.#gate = this.#words = undefined
  }

  /** A look has found too much, or a message was refused. `drain` comes even if less is found now. */
  begin(): void {
    if (this.#isWatching && this.#isArmed) return
    this.#isWatching = true
    this.rearm()
  }

  #park(sender: Sender): boolean {
    if (!hasWaitAsync) {
      this.#lookLater()
      return true
    }
    const words = sender.findReleasing()
    if (this.#words !== words) {
      const gate = new AsyncGate(words, PRODUCER_GATE, PARK_ASYNC, () => this.rearm())
      this.#gate?.dispose()
      this.#gate = gate
      this.#words = words
    }
    sender.wantDrained(words)
    // A message may wait in an older ring until somebody asks for it. The releases of newer rings do not wake us here.
    if (sender.rings.isInOlderRings) this.#lookLater()
    // A ring that was drained meanwhile will not be released again.
    const isLeft = (): boolean => sender.findReleasing() !== words
    return this.#gate!.park({ hasNews: () => !this.#isHigh() || sender.rings.isReceiverClosed || isLeft() })
  }

  // One timer at a time: each post that finds too much comes here, and so does each look.
  #lookLater(): void {
    if (this.#isLookDue) return
    const look = (): void => {
      this.#isLookDue = false
      this.rearm()
    }
    // Only a program that waits for `ready` holds the process.
    this.#parts.host.later(look, LOOK_EVERY_MS, true)
    this.#isLookDue = true
  }

  #drained(): void {
    this.#isWatching = false
    this.#sender!.limits.forgetRefused()
    this.#settleReady((settle) => settle.resolve())
    this.#parts.onDrain()
  }

  #settleReady(how: (settle: { resolve: () => void; reject: (error: unknown) => void }) => void): void {
    const settle = this.#settle
    if (settle === undefined) return
    this.#ready = undefined
    this.#settle = undefined
    how(settle)
    this.#hold(false)
  }
}
