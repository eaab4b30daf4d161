/** The parts that a `Sender` is made of. */

import type { Host, Lane } from '../host.ts'
import type { Region } from '../memory/region.ts'
import type { LimitOptions } from './limits.ts'
import type { Parcels } from './parcels.ts'

export interface SenderOptions extends LimitOptions {
  region: Region
  lane: Lane
  token: string
  owner: number
  /** A full ring is followed by one twice as large, up to this many bytes; then messages take the native lane. */
  maxCapacity: number
  /** Native messages sent before there was a ring. The receiver waits for them first. */
  unwrapped: number
  /** Brings what the platform clones in less time than a ring carries it. Default: nothing. */
  chooseLane?: Host['chooseLane']
  /** Looks in a row that must find little buffered before a ring that has grown is left. Default: 64. */
  calmLooks?: number | undefined
  /** A message has found no room, and a receiver that has ended. */
  onReceiverClosed?: () => void
  /** Which classes of the program are carried. Default: none. */
  parcels?: Parcels
}
