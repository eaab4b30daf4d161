/**
 * `@slipring/core`: what the platform packages are made of. Applications import those.
 *
 * @inside
 * @since 0.2
 */

export {
  BufferFullError,
  ClosedError,
  type CloseReason,
  DecodeError,
  HandshakeError,
  InstanceError,
  isBufferFullError,
  isClosedError,
  isDecodeError,
  isHandshakeError,
  isInstanceError,
  isRingCorruptError,
  isSchemaError,
  requireOptions,
  RingCorruptError,
  SchemaError,
  shown,
  timeoutError,
} from './errors.ts'
export { canBlock, sleep } from './atomics.ts'
export { canShare } from './memory/shared.ts'
export { bare } from './bare.ts'
export { requireRegion } from './memory/region.ts'
export { isEnvelope } from './direction/out-of-band.ts'
export { CloneLane } from './direction/clone-lane.ts'
export { LaneChoice } from './direction/lane-choice.ts'
export { Doze } from './signal/doze.ts'
export { isParcel } from './direction/parcels.ts'
export { forbidCodegen } from './codec/codegen.ts'
export { requireNoRemedyIn } from './codec/uncloneable.ts'
export { type CodecOptions, type OwnClass, ownClass } from './codec/index.ts'
export type { Host, Lane, LaneListener, PortMaker } from './host.ts'
export { messageErrorEvent, plainEvent } from './port/events.ts'
export type { EventHandler, EventLike, Listener, ListenerOptions, MessageEventLike } from './port/events.ts'
export { afterNews } from './port/before-event.ts'
export { ANY_THREAD, bindTo, type BoundOffer, boundOffer, offerFor } from './port/bound-offer.ts'
export { type ParentPortOptions, parentPortOptionsOf } from './port/parent-port-options.ts'
export { Pace } from './port/pulls.ts'
export { isConnection, postConnection, requireWorker } from './port/connection.ts'
export {
  type ChannelOptions,
  createCopiedOffer,
  createOffer,
  createOfferHere,
  isAttachedTo,
  isOffer,
  type Offer,
  openOffer,
  regionOf,
  type Regions,
  type RingSettings,
  throwAttached,
} from './port/handshake.ts'
export { Listeners } from './port/listeners.ts'
export { isMovable, keepHere, moveData, type MovingData, movesBy, openData, openPassport } from './port/moving.ts'
export { requireOurWorker } from './port/misuse.ts'
export { requirePortNames, requireWorkerNames } from './port/option-names.ts'
export { type Closure, type EndOptions, type PortMode, type PortOptions, requirePortOptions } from './port/options.ts'
export type { PortParts } from './port/port-parts.ts'
export type { PortTrace } from './port/trace.ts'
export type { Fill } from './direction/filled.ts'
export type { Lease } from './direction/lease.ts'
export type { WhenFull } from './direction/limits.ts'
export { Port } from './port/port.ts'
export type { TypedChannelOptions } from './channel/open-channels.ts'
export type { RecordListener, TypedChannel } from './channel/typed-channel.ts'
export type { PortState, PortStateOptions } from './state/port-state.ts'
export { eventTypeOf, handlerOf, isListener } from './port/port-event-target.ts'
export type { ReceiveOptions } from './port/pulls.ts'
export {
  isPort,
  receiveIntoOnPort,
  receiveIntoSync,
  receiveLeaseOnPort,
  receiveLeaseSync,
  receiveMessageOnPort,
  receiveMessageSync,
} from './port/receive-on-port.ts'
export { givePort, showPort } from './port/shown-port.ts'
export type { PortStats } from './port/stats.ts'
export type { Transfer } from './port/transfer.ts'
export { sizeSoon } from './sized.ts'
export type { WaitStrategy } from './signal/wait.ts'
