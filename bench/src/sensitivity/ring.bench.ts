/** Records through a ring on one thread: through that of Slipring as it is, and through a copy that may be slower. */

import { baseline, bench, suite } from '@slipring/bench'

type Ring = typeof import('@slipring/core/ring')

const PAYLOAD_BYTES = 64
const record = { id: 9_876_543_210, symbol: 'BTC-USD', side: 'buy', price: 67_500.5, quantity: 0.125 }

// Addresses of modules, from main.ts.
const asItIs = (await import(process.env['RING_AS_IT_IS']!)) as Ring
const copy = (await import(process.env['RING_MEASURED']!)) as Ring

function carrierOf({ createRing, openConsumer, openProducer, FULL, RECORD_MESSAGE }: Ring): () => number {
  const buffer = createRing({ capacity: 1 << 16 })
  const producer = openProducer(buffer)
  const consumer = openConsumer(buffer)
  let sequence = 0
  return () => {
    if (producer.tryClaim(PAYLOAD_BYTES) === FULL) throw new Error('the ring is full')
    producer.commit(PAYLOAD_BYTES, RECORD_MESSAGE, sequence++)
    producer.publish()
    if (!consumer.peek()) throw new Error('the ring is empty')
    const { length } = consumer
    consumer.release()
    consumer.publishRelease()
    return length
  }
}

// How much slower the copy really is.
suite('known', () => {
  baseline('the ring as it is', carrierOf(asItIs))
  bench('the copy', carrierOf(copy))
})

// As in a program: the baseline is something else.
suite('heard', () => {
  baseline('structuredClone', () => structuredClone(record))
  bench('the copy, too', carrierOf(copy))
})
