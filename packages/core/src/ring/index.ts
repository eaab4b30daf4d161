/** `@slipring/core/ring`: records of bytes between two threads, without codec or port. */

export { RECORD_MESSAGE } from '../memory/layout.ts'
export type { RegionOptions } from '../memory/region.ts'
export { Consumer } from './consumer.ts'
export { CLOSED, FULL, Producer } from './producer.ts'
export { createRing, openConsumer, openProducer } from './ring.ts'
