/** `@slipring/worker`: `node:worker_threads` over shared memory, for Node, Bun and Deno. */

export {
  BufferFullError,
  type ChannelOptions,
  ClosedError,
  type CloseReason,
  type Closure,
  type CodecOptions,
  DecodeError,
  HandshakeError,
  InstanceError,
  isBufferFullError,
  isClosedError,
  isDecodeError,
  isHandshakeError,
  isInstanceError,
  isRingCorruptError,
  type Offer,
  type OwnClass,
  ownClass,
  type PortOptions,
  type PortStats,
  type ReceiveOptions,
  type RecordListener,
  RingCorruptError,
  type TypedChannel,
  type TypedChannelOptions,
  type WaitStrategy,
  type WhenFull,
} from '@slipring/core'
export { attach, type Channel, createChannel } from './channel.ts'
export { accept, acceptSync, connect } from './connect.ts'
export { NodePort, type PortEvent, type PortListener } from './node-port.ts'
export { parentPort } from './parent-port.ts'
export { receiveIntoOnPort, receiveIntoSync, receiveMessageOnPort, receiveMessageSync } from './receive.ts'
export { Worker, type WorkerOptions } from './worker.ts'
