/**
 * `@slipring/browser`: Web Workers over shared memory.
 *
 * @module
 * @stable
 * @since 0.2
 */

export {
  BufferFullError,
  type ChannelOptions,
  ClosedError,
  type CloseReason,
  type Closure,
  type CodecOptions,
  DecodeError,
  type EndOptions,
  forbidCodegen,
  type Fill,
  HandshakeError,
  InstanceError,
  isBufferFullError,
  isClosedError,
  isDecodeError,
  isHandshakeError,
  isInstanceError,
  isRingCorruptError,
  type Lease,
  type Offer,
  type OwnClass,
  ownClass,
  type ParentPortOptions,
  type PortMode,
  type PortOptions,
  type PortState,
  type PortStateOptions,
  type PortStats,
  type ReceiveOptions,
  receiveIntoOnPort,
  receiveIntoSync,
  receiveLeaseOnPort,
  receiveLeaseSync,
  receiveMessageOnPort,
  receiveMessageSync,
  type RecordListener,
  RingCorruptError,
  type TypedChannel,
  type TypedChannelOptions,
  type WaitStrategy,
  type WhenFull,
} from '@slipring/core'
export {
  type EverywhereOptions,
  isPoolLoadError,
  isQueueFullError,
  isWorkerDiedError,
  type MapOptions,
  move,
  type PoolEventMap,
  PoolLoadError,
  type PoolSize,
  type PoolStats,
  QueueFullError,
  type RecycleLimits,
  type RunOptions,
  type StreamOptions,
  type TaskContext,
  type TimeStats,
  WorkerDiedError,
  type WorkerContext,
  type WorkerStats,
} from '@slipring/core/pool'
export { BrowserPort, type PortEventMap } from './browser-port.ts'
export { attach, type Channel, type ChannelMode, createChannel } from './channel.ts'
export { accept, connect } from './connect.ts'
export { parentPort } from './parent-port.ts'
export { Pool, type PoolOptions } from './pool.ts'
export { serve } from './serve.ts'
export { Worker, type WorkerOptions } from './worker.ts'
