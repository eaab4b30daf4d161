import type { Sender } from '../channel/sender.ts'
import type { Incoming } from './incoming.ts'

/** Counters of one port since it was made. */
export interface PortStats {
  readonly messagesSent: number
  readonly messagesReceived: number
  /** Encoded bytes; a message on a port in mode `copied` has none. */
  readonly bytesSent: number
  readonly bytesReceived: number
  /**
   * Messages sent by the native lane although there is shared memory: before the other side listened, with transfers or platform
   * objects, larger than any ring may carry, posted while the largest ring was full, and on Node typed arrays from 64 KiB on.
   * In mode `copied`, where there is no other way, none. There are no fragments to count: docs/decisions/0011.
   */
  readonly spills: number
  /** Times the ring had no room for a message: then it grew, the message took the native lane, waited or was refused. */
  readonly fullRings: number
  /** Larger rings that followed a full one. */
  readonly growths: number
  /** Rings of the first size that followed a larger one, which was needed no longer. */
  readonly shrinks: number
  /** Most bytes that were buffered at once, as far as somebody looked: each message that did not fit the ring does. */
  readonly maxBuffered: number
  /** Stretches of deliveries, each between two sleeps. */
  readonly turns: number
  /** Times this side went to sleep. */
  readonly parks: number
  /** Native messages sent only to wake the other side's event loop. */
  readonly nudges: number
}

export type Sent = Pick<
  Sender,
  'messages' | 'bytes' | 'spills' | 'fullRings' | 'growths' | 'shrinks' | 'maxBuffered' | 'nudges'
>

/** As it is now. */
export function sentBy({ messages, bytes, spills, fullRings, growths, shrinks, maxBuffered, nudges }: Sent): Sent {
  return { messages, bytes, spills, fullRings, growths, shrinks, maxBuffered, nudges }
}

/** `unwrapped` and `natives`: messages sent and received before there was a ring, or without. */
export function statsOf(
  { sent, unwrapped }: { readonly sent: Sent | undefined; readonly unwrapped: number },
  incoming: Incoming,
  natives: number,
): PortStats {
  const { turn, taker } = incoming
  const { received } = incoming.ring
  return {
    messagesSent: unwrapped + (sent?.messages ?? 0),
    messagesReceived: natives + (received?.messages ?? 0),
    bytesSent: sent?.bytes ?? 0,
    bytesReceived: received?.bytes ?? 0,
    spills: sent?.spills ?? 0,
    fullRings: sent?.fullRings ?? 0,
    growths: sent?.growths ?? 0,
    shrinks: sent?.shrinks ?? 0,
    maxBuffered: sent?.maxBuffered ?? 0,
    turns: turn.turns,
    parks: taker.parks + turn.parks,
    nudges: sent?.nudges ?? 0,
  }
}
