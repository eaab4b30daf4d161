import { dataCloneError, isInstanceError } from '../errors.ts'

/**
 * Stands in the place of a message that is here but has no value: an instance in it could not be made, or the platform
 * could not deserialize it.
 */
export class Unreadable {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }

  /** For who has asked for the message. A browser gives no error, and nobody can do anything with null. */
  get reason(): unknown {
    return this.error ?? dataCloneError('Cannot read a message: the platform could not deserialize it')
  }
}

/** What was taken, for who asked for it; throws why it cannot be read. */
export function readable(taken: { message: unknown } | undefined): { message: unknown } | undefined {
  if (taken?.message instanceof Unreadable) throw taken.message.reason
  return taken
}

/** For a message whose bytes are sound and the tables as they should be, so that the next can be read; else throws on. */
export function unreadableFor(error: unknown): Unreadable {
  if (isInstanceError(error)) return new Unreadable(error)
  throw error
}
