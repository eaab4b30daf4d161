/** The answers of a receiver that has no message to give. */

/**
 * Results of `next` without a message. No message is a symbol. They are known by name, so that another copy of this module, as
 * the explorer has, knows them too.
 */
export const EMPTY: unique symbol = Symbol.for('slipring.empty')
/** The next message is in the native lane and not here yet: return to the event loop, which will bring it. */
export const IN_LANE: unique symbol = Symbol.for('slipring.in-lane')
/** The sender closed, and everything it sent has been delivered. */
export const ENDED: unique symbol = Symbol.for('slipring.ended')
/** `takeRefusal` tells why the next message does not go to its place. It stays the next. */
export const REFUSED: unique symbol = Symbol.for('slipring.refused')
/** Budget used up setting aside records for other receivers. Check the time limit, then call again. */
export const MORE: unique symbol = Symbol.for('slipring.more')
/** The next is a record, which `RecordLines` has found. */
export const RECORD: unique symbol = Symbol.for('slipring.record')
/** From a look: there is a message. From `Passing`: a message was passed on. */
export const MESSAGE: unique symbol = Symbol.for('slipring.message')

export type Status =
  | typeof EMPTY
  | typeof IN_LANE
  | typeof ENDED
  | typeof REFUSED
  | typeof MORE
  | typeof RECORD
  | typeof MESSAGE

/** Whether `next` has given no message. One in a field would cost a note for the collector (docs/decisions/0017). */
export function isStatus(found: unknown): found is Status {
  return typeof found === 'symbol'
}

/** Whether more may be there, also of a sender that is gone. */
export function mayBeMore(status: Status): boolean {
  return status === MESSAGE || status === MORE
}
