/** Copies records from one ring to the next, parking on both ends, until the first is closed. */

import { openConsumer, openProducer, RECORD_MESSAGE } from '@slipring/core/ring'

addEventListener('message', ({ data: { source, target } }) => {
  const consumer = openConsumer(source)
  const producer = openProducer(target)
  const from = bytesOf(consumer.region)
  const to = bytesOf(producer.region)
  while (hasRecord(consumer)) {
    const { length, offset, sequence } = consumer
    let place = producer.tryClaim(length)
    while (place < 0) {
      producer.parkUntilRoom(length)
      place = producer.tryClaim(length)
    }
    to.set(from.subarray(offset, offset + length), place)
    producer.commit(length, RECORD_MESSAGE, sequence)
    producer.publish()
    consumer.release()
  }
  producer.close()
})

/** @param {import('@slipring/core/ring').Consumer['region']} region */
function bytesOf({ buffer, data, capacity }) {
  return new Uint8Array(buffer, data.byteOffset, capacity)
}

/**
 * Parks until there is a record: false when there will be none any more.
 * @param {import('@slipring/core/ring').Consumer} consumer
 */
function hasRecord(consumer) {
  while (!consumer.peek()) {
    // In this order: what was committed before the end is visible once the end is.
    if (consumer.isProducerClosed()) return consumer.peek()
    consumer.parkUntilRecord()
  }
  return true
}
