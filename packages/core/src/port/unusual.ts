/**
 * Everything unusual about the receiving half of a port at the moment, in one word. The loop asks for it once a message: zero is
 * the common case, and then nothing else is asked. The part that makes something unusual sets its bit, and the part that ends it
 * clears it.
 */

/** The port has ended. */
export const ENDED = 1
/** Messages are not delivered to listeners. */
export const STOPPED = 2
/** A caller has asked for a message itself; from then on it may again. */
export const PULLED = 4
/** A typed channel or a state was opened here. */
export const CHANNELS = 8
/** Native messages of others wait. */
export const NATIVES = 16
/** A program wants to hear of each message. */
export const TRACED = 32
/** Each message is a task of its own. */
export const TASKED = 64
/** A task must come before the next message. */
export const PAUSED = 128
/** The other side has ended, or is gone: each message may be the last. */
export const PEER_ENDED = 256

/** A listener for one message has got it: a task comes before the next message, unless nobody listens any more. */
export const ONCE = 512

export class Unusual {
  bits: number = STOPPED

  set(bit: number): void {
    this.bits |= bit
  }

  clear(bit: number): void {
    this.bits &= ~bit
  }
}
