/** The functions that a platform must provide. `worker` and `browser` answer these questions and nothing else. */

/** The longest time of a timer. A longer one would be over at once, so it counts as for ever. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1

/** Answers about the thread; one per thread. */
export interface Host {
  /** Whether this thread may block in `Atomics.wait`. */
  readonly canBlock: boolean
  /** The faster way to wake this thread's event loop. `port` where `Atomics.waitAsync` is missing, whatever this says. */
  readonly wakeBy: 'waitAsync' | 'port'
  /** The process may use only one core, where a look before sleeping keeps the other side from running. Absent: it has more. */
  readonly hasOneCore?: boolean
  /** Milliseconds of a monotonic clock, with fractions. */
  now(): number
  /** Sleeps in the place of the event loop, where the process has one core and that has been measured to pay. Absent: never. */
  readonly doze?: (() => Dozing) | undefined
  /** Calls back in a new task, soon, after timers and I/O had their turn. */
  nextTask(callback: () => void): void
  /**
   * Calls back within this task, after all that its promises lead to. Absent: the thread must not sleep in the place of its
   * event loop, not for milliseconds.
   */
  readonly afterPromises?: (callback: () => void) => void
  /**
   * Calls back after `ms` milliseconds, unless the function it returns is called before. `mayEnd`: a process that has nothing
   * else to do need not wait for it.
   */
  later(callback: () => void, ms: number, mayEnd?: boolean): () => void
  /** An exception that no caller can catch, such as one from a message handler: as the platform reports those. */
  reportError(error: unknown): void
  /** Looks at what a listener returned, where the platform does; `onFailure` when that turns out to be an error. */
  readonly watchResult?: (result: unknown, onFailure: () => void) => void
  /** Brings for one direction what the platform clones in less time than a ring carries it. Absent: nothing. */
  readonly chooseLane?: ((lane: CloningLane) => LaneChooser) | undefined
  /**
   * Keeps the platform's context of the code that runs now, such as the request that it serves. The result calls back at once, in
   * that context. Absent: the platform has no contexts.
   */
  readonly keepContext?: () => InContext
  /** A port goes on when its last listener leaves, and loses later messages. So promises that listen again must run first. */
  readonly staysStarted?: boolean
  /** A port that a listener closes still delivers what is there. */
  readonly deliversAfterClose?: boolean
}

/** When to sleep in the place of the event loop, and for how long. */
export interface Dozing {
  /** Whether it is worth a try instead of the next sleep. */
  isDue(): boolean
  /** From `start`, which is now, on. Whether there is news. */
  sleep(gate: { block(sleeper: NewsTeller, ms: number): boolean }, sleeper: NewsTeller, start: number): boolean
}

interface NewsTeller {
  hasNews(): boolean
}

/** The native lane of one direction, as `LaneChooser` uses it. */
export interface CloningLane {
  /** The control block in which the receiver says what it wants. */
  readonly home: Int32Array
  /** Posts a message with the next number. `bytes`: counted for it. */
  post(
    kind: number,
    payload: unknown,
    objects: readonly unknown[] | undefined,
    transfer: readonly object[],
    bytes: number,
  ): void
}

/** Posts messages that the platform clones sooner. Learns from each large message that was encoded. */
export interface LaneChooser {
  /** From this many bytes on, the platform clones a typed array in less time than we do. */
  readonly viewBytes: number
  /** False: not posted. `bytes`: of its buffer. */
  trySendView(value: ArrayBufferView, bytes: number): boolean
  /** The same for any value; runs no code of the program where it is not posted. */
  trySend(value: unknown): boolean
  /** A large message has been encoded. `copied`: its bytes that are long texts or memory. */
  learn(value: unknown, bytes: number, copied: number): void
}

/** The platform's part in transferring our ports. */
export interface PortMaker {
  /** A port of ours that goes on where another one ended, as its `passport` says. The native port if there is no valid passport. */
  open(native: object, passport: unknown): object
  /** A native port that brings one message, to be transferred. */
  carry(message: unknown): object
  /** The value that a port of `carry` has brought, or undefined. */
  carried(port: object): unknown
}

export type InContext = (callback: () => void) => void

/** Where the context is the right one already, or the platform knows of none. */
export const atOnce: InContext = (callback) => callback()

/** How the other side is reached without shared memory: a native `MessagePort`, or a worker's own. One per port. */
export interface Lane {
  /** Throws the platform's own `DataCloneError`, and then nothing is sent. */
  post(message: unknown, transfer?: readonly object[]): void
  /** Tells of the end also before `start`; absent where `start` is early enough. */
  readonly watch?: (onClose: () => void) => void
  /** Begins delivery of native messages, in order. */
  start(listener: LaneListener): void
  /**
   * From now on a message that is `token` may call `onNudge`, within its event, where that is a shorter way; when it gives
   * false the message goes to the listener, as any other.
   */
  readonly hearNudges?: ((token: string, onNudge: () => boolean) => void) | undefined
  /** Its events come in the context in which the port was made, which then need not be restored: that costs (`keepContext`). */
  readonly keepsContext?: boolean
  /** Takes the next native message without the event loop; absent where the platform cannot. It tells no ports of it. */
  readonly poll?: (() => Polled | undefined) | undefined
  /**
   * Whether the other side is still there, as far as `poll` has seen: for a thread that blocks, to which no event comes. May
   * post `message`, which carries nothing. Absent where the platform does not tell.
   */
  readonly probe?: ((message: unknown) => boolean) | undefined
  /** An event tells how the other side has ended. Before that event, a port sees that it has ended but does not say how. */
  readonly tellsExit?: boolean
  /** Messages posted before are still delivered to the peer. */
  close(): void
  /** The end is no event on the other side. A port there that sleeps at no gate, because nobody asks for a message, needs a nudge. */
  readonly endsSilently?: boolean
  /** If the sender has ended, a message with shared memory arrives as `messageerror`. So a ring is used only once it has arrived. */
  readonly losesShared?: boolean
  /** Our port hears native messages there, whether or not it reads the ring: a nudge can tell it of an end. */
  readonly isHeard?: boolean
}

export interface Polled {
  readonly message: unknown
  /** The ports of a message that had come by an event before. */
  readonly ports?: readonly object[] | undefined
}

export interface LaneListener {
  /** `ports`: the transferred ones, where the platform's event tells them. */
  onMessage(message: unknown, ports?: readonly object[]): void
  onMessageError(error: unknown): void
  /** The other side of the lane is gone, politely or not; `hasDied` where the platform can tell. */
  onClose(hasDied?: boolean): void
}
