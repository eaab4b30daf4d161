/** `@slipring/core/state`: the latest value between threads, in place, without codec or port. */

export * from '../memory/errors.ts'
export { createStateRegion, openStateRegion } from '../memory/state-region.ts'
export type { StateKind, StateRegion, StateRegionOptions } from '../memory/state-region.ts'
export {
  attachState,
  type AttachOptions,
  createState,
  endForDeadWriter,
  freeReader,
  type StateOptions,
} from './create-state.ts'
export type { StateOffer } from './offer.ts'
export type { StateMode } from './source.ts'
export { type Between, StateReader } from './state-reader.ts'
export { StateWriter } from './state-writer.ts'
export type { ChangedOptions } from './waiting.ts'
export { PinReader, PinWriter } from './pinned-slots.ts'
export { freeReaderPlace } from './places.ts'
export { TripleReader, TripleWriter } from './triple-buffer.ts'
export { closeForDeadWriter } from './writer-state.ts'
