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

  /** The error for the caller that asked for the message. A browser gives none, and nobody can do anything with null. */
  get reason(): unknown {
    return this.error ?? dataCloneError('Cannot read a message: the platform could not deserialize it')
  }
}

/** Returns a message that was taken. Throws the error of a message that cannot be read. */
export function readable(taken: { message: unknown } | undefined): { message: unknown } | undefined {
  if (taken?.message instanceof Unreadable) throw taken.message.reason
  return taken
}

/** For an error after which the next message can still be read: bytes and tables are sound. Throws any other error on. */
export function unreadableFor(error: unknown): Unreadable {
  if (isInstanceError(error)) return new Unreadable(error)
  throw error
}
