import type { Sender } from '../direction/sender.ts'
import type { Incoming } from './incoming.ts'

/** Counters of one port since it was made. */
export interface PortStats {
  readonly messagesSent: number
  readonly messagesReceived: number
  /** Encoded bytes. Messages on a port in mode `copied` have none. */
  readonly bytesSent: number
  readonly bytesReceived: number
  /**
   * Messages sent by the native port although there is shared memory. These are messages before the other side listened, with
   * transfers or platform objects, larger than any ring may carry, and posted while the largest ring was full. On Node typed
   * arrays from 64 KiB on count as well. In mode `copied` this is 0. No message is sent in fragments (docs/decisions/0011).
   */
  readonly spills: number
  /** Times the ring had no room. The ring then grew, or the message took the native port, waited or was refused. */
  readonly fullRings: number
  /** Larger rings that followed a full one. */
  readonly growths: number
  /** Rings of the first size that followed a larger one that was not needed any more. */
  readonly shrinks: number
  /** The most bytes that were seen buffered at once. The port looks at each message that does not fit the ring. */
  readonly maxBuffered: number
  /** Turns of delivery, each between two sleeps. */
  readonly turns: number
  /** Times this side went to sleep. */
  readonly parks: number
  /** Native messages sent only to wake the other side's event loop. */
  readonly nudges: number
}

/** Counters of the sending half. */
export type Sent = Omit<PortStats, 'messagesReceived' | 'bytesReceived' | 'turns' | 'parks'>

const NOTHING_SENT: Sent = {
  messagesSent: 0,
  bytesSent: 0,
  spills: 0,
  fullRings: 0,
  growths: 0,
  shrinks: 0,
  maxBuffered: 0,
  nudges: 0,
}

/** The counters of a sender, as they are now. */
export function sentBy({ order, lane, rings, limits }: Sender): Sent {
  const { spills, nudges, buffered } = lane
  const { growths, shrinks } = rings
  const { fullRings } = limits
  const { messages: messagesSent, bytes: bytesSent } = order
  return { messagesSent, bytesSent, spills, fullRings, growths, shrinks, maxBuffered: buffered.most, nudges }
}

/** `unwrapped` and `natives`: messages sent and received before there was a ring, or without. */
export function statsOf(
  { sent = NOTHING_SENT, unwrapped }: { readonly sent: Sent | undefined; readonly unwrapped: number },
  { counts, ring }: Incoming,
  natives: number,
): PortStats {
  const { messages = 0, bytes = 0 } = ring.received ?? {}
  return {
    ...sent,
    ...counts,
    messagesSent: unwrapped + sent.messagesSent,
    messagesReceived: natives + messages,
    bytesReceived: bytes,
  }
}
