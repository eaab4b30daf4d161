/** Encodes numbered messages straight into a ring, parking while it is full. */

import { encodeInto } from '@slipring/core/codec'
import { openProducer, RECORD_MESSAGE } from '@slipring/core/ring'
import { messageNumbered } from './messages.js'

// An upper bound of one encoded message.
const ROOM = 512

addEventListener('message', ({ data: { target, messages } }) => {
  const producer = openProducer(target)
  const { data, capacity } = producer.region
  const bytes = new Uint8Array(target, data.byteOffset, capacity)
  for (let number = 0; number < messages; number++) {
    let offset = producer.tryClaim(ROOM)
    while (offset < 0) {
      producer.parkUntilRoom(ROOM)
      offset = producer.tryClaim(ROOM)
    }
    const end = encodeInto(messageNumbered(number), bytes.subarray(0, offset + ROOM), offset)
    if (end < 0) throw new Error(`Message ${number} does not fit ${ROOM} bytes`)
    producer.commit(end - offset, RECORD_MESSAGE, number)
    producer.publish()
  }
  producer.close()
})
