/** How ports of ours cross to another thread, as a direction knows it. Only a platform where they do brings this code. */

import type { Registry } from '../codec/index.ts'
import type { Lane } from '../host.ts'
import type { Order } from './order.ts'

/** The part of a native message in which ports come. */
export interface WithPorts {
  readonly kind: number
  readonly payload: unknown
  readonly objects: readonly unknown[] | undefined
  readonly ports: readonly object[] | undefined
  /** They make ports of ours out of `ports`. With `hasCarrier` the last of `ports` brings them instead. */
  readonly passports?: unknown
  readonly hasCarrier?: boolean
}

/** The parts of a `LaneSender` that an unwrapped message needs. */
export interface UnwrappedLane {
  readonly lane: Lane
  readonly home: Int32Array
  readonly order: Order
  readonly parcels: { post(lane: Lane, value: unknown, transfer: readonly object[]): void }
}

export interface Crossing {
  /** For each of these native ports its passport; undefined where none has one. */
  passportsOf(ports: readonly object[]): readonly unknown[] | undefined
  /** Posts a message without envelope, whose ports cross. */
  postUnwrapped(by: UnwrappedLane, value: unknown, transfer: readonly object[]): void
  /** A message with its ports as ports of ours. The same where there is none. */
  withOpenPorts<Message extends WithPorts>(message: Message, registry: Registry | undefined): Message
}
