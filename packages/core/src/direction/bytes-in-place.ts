/** A message that is one `Uint8Array`, filled where it will lie in the ring. */

import { MOST_BESIDE_BYTES, writeBytesHead } from '../codec/kinds/bytes.ts'
import { RECORD_MESSAGE } from '../memory/layout.ts'
import { noteLent } from '../memory/region-buffers.ts'
import { type Fill, filled, isFilledNow, requireByteLength, throwFilledLater } from './filled.ts'
import { ENCODING, FREE } from './order.ts'
import { OOB_VALUE } from './out-of-band.ts'
import type { Sender } from './sender.ts'

/** As `send` of the sender, of bytes that `fill` writes. Throws what `fill` throws, too. */
export function sendFilled(sender: Sender, byteLength: number, fill: Fill): boolean {
  requireByteLength(byteLength)
  const { order, rings, limits } = sender
  // A `fill` that writes later makes another ring necessary at once. Here there can be none.
  if (sender.unwrapped.isOn || order.step !== FREE || rings.sendsAhead)
    return sendApart(sender, byteLength, fill, false)
  sender.begin()
  if (!rings.makeRoomFor(byteLength) && !growFor(sender, byteLength))
    return sendApart(sender, byteLength, fill, sender.isClonedSooner(byteLength))
  const { bytes } = rings.span
  const start = rings.producer.claim()
  const at = writeBytesHead(bytes, start, byteLength)
  const end = at + byteLength
  order.step = ENCODING
  let isFilled: boolean
  noteLent()
  try {
    isFilled = isFilledNow(bytes.subarray(at, end), fill)
  } finally {
    order.step = FREE
  }
  if (!isFilled) {
    // A late `fill` still writes there, so no other message may be there.
    sender.leaveRing()
    throwFilledLater()
  }
  if (limits.isBounded && !order.isClosed && !limits.mayAdd(end - start, false)) return false
  rings.commit(end - start, RECORD_MESSAGE)
  return true
}

/** Whether there is a larger ring now, with room for bytes that the one in use had none for. */
function growFor({ rings, limits }: Sender, bytes: number): boolean {
  if (!limits.areLoose(false) || rings.isReceiverClosed) return false
  const most = bytes + MOST_BESIDE_BYTES
  const isTooLong = most > rings.producer.region.maxPayload
  if (!rings.grow(most)) return false
  if (!isTooLong) limits.fullRings++
  return rings.makeRoomFor(bytes)
}

/** Fills memory apart from the ring. `isByLane`: the native lane takes that over. Else it is sent like any other message. */
function sendApart(sender: Sender, byteLength: number, fill: Fill, isByLane: boolean): boolean {
  const { order, rings, limits, lane } = sender
  const bytes = filled(byteLength, fill)
  if (order.isClosed) return true
  if (!isByLane || rings.isReceiverClosed) return sender.send(bytes, undefined)
  // `fill` may have been refused a message.
  if (order.isUnsent) sender.forgetUnsent()
  if (byteLength + MOST_BESIDE_BYTES <= rings.producer.region.maxPayload) limits.fullRings++
  return lane.sendBytes(OOB_VALUE, bytes, undefined, [])
}
