/** Options of a port, and how it ended. */

import { type CloseReason, requireOptions, shown } from '../errors.ts'
import type { WhenFull } from '../direction/limits.ts'
import { type CodecOptions, registryOf } from '../codec/index.ts'
import type { WakeBy } from '../signal/gate.ts'
import type { WaitStrategy } from '../signal/wait.ts'
import type { ChannelOptions, Regions } from './handshake.ts'

/** The default if there is no ring whose half it could be. */
const DEFAULT_HIGH_WATER_MARK = 1 << 19

/**
 * How a port's messages cross. `shared`: in shared memory. `copied`: by `postMessage`, because there is no shared memory.
 * `native`: by `postMessage`, because the worker does not import its `parentPort` from Slipring.
 */
export type PortMode = 'shared' | 'copied' | 'native'

/** Options of a channel, for the side that makes it: its rings, and this end. */
export interface PortOptions extends ChannelOptions, EndOptions {}

/** Options of one end of a channel. The other end may choose differently. */
export interface EndOptions {
  /** `batch` (default): many messages a turn, microtasks between them. `task`: one event-loop task a message. */
  delivery?: 'batch' | 'task' | undefined
  /**
   * How long to look before parking. Default `adaptive`. If the process may use only one core, `adaptive` does not look. On Node
   * a thread that has answered may then block for the next message instead of its event loop, for 5 ms at most.
   */
  waitStrategy?: WaitStrategy | undefined
  /**
   * A full ring is followed by one of twice the size, up to this many bytes. Beyond that, or if `capacity` is more, messages take
   * the native port. A ring of the first size comes back when the larger one is not needed any more. Default 64 MiB.
   */
  maxCapacity?: number | undefined
  /** The way to wake this side's event loop: `Atomics.waitAsync`, or a native message. Default: the faster one here. */
  wakeBy?: WakeBy | undefined
  /** Bytes of `bufferedAmount` at or below which `ready` resolves and `drain` is fired. Default: half of the capacity. */
  highWaterMark?: number | undefined
  /**
   * The most bytes that may be buffered. Beyond them `postMessage` throws `BufferFullError` and sends nothing, or waits with
   * `whenFull: 'block'`. Default: no limit.
   */
  maxBufferedBytes?: number | undefined
  /**
   * The action of `postMessage` when the ring has no room. It is also the action when a message that takes the native port would
   * be behind more than `highWaterMark` bytes.
   *
   * - `buffer` (default): goes on in a larger ring or by the native port.
   * - `block`: blocks the thread until there is room.
   * - `throw`: throws `BufferFullError` and sends nothing.
   */
  whenFull?: WhenFull | undefined
  /**
   * A name: each message makes an entry of `performance.measure`, `NAME post` for encoding and publishing and
   * `NAME deliver` for decoding and listeners. The platform keeps them until `performance.clearMeasures()`.
   */
  measure?: string | undefined
  /**
   * Classes of the program that keep their class, and Buffers that stay Buffers. Both ends must be ports of Slipring with the
   * same classes: a native port could not read these messages.
   */
  codec?: CodecOptions | undefined
}

/** Throws `RangeError` or `TypeError` for options that cannot be; `canBlock`: whether this thread may. */
export function requirePortOptions(options: EndOptions, canBlock: boolean): void {
  requireOptions('make a port', options, '{ maxBufferedBytes: 2 ** 24 }')
  const { highWaterMark = 0, maxBufferedBytes = 1, maxCapacity = 0, measure = '' } = options
  const { whenFull, codec, delivery, waitStrategy, wakeBy } = options
  registryOf(codec)
  requireOneOf('delivery', delivery, ['batch', 'task'])
  requireOneOf('waitStrategy', waitStrategy, ['adaptive', 'park', 'spin'])
  requireOneOf('wakeBy', wakeBy, ['waitAsync', 'port'])
  requireOneOf('whenFull', whenFull, ['buffer', 'block', 'throw'])
  if (!(typeof maxCapacity === 'number' && maxCapacity >= 0))
    throw new RangeError(`Cannot use a maxCapacity of ${shown(maxCapacity)} bytes: use a number from 0`)
  if (!(typeof highWaterMark === 'number' && highWaterMark >= 0))
    throw new RangeError(`Cannot use a highWaterMark of ${shown(highWaterMark)} bytes: use a number from 0`)
  if (!(typeof maxBufferedBytes === 'number' && maxBufferedBytes > 0))
    throw new RangeError(`Cannot use maxBufferedBytes of ${shown(maxBufferedBytes)}: use a number above 0`)
  if (typeof measure !== 'string')
    throw new TypeError(`Cannot measure by ${shown(measure)}: use a name for the entries`)
  if (whenFull === 'block' && !canBlock)
    throw new TypeError('Cannot block this thread when the ring is full: use whenFull "buffer" or "throw", and ready')
}

function requireOneOf(name: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.includes(value as string)) return
  const quoted = known.map((one) => JSON.stringify(one))
  throw new TypeError(
    `Cannot use ${name} "${String(value)}": use ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
  )
}

export function highWaterMarkOf({ highWaterMark }: EndOptions, regions: Regions | undefined): number {
  return highWaterMark ?? (regions === undefined ? DEFAULT_HIGH_WATER_MARK : regions.outgoing.capacity / 2)
}

/** How a port ended: what its `closed` gives, and the `close` event tells. */
export interface Closure {
  readonly reason: CloseReason
  readonly error?: unknown
}
