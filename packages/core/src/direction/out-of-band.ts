/**
 * The messages that two of our ports exchange on the native lane. An envelope is a plain array, the cheapest thing to clone:
 *
 *   [token, sequence, OOB_BYTES, bytes, objects, ports, passports]   one message: its encoding, its platform objects, the
 *                                                ports of its transfer list, of which a message that is polled does not
 *                                                tell, and for each that was one of ours its passport, if any was
 *   [token, sequence, OOB_STANDALONE, bytes, objects, ports]   the same, decoded without the direction's tables
 *   [token, sequence, OOB_VALUE, value, bytes]   the same as it is, without an encoding: a large typed array, or with the
 *                                                bytes that are counted for it, in an array, any value
 *   [token, sequence, OOB_RING, buffer]          the messages after this one are in another ring; no buffer: in the one ahead
 *   [token, 0, OOB_AHEAD, buffer]                a ring that may be used later; no message, and not counted
 *   [token, sequence, OOB_MOVED, buffer]         the sender hands over: another one begins anew in that ring, which is unwrapped
 *   [token, count, OOB_BEGIN]                    the unwrapped messages end here: there were `count` of them
 *   token                                        a nudge: wake up; no message
 *   [token, sequence, OOB_RECORD, bytes, memory]   one record of a typed channel, with the channel's number; with the opening
 *                                                of a state its memory, in an array
 *   ['slipring:parcel', 0, OOB_RECORD, bytes, memory]   the same, where no message has a number
 *   ['slipring:parcel', 0, OOB_STANDALONE, bytes, objects]   in the place of a message without envelope: see parcels.ts
 *
 * `bytes` of 4 GiB and more are an ArrayBuffer, others a Uint8Array.
 *
 * Anything without the token is not ours: a message of somebody who uses the native port directly.
 */

import { isBytes } from '../codec/typed-slots.ts'
import { isArrayBuffer } from '../memory/buffer-slots.ts'

export const OOB_BYTES = 0
export const OOB_RING = 1
export const OOB_STANDALONE = 2
export const OOB_BEGIN = 3
export const OOB_VALUE = 4
export const OOB_RECORD = 5
export const OOB_AHEAD = 6
export const OOB_MOVED = 7

export type Envelope = readonly [
  token: string,
  sequence: number,
  kind: number,
  payload?: unknown,
  objects?: unknown,
  ports?: unknown,
  passports?: unknown,
]

export function isEnvelope(message: unknown, token: string): message is Envelope {
  if (!Array.isArray(message) || message.length < 3 || message[0] !== token) return false
  return typeof message[1] === 'number' && typeof message[2] === 'number'
}

/** When a buffer is transferred, V8 writes the length and offset of its view in 32 bits: longer ones wrap. */
export const MOST_IN_VIEW: number = 2 ** 32 - 1
/** Encodings of no more bytes take the ring, whatever they are made of. */
export const LARGE: number = 32 << 10

/** An encoding as an envelope has it. Where the length of a view would wrap, it is the whole buffer of the view. */
export function payloadOf(bytes: Uint8Array): Uint8Array | ArrayBufferLike {
  return bytes.length > MOST_IN_VIEW ? bytes.buffer : bytes
}

/** The encoding that an envelope has; undefined when it has none. */
export function encodingOf(payload: unknown): Uint8Array | undefined {
  if (isBytes(payload)) return payload
  return isArrayBuffer(payload) ? new Uint8Array(payload) : undefined
}

const NativePort = (globalThis as { MessagePort?: new () => { close(): void } }).MessagePort

/** Whether it is a native port. */
export function isPort(value: unknown): value is object {
  return NativePort !== undefined && value instanceof NativePort
}

/** The ports of a transfer list, for its envelope; undefined when there are none. */
export function portsIn(transfer: readonly object[]): readonly object[] | undefined {
  if (NativePort === undefined || transfer.length === 0) return undefined
  const ports = transfer.filter(isPort)
  return ports.length === 0 ? undefined : ports
}

/** Closes the ports of a message that nobody will get, as the platform does: a wait at their other ends would never end. */
export function closePorts(ports: unknown): void {
  if (NativePort === undefined || !Array.isArray(ports)) return
  for (const port of ports) if (port instanceof NativePort) port.close()
}
