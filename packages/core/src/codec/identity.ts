/**
 * Which objects a message already contains, on both sides.
 *
 * Objects are numbered in the order in which their encoding begins. Few objects: a scan of a small array costs less
 * than hashing. Many: a Map. The decoder numbers objects only in messages that say they refer back.
 */
import { writeTagged } from './writer.ts'
import { throwMalformed, readVarint } from './reader.ts'
import { REFERENCE } from './tags.ts'

const SCANNED = 12

const scanned: (object | undefined)[] = Array.from({ length: SCANNED })
let hashed: Map<object, number> = new Map()
let count = 0
let isReferring = false

/** Number of `value` when the message already contains it; else -1, and it is from now on in the message. */
export function identify(value: object): number {
  const known = count < SCANNED ? count : SCANNED
  for (let index = 0; index < known; index++) if (scanned[index] === value) return index
  if (count < SCANNED) scanned[count] = value
  else {
    const index = hashed.get(value)
    if (index !== undefined) return index
    hashed.set(value, count)
  }
  count++
  return -1
}

export function writeReference(index: number): void {
  isReferring = true
  writeTagged(REFERENCE, index)
}

/** Whether the message referred back, so far. */
export function hasReferences(): boolean {
  return isReferring
}

/** Forgets the objects of the message, and keeps none of them alive. */
export function forgetIdentities(): void {
  const known = count < SCANNED ? count : SCANNED
  for (let index = 0; index < known; index++) scanned[index] = undefined
  if (count > SCANNED) hashed.clear()
  count = 0
  isReferring = false
}

export interface SuspendedIdentities {
  readonly scanned: readonly (object | undefined)[]
  readonly hashed: Map<object, number>
  readonly count: number
  readonly isReferring: boolean
}

export function suspendIdentities(): SuspendedIdentities {
  const saved = { scanned: [...scanned], hashed, count, isReferring }
  hashed = new Map()
  count = 0
  isReferring = false
  return saved
}

export function resumeIdentities(saved: SuspendedIdentities): void {
  for (let index = 0; index < SCANNED; index++) scanned[index] = saved.scanned[index]
  ;({ hashed, count, isReferring } = saved)
}

let made: unknown[] = []
/** Whether the message being decoded refers back to its objects. */
export let isTracking = false

export function startTracking(isNeeded: boolean): void {
  isTracking = isNeeded
}

/** Numbers an object that the decoder just made. Before its children: they may refer to it. */
export function track<T extends object>(value: T): T {
  if (isTracking) made.push(value)
  return value
}

/** Takes the next number for an object that can be made only after others; -1 when nothing is numbered. */
export function trackLater(): number {
  return isTracking ? made.push(undefined) - 1 : -1
}

export function trackNow<T extends object>(number: number, value: T): T {
  if (number >= 0) made[number] = value
  return value
}

export function readReference(): unknown {
  const index = readVarint()
  if (!isTracking) throwMalformed('a reference in a message that announced none', REFERENCE)
  const value = index < made.length ? made[index] : undefined
  if (value === undefined) throwMalformed(`reference to object ${index}, ${made.length} are known`, REFERENCE)
  return value
}

export function stopTracking(): void {
  if (isTracking) made = []
  isTracking = false
}
