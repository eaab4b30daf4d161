/** The way of a record of a typed channel into a direction: by its ring, or beside it. */

import { FREE, ENCODING } from '../direction/order.ts'
import { OOB_RECORD } from '../direction/out-of-band.ts'
import { postRecordParcel } from '../direction/parcels.ts'
import type { Sender } from '../direction/sender.ts'
import type { RecordWriter } from '../direction/typed-record.ts'
import { RECORD_TYPED } from '../memory/layout.ts'

/** As `send` of the sender, for a record. Throws what writing it throws, and then nothing was sent. */
export function sendRecord(sender: Sender, writer: RecordWriter, mayRefuse: boolean): boolean {
  const { order, rings, limits, unwrapped, lane } = sender
  if (unwrapped.isOn && (order.step !== FREE || !unwrapped.stopUnwrapped()))
    return unwrapped.count(() => postRecordParcel(lane.lane, writer.spilled().slice(), writer.memory))
  if (order.step !== FREE) return sendBeside(sender, writer, mayRefuse)
  sender.begin()
  if (writer.memory !== undefined) return sendBeside(sender, writer, mayRefuse)
  const start = rings.producer.claim()
  let end: number
  order.step = ENCODING
  try {
    end = writer.write(rings.span, start, rings.producer.claimEnd)
  } finally {
    order.step = FREE
  }
  if (end < 0) return sendSpilled(sender, writer, mayRefuse)
  if (limits.isBounded && !writer.isOpening && !limits.mayAdd(end - start, mayRefuse)) return false
  rings.commit(end - start, RECORD_TYPED)
  return true
}

function sendSpilled(sender: Sender, writer: RecordWriter, mayRefuse: boolean): boolean {
  const encoded = writer.spilled()
  // Getters have run once more, and what they posted may have been refused.
  if (sender.order.isUnsent) sender.forgetUnsent()
  return sender.order.isClosed || sender.sendSpilled(encoded, RECORD_TYPED, OOB_RECORD, mayRefuse, writer.isOpening)
}

/** By the native lane: from a getter, or with memory. */
function sendBeside({ lane, limits }: Sender, writer: RecordWriter, mayRefuse: boolean): boolean {
  const encoded = writer.spilled()
  if (!writer.isOpening && !limits.mayAddApart(encoded.length, mayRefuse)) return false
  return lane.sendBytes(OOB_RECORD, encoded.slice(), writer.memory && [writer.memory], [])
}
