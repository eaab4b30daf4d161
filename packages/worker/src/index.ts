/**
 * `@slipring/worker`: `node:worker_threads` over shared memory, for Node, Bun and Deno.
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
  type EventLike,
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
  type MessageEventLike,
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
export { attach, type Channel, createChannel } from './channel.ts'
export { accept, acceptSync, connect } from './connect.ts'
export { default } from './default.ts'
export { MessageChannel, MessagePort } from './message-channel.ts'
export { NodePort, type PortEvent, type PortEventMap, type PortListener } from './node-port.ts'
export { parentPort } from './parent-port.ts'
export * from './platform.ts'
export { Pool, type PoolOptions } from './pool.ts'
export {
  receiveIntoOnPort,
  receiveIntoSync,
  receiveLeaseOnPort,
  receiveLeaseSync,
  receiveMessageOnPort,
  receiveMessageSync,
} from './receive.ts'
export { markAsUntransferable, moveMessagePortToContext, postMessageToThread } from './taking-ports.ts'
export { Worker, type WorkerOptions } from './worker.ts'
export { workerData } from './worker-data.ts'
