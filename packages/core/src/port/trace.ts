/** An observer, which is told of every message of a port. Without anybody, a message costs one comparison more. */

import { LEASE, type Place } from '../direction/into.ts'
import type { Lease } from '../direction/lease.ts'
import { Unreadable } from '../direction/unreadable.ts'
import { currentTime, measureTime } from './events.ts'

/** None of these may throw. */
export interface PortTrace {
  /** Asked before a message is encoded or read; what it gives comes back as `since`. */
  readonly now?: (() => number) | undefined
  /** A message was sent, or with a typed channel a record of it. */
  posted(port: object, value: unknown, since: number, channel?: object): void
  /** Somebody gets a message, or a record of a typed channel: as a value, or as the view that its listener gets. */
  received(port: object, value: unknown, channel?: object): void
  /** All listeners have had it, or somebody has taken it. */
  readonly delivered?: ((port: object, since: number) => void) | undefined
}

/** Makes entries of `performance.measure`: `NAME post`, encode and publish; `NAME deliver`, decode and listeners. */
function measuring(name: string): PortTrace {
  return {
    now: currentTime,
    posted: (_port, _value, since) => measureTime(`${name} post`, since),
    received: () => {},
    delivered: (_port, since) => measureTime(`${name} deliver`, since),
  }
}

/** Tells who looks on, and with a name also the platform's timeline. */
export function tracesOf(first: PortTrace | undefined, name: string | undefined): PortTrace | undefined {
  if (name === undefined) return first
  const second = measuring(name)
  if (first === undefined) return second
  return {
    ...second,
    posted: (port, value, since, channel) => {
      first.posted(port, value, since, channel)
      second.posted(port, value, since)
    },
    received: first.received,
  }
}

/** `PortTrace` of one port. */
export interface IncomingTrace {
  readonly now: (() => number) | undefined
  /** With a place `found` is the number of bytes there, or their lease. */
  readonly received: (found: unknown, place: Place | undefined) => void
  readonly delivered: ((since: number) => void) | undefined
}

/** The trace of the receiving half of `port`: messages that can be read. */
export function incomingTraceOf(port: object, trace: PortTrace | undefined): IncomingTrace | undefined {
  if (trace === undefined) return undefined
  const { now, delivered } = trace
  return {
    now,
    received: (found, place) => found instanceof Unreadable || trace.received(port, shown(found, place)),
    delivered: delivered && ((since) => delivered(port, since)),
  }
}

function shown(found: unknown, place: Place | undefined): unknown {
  if (place === undefined) return found
  return place === LEASE ? (found as Lease).bytes : place.subarray(0, found as number)
}
