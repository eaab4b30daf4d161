/**
 * Values that go without an array around them, which takes longer to write and to read than a small value. Such a value continues
 * the last message of two elements, or of three to a worker: it is the next task, the next result, or the next value of the same
 * stream. Each side counts for each direction. A message that a getter posts comes before the message that it is read for, and has
 * more elements.
 */

import { LAST_NUMBER } from './claims.ts'

/** The task number after another. */
export const numberAfter = (number: number): number => (number === LAST_NUMBER ? 1 : number + 1)

/** The meaning of a value alone now, in one direction of one port. */
export class Alone {
  /** The first element of its message: the number of a task, or that of a part, which stays. */
  number = 1
  /** The function of the task. */
  name: string | undefined = undefined

  /** A message was posted, or has come: what follows it. */
  follow(number: number, name: string | undefined): void {
    this.number = number > 0 ? numberAfter(number) : number
    this.name = name
  }
}

/** An array has to go in another, so that nobody takes it for a message. */
export function mayGoAlone(value: unknown): boolean {
  try {
    return !Array.isArray(value)
  } catch {
    // Of a Proxy that was revoked: the port refuses it.
    return false
  }
}
