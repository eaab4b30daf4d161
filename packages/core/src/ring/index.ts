/** `@slipring/core/ring`: records of bytes between two threads, without codec or port. */

export * from '../memory/errors.ts'
export { type BellRegion, createBell, openBell } from '../memory/bell-region.ts'
export { RECORD_MESSAGE } from '../memory/layout.ts'
export type { Region, RegionOptions } from '../memory/region.ts'
export { Consumer } from './consumer.ts'
export { FanIn, type FanInOptions, type LaneEnd, type OnLaneEnd } from './fan-in.ts'
export { CLOSED, FULL, Producer } from './producer.ts'
export { closeForDeadConsumer, closeForDeadProducer, createRing, openConsumer, openProducer } from './ring.ts'
export { ringer } from '../signal/bell.ts'
export type { AsyncGate, Nudge, WakeBy } from '../signal/gate.ts'
