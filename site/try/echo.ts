/** A worker that sends each message back, by whatever carries messages to it. */
export interface Echo {
  post(message: unknown): void
  /** Set before the first `post`. */
  onanswer: (answer: unknown) => void
  /** How messages cross. */
  mode(): string
  close(): void
}
