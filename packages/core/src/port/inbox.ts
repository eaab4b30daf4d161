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
}

const SETTLED = Promise.resolve()

export class Inbox {
  readonly #lane: Lane
  readonly #listener: InboxListener
  readonly #isWanted: () => boolean
  readonly #onTaken: () => void
  readonly #onWaiting: (message: unknown) => void
  readonly #pause: () => Promise<void>
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

  /**
   * `onTaken`: messages were taken without an event. One may have been a nudge, or they may have kept the port open.
   * `onWaiting`: an event has brought a message that waits for `open`.
   * `pause`: runs between two waiting messages, so that code behind a promise can ask for the second.
   */
  constructor(
    lane: Lane,
    listener: InboxListener,
    isWanted: () => boolean = () => true,
    onTaken: () => void = () => {},
    onWaiting: (message: unknown) => void = () => {},
    pause: () => Promise<void> = () => SETTLED,
  ) {
    this.#lane = lane
    this.#listener = listener
    this.#isWanted = isWanted
    this.#onTaken = onTaken
    this.#onWaiting = onWaiting
    this.#pause = pause
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
      while (this.#waiting.length !== 0 && this.#isWanted()) {
        const { message, ports } = this.#waiting.shift()!
        this.#listener.onMessage(message, ports, false)
        await this.#pause()
      }
    } finally {
      this.isFlushing = false
    }
    if (hadSome) this.#onTaken()
    this.#tellOfEnd()
  }

  /** Passes on all messages that wait, and then tells of the end if it has come. A thread that only blocks needs this. */
  drain(pass: (native: Polled) => void): void {
    if (this.#waiting.length !== 0) {
      while (this.#waiting.length !== 0) pass(this.#waiting.shift()!)
      this.#onTaken()
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
    if (this.isClear && this.#isWanted()) {
      this.hasBegun = true
      this.#listener.onMessage(message, ports, true)
    } else {
      this.#waiting.add({ message, ports })
      if (this.#isOpen) void this.flush()
      else this.#onWaiting(message)
    }
  }

  #poll(): Polled | undefined {
    const polled = this.#pollReadable()
    if (polled !== undefined) this.#onTaken()
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
