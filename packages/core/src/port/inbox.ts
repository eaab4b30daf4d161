/**
 * Native messages that come while nobody wants any. They wait in order, and are passed on later. The lane is polled through
 * here only, because a direct poll would overtake the messages that wait.
 */

import { Fifo } from '../direction/fifo.ts'
import { closePorts } from '../direction/out-of-band.ts'
import { Unreadable } from '../direction/unreadable.ts'
import type { Lane, LaneListener, Polled } from '../host.ts'

/** As the lane's: a message that cannot be read is `Unreadable`, in its place. */
export interface InboxListener extends Omit<LaneListener, 'onMessage' | 'onMessageError'> {
  /** `isEvent`: within the lane's own event. */
  onMessage(message: unknown, ports: readonly object[] | undefined, isEvent: boolean): void
  isWanted(): boolean
  /**
   * Messages go of which no event tells: one may have been there to wake the event loop, or they were all that kept a port open.
   */
  onTaken(): void
  /** An event has brought one that waits for `open`. */
  onWaiting(message: unknown): void
  /** Comes between two waiting messages: what promises lead to may ask for the second. */
  pause(): Promise<void> | undefined
}

export class Inbox {
  readonly #lane: Lane
  readonly #listener: InboxListener
  readonly #waiting: Fifo<Polled> = new Fifo()
  /** It takes native messages. */
  isListening = false
  #isOpen = false
  /** Messages are being passed on, with pauses in between. */
  isFlushing = false
  #end: { readonly hasDied: boolean } | undefined
  /** Messages have been passed on, or could have been, since `beginAnew`. */
  hasBegun = false

  readonly post: Lane['post']
  /** As the lane's: absent where that has none. */
  readonly poll: Lane['poll']
  readonly probe: Lane['probe']

  constructor(lane: Lane, listener: InboxListener) {
    this.#lane = lane
    this.#listener = listener
    this.post = (message, transfer) => lane.post(message, transfer)
    this.poll = lane.poll === undefined ? undefined : () => this.#waiting.shift() ?? this.#poll()
    this.probe = lane.probe === undefined ? undefined : (message) => lane.probe!(message)
    lane.watch?.(() => this.#onClose())
  }

  get areWaiting(): boolean {
    return this.#waiting.length !== 0
  }

  /** Whether a message that comes now is passed on at once, if somebody wants it. */
  get isClear(): boolean {
    return this.#isOpen && this.#waiting.length === 0
  }

  /** Takes native messages from now on. */
  listen(): void {
    if (this.isListening) return
    this.isListening = true
    this.#lane.start({
      onMessage: (message, ports) => this.#onMessage(message, ports),
      onMessageError: (error) => this.#onMessage(new Unreadable(error), undefined),
      onClose: (hasDied) => this.#onClose(hasDied),
    })
  }

  /** Somebody begins to want messages. */
  beginAnew(): void {
    this.hasBegun = this.isFlushing
  }

  /** Passes on what waits, and from then on each as it comes, as long as somebody wants it. */
  open(): Promise<void> {
    this.#isOpen = true
    return this.flush()
  }

  /** Passes on what waits, with a pause between two messages, until nobody wants the next. */
  async flush(): Promise<void> {
    if (this.isFlushing) return
    this.isFlushing = this.hasBegun = true
    const hadSome = this.areWaiting
    try {
      while (this.#waiting.length !== 0 && this.#listener.isWanted()) {
        const { message, ports } = this.#waiting.shift()!
        this.#listener.onMessage(message, ports, false)
        await this.#listener.pause()
      }
    } finally {
      this.isFlushing = false
    }
    if (hadSome) this.#listener.onTaken()
    this.#tellOfEnd()
  }

  /** Passes on all messages that wait, and then tells of the end if it has come. A thread that only blocks needs this. */
  drain(pass: (native: Polled) => void): void {
    if (this.#waiting.length !== 0) {
      while (this.#waiting.length !== 0) pass(this.#waiting.shift()!)
      this.#listener.onTaken()
    }
    this.#tellOfEnd()
  }

  /** Takes the oldest there is; with none left, and none to come, tells of the end. */
  take(): Polled | undefined {
    const message = this.#waiting.shift()
    if (message !== undefined) {
      // After this call: its caller has not stored the message yet.
      if (this.#end !== undefined) void Promise.resolve().then(() => this.#tellOfEnd())
      return message
    }
    if (this.#end !== undefined) this.#listener.onClose(this.#end.hasDied)
    return this.#lane.poll && this.#poll()
  }

  /** Nobody will get what waits. */
  drop(): void {
    this.#waiting.forEach(({ ports }) => closePorts(ports))
    this.#waiting.clear()
  }

  #onMessage(message: unknown, ports: readonly object[] | undefined): void {
    if (this.isClear && this.#listener.isWanted()) {
      this.hasBegun = true
      this.#listener.onMessage(message, ports, true)
    } else {
      this.#waiting.add({ message, ports })
      if (this.#isOpen) void this.flush()
      else this.#listener.onWaiting(message)
    }
  }

  #poll(): Polled | undefined {
    const polled = this.#pollReadable()
    if (polled !== undefined) this.#listener.onTaken()
    return polled
  }

  #pollReadable(): Polled | undefined {
    try {
      return this.#lane.poll!()
    } catch (error) {
      // A stack overflow is no message, and the port ends by it.
      if (error instanceof RangeError) throw error
      // A native port has taken it off the queue all the same, and the next one may be there.
      return { message: new Unreadable(error) }
    }
  }

  #onClose(hasDied = false): void {
    this.#end ??= { hasDied }
    if (!this.isFlushing) this.#tellOfEnd()
  }

  #tellOfEnd(): void {
    if (this.#end !== undefined && this.#waiting.length === 0) this.#listener.onClose(this.#end.hasDied)
  }
}
