/** A line between two threads, as a program would use it. */

export type Exchange = (value: unknown) => unknown

export interface End {
  post(value: unknown, transfer?: Transferable[]): void
  /** Once only. */
  receive(handler: (value: unknown) => void): void
}

/** The end of the thread that made the other one. */
export interface Line extends End {
  /** Resolves when the other thread listens. */
  readonly ready: Promise<void>
  /** Rejects when the other thread breaks. */
  readonly failed: Promise<never>
  close(): unknown
  /** Where both threads block: posts, and waits for the answer. */
  readonly exchange?: Exchange
  /** Throws when the line is open but not in the way that is to be measured. */
  check?(): void
}

/** The task of the worker of a cell. */
export interface WorkerTask {
  readonly system: string
  readonly workload: string
  readonly role: 'echo' | 'sink' | 'source'
  /** Of a channel, where the system makes one. */
  readonly offer?: object
}
