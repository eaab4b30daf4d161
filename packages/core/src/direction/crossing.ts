/** How ports of ours cross to another thread, as a direction knows it. Only a platform where they do brings this code. */

import type { Registry } from '../codec/index.ts'

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

export interface Crossing {
  /** For each of these native ports its passport; undefined where none has one. */
  passportsOf(ports: readonly object[]): readonly unknown[] | undefined
  /** A native port that brings them, to be transferred. */
  carry(passports: readonly unknown[]): object
  /** A message with its ports as ports of ours. The same where there is none. */
  withOpenPorts<Message extends WithPorts>(message: Message, registry: Registry | undefined): Message
}
