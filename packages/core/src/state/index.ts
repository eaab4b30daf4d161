/** `@slipring/core/state`: the latest value between threads, in place, without codec or port. */

export * from '../memory/errors.ts'
export { createStateRegion, openStateRegion } from '../memory/state-region.ts'
export type { StateKind, StateRegion, StateRegionOptions } from '../memory/state-region.ts'
export { PinReader, PinWriter } from './pinned-slots.ts'
export { freeReaderPlace } from './places.ts'
export { TripleReader, TripleWriter } from './triple-buffer.ts'
export { closeForDeadWriter } from './writer-state.ts'
