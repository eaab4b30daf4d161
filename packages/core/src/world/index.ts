/**
 * `@slipring/core/world`: one world that several threads write at the same time, in frames that are never mixed.
 *
 * @module
 * @experimental
 * @since 0.2
 */

export * from '../memory/errors.ts'
export type { Between } from '../state/interpolation.ts'
export type { ChangedOptions } from '../state/waiting.ts'
export {
  attachWorld,
  type AttachWorldOptions,
  createWorld,
  endWorld,
  freeWorldReader,
  freeWorldWriter,
  joinWorld,
  type WorldOptions,
} from './create-world.ts'
export type { WorldFrame, WorldOffer, WorldPart, WorldParts } from './offer.ts'
export { WorldReader } from './world-reader.ts'
export { WorldWriter } from './world-writer.ts'
