/** Posts a record of a typed channel by a port: through its sender, or before there is one as a parcel. */

import { postRecordParcel } from '../direction/parcels.ts'
import type { RecordWriter } from '../direction/typed-record.ts'
import type { Outgoing } from '../port/outgoing.ts'
import { sendRecord } from './send-record.ts'

/** By the rules of `postMessage` and `tryPostMessage`; false: refused. */
export function postRecord(outgoing: Outgoing, writer: RecordWriter, mayRefuse: boolean): boolean {
  if (outgoing.isMute) return true
  if (outgoing.sender !== undefined) return outgoing.postBy((sender) => sendRecord(sender, writer, mayRefuse))
  outgoing.postParcel((lane) => {
    const bytes = writer.spilled().slice()
    // A getter may have closed the port.
    if (!outgoing.isMute) postRecordParcel(lane, bytes, writer.memory)
  })
  return true
}
