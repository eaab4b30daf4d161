/** `@slipring/browser`: Web Workers over shared memory. */

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
export { BrowserPort, type PortEventMap } from './browser-port.ts'
export { attach, type Channel, type ChannelMode, createChannel } from './channel.ts'
export { accept, connect } from './connect.ts'
export { parentPort } from './parent-port.ts'
export { Worker, type WorkerOptions } from './worker.ts'
