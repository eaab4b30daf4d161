/**
 * `@slipring/core/state`: the newest state between threads, in place, without messages.
 *
 * @module
 * @stable
 * @since 0.2
 */

export * from '../memory/errors.ts'
export {
  attachState,
  type AttachOptions,
  createState,
  endForDeadWriter,
  freeReader,
  stateBytes,
  type StateOptions,
} from './create-state.ts'
export type { StateOffer } from './offer.ts'
export type { StateMode } from './source.ts'
export type { Between } from './interpolation.ts'
export { inputs, type InputReader, type Inputs, type InputWriter } from './inputs.ts'
export { type ShownField, shownFields } from './look.ts'
export { record, type Recording } from './recording.ts'
export { replay, type Replay, type ReplayOptions } from './replay.ts'
export { StateReader } from './state-reader.ts'
export { StateSchema, stateOf } from './state-schema.ts'
export { StateWriter } from './state-writer.ts'
export type { ChangedOptions } from './waiting.ts'
