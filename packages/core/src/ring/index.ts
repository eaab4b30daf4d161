/**
 * `@slipring/core/ring`: records of bytes between two threads, without codec or port.
 *
 * @module
 * @experimental
 * @since 0.2
 */

export * from '../memory/errors.ts'
export { RECORD_MESSAGE } from '../memory/layout.ts'
export type { Region, RegionOptions } from '../memory/region.ts'
export { Consumer } from './consumer.ts'
export { CLOSED, FULL, Producer } from './producer.ts'
export { closeForDeadConsumer, closeForDeadProducer, createRing, openConsumer, openProducer } from './ring.ts'
