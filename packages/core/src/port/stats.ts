import type { Receiver } from '../channel/receiver.ts'
import type { Sender } from '../channel/sender.ts'

/** Counters of one port since it was made. */
export interface PortStats {
  readonly messagesSent: number
  readonly messagesReceived: number
  /** Encoded bytes; a message on a port in mode `copied` has none. */
  readonly bytesSent: number
  readonly bytesReceived: number
  /** Messages sent by the native lane: transferred, of platform objects, too large, or posted while the ring was full. */
  readonly spills: number
  /** Larger rings that followed a full one. */
  readonly growths: number
  /** Most bytes that were buffered at once, as far as somebody looked: each message that did not fit the ring does. */
  readonly maxBuffered: number
  /** Times this side went to sleep. */
  readonly parks: number
  /** Native messages sent only to wake the other side's event loop. */
  readonly nudges: number
}

export function statsOf(sender: Sender | undefined, receiver: Receiver | undefined, parks: number): PortStats {
  return {
    messagesSent: sender?.messages ?? 0,
    messagesReceived: receiver?.messages ?? 0,
    bytesSent: sender?.bytes ?? 0,
    bytesReceived: receiver?.bytes ?? 0,
    spills: sender?.spills ?? 0,
    growths: sender?.growths ?? 0,
    maxBuffered: sender?.maxBuffered ?? 0,
    parks,
    nudges: sender?.nudges ?? 0,
  }
}
