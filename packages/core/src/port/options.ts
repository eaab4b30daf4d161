/** What a port is made of, what may be chosen, and how it ended. */

import type { CloseReason } from '../errors.ts'
import type { Host, Lane } from '../host.ts'
import type { WakeBy } from '../signal/gate.ts'
import type { WaitStrategy } from '../signal/wait-strategy.ts'
import type { Regions } from './handshake.ts'

export interface PortOptions {
  /** `batch` (default): many messages a turn, microtasks between them. `task`: one event-loop task a message. */
  delivery?: 'batch' | 'task'
  /** How long to look before parking. Default `adaptive`. */
  waitStrategy?: WaitStrategy
  /** A full ring is followed by a larger one, up to this many bytes; then messages take the native port. Default 64 MiB. */
  maxCapacity?: number
  /** What wakes this side's event loop: `Atomics.waitAsync`, or a message on the native port. Default: the faster here. */
  wakeBy?: WakeBy
}

export interface Closure {
  readonly reason: CloseReason
  readonly error?: unknown
}

export interface PortParts {
  readonly host: Host
  readonly lane: Lane
  /** Undefined: no shared memory here; everything takes the native lane. */
  readonly regions: Regions | undefined
  /** 1 for the side that made the offer, 2 for the other. */
  readonly owner: 1 | 2
  readonly options: PortOptions
}
