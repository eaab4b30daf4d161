/** The one order of the messages of a direction, whichever lane each takes, and the step that is under way. */

/** No message is on its way. */
export const FREE = 0
/** A message is being encoded: a getter of it may post. */
export const ENCODING = 1
/** The platform clones: a getter of what only it can carry may post, and its message waits until this one has a number. */
export const POSTING = 2

export class Order {
  /** Number of the next message, u32. */
  sequence = 0
  /** Native messages announced in OUT_OF_BAND: kept here, so that a new ring goes on counting. */
  announced = 0
  step: typeof FREE | typeof ENCODING | typeof POSTING = FREE
  /** A message was encoded and not sent. The next encoding must not refer to it. */
  isUnsent = false
  /** A getter of the message that is being encoded may have closed the direction: then that is not sent either. */
  isClosed = false
  /**
   * A step is under way of which a part is worse than nothing. Still true after something was thrown: nothing more can be
   * sent, and the port ends (docs/decisions/0024).
   */
  isTorn = false
  messages = 0
  bytes = 0
}

// A message that comes after would take the place of the one that was stopped.
export function throwTorn(): never {
  throw new Error('Cannot post: an error has stopped the message before in the middle, and the port ends')
}
