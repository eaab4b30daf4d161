/**
 * Objects that bytes cannot carry: shared memory, ports, blobs, streams, everything in the transfer list. The bytes hold
 * their number; the objects themselves travel beside the message, by the platform's own postMessage.
 */
import { dataCloneError } from '../../errors.ts'
import { writeTagged } from '../writer.ts'
import { readVarint, throwMalformed } from '../reader.ts'
import { track } from '../identity.ts'
import { HOST } from '../tags.ts'

const NONE: readonly unknown[] = Object.freeze([])

let isAllowed = false
let sent: unknown[] | undefined
let transferred: readonly object[] = []
let received: readonly unknown[] = NONE

export interface SuspendedHosts {
  readonly isAllowed: boolean
  readonly sent: unknown[] | undefined
  readonly transferred: readonly object[]
}

/** Starts a message. Where hosts are not allowed, the first one is refused with a DataCloneError. */
export function startSendingHosts(areAllowed: boolean, transfer: readonly object[] | undefined): void {
  isAllowed = areAllowed
  sent = undefined
  transferred = (transfer ?? NONE) as readonly object[]
}

export function hostsSent(): readonly unknown[] {
  return sent ?? NONE
}

export function isTransferred(value: object): boolean {
  return transferred.length > 0 && transferred.includes(value)
}

export function writeHost(value: object): void {
  if (!isAllowed) throwUncloneable(value)
  sent ??= []
  writeTagged(HOST, sent.length)
  sent.push(value)
}

export function suspendHosts(): SuspendedHosts {
  return { isAllowed, sent, transferred }
}

export function resumeHosts(saved: SuspendedHosts): void {
  ;({ isAllowed, sent, transferred } = saved)
}

export function startReceivingHosts(hosts: readonly unknown[] | undefined): void {
  received = hosts ?? NONE
}

export function readHost(): unknown {
  const index = readVarint()
  if (index >= received.length) throwMalformed(`host object ${index}, ${received.length} came along`, HOST)
  const host = received[index]
  if (typeof host === 'object' && host !== null) return track(host)
  throwMalformed(`host object ${index} is not an object`, HOST)
}

/** Refuses a value in the words of the engines. */
export function throwUncloneable(value: unknown): never {
  throw dataCloneError(`${describe(value)} could not be cloned.`)
}

function describe(value: unknown): string {
  if (typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return Function.prototype.toString.call(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  const constructor: unknown = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  return typeof constructor === 'function' ? `#<${constructor.name}>` : Object.prototype.toString.call(value)
}
