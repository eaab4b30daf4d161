/**
 * The states of a region. A reader holds two, the newest and the one before, so it has two places of the region: each pins
 * one slot. `advance` moves the place that pins the older one.
 */

import { createSpan, type Span } from '../codec/span.ts'
import { HandshakeError, isHandshakeError, RingCorruptError } from '../errors.ts'
import { readerGateOf } from '../memory/state-layout.ts'
import { openStateRegion, type StateMemory, type StateRegion } from '../memory/state-region.ts'
import { SLOT_COUNT, SLOT_HEADER_BYTES, SLOT_LENGTH, SLOT_TIME, SLOT_VERSION } from '../memory/state-slot.ts'
import { AsyncGate, asyncParkOf, hasWaitAsync, parkSync } from '../signal/gate.ts'
import { SharedReadHistory } from './history.ts'
import { hearNudges } from './nudge.ts'
import { PinReader } from './pinned-slots.ts'
import {
  endReservation,
  freeReaderPlace,
  newReservation,
  NO_RESERVATION,
  type Reservation,
  reserveReaderPlace,
} from './places.ts'
import { type Held, nothingHeld, type StateSource } from './source.ts'

/** Of a region, for each reader. */
export const PLACES = 2
/** The time between two questions of a blocked thread whether the writer is still there. */
const PROBE_MS = 250

export interface PlaceOptions {
  /** Number of the reader. Undefined: the first that is free. */
  readonly place: number | undefined
  readonly reservation?: Reservation | undefined
  /** Whether the writer is known to be gone, asked by a thread that blocks. */
  readonly isGone?: (() => boolean) | undefined
}

export class SharedSource implements StateSource {
  readonly mode = 'shared'
  /** Number of the reader, from 0. */
  readonly place: number
  readonly history: SharedReadHistory | undefined
  readonly #region: StateRegion
  readonly #name: string
  readonly #span: Span
  readonly #first: PinReader
  readonly #second: PinReader
  #pin: PinReader
  #otherPin: PinReader
  #gate: AsyncGate | undefined
  #stopHearing: (() => void) | undefined
  readonly #isGone: (() => boolean) | undefined
  #hasEnded = false
  #onWake: (() => void) | undefined
  current: Held
  previous: Held

  /** Throws `HandshakeError` when the place, or any, is not free. */
  constructor(memory: StateMemory, name: string, { place, reservation = NO_RESERVATION, isGone }: PlaceOptions) {
    const region = openStateRegion(memory)
    this.#isGone = isGone
    const { buffer, data } = region
    this.#region = region
    this.#name = name
    this.#span = createSpan(buffer, data.byteOffset, data.byteLength)
    this.#first = place === undefined ? firstFree(region) : firstOf(region, place, reservation)
    this.place = this.#first.reader / PLACES
    // A reader has both places, or none.
    this.#second = new PinReader(region, this.#first.reader + 1, reservation)
    this.history = region.history && new SharedReadHistory(region.history, this.#first.reader)
    this.#pin = this.#first
    this.#otherPin = this.#second
    this.current = nothingHeld(this.#span)
    this.previous = nothingHeld(this.#span)
  }

  advance(onLeft: (slot: number) => void): boolean {
    if (!this.#pin.hasNewer()) return false
    const pin = this.#otherPin
    const held = this.previous
    if (held.slot !== -1) onLeft(held.slot)
    held.slot = -1
    // False also after ten thousand tries: then we still have the current one.
    if (!pin.take()) return false
    this.#otherPin = this.#pin
    this.#pin = pin
    this.#read(held, pin.offset)
    this.previous = this.current
    this.current = held
    return true
  }

  hasNewer(): boolean {
    return this.#pin.hasNewer()
  }

  hasEnded(): boolean {
    return this.#hasEnded || this.#pin.isWriterClosed()
  }

  hasNews(): boolean {
    return this.#hasEnded || this.#pin.hasNews()
  }

  end(): void {
    this.#hasEnded = true
    this.#onWake?.()
  }

  park(onWake: () => void): boolean {
    this.#onWake = onWake
    this.#gate ??= new AsyncGate(this.#region.words, this.#gateWord, asyncParkOf('waitAsync'), onWake)
    if (!hasWaitAsync) this.#stopHearing ??= hearNudges(this.#name, onWake)
    return this.#gate.park(this)
  }

  unpark(): void {
    this.#onWake = undefined
    this.#gate?.run()
    this.#stopHearing?.()
    this.#stopHearing = undefined
  }

  parkSync(timeoutMs: number): boolean {
    const isGone = this.#isGone
    if (isGone === undefined) return parkSync(this.#region.words, this.#gateWord, this, timeoutMs)
    const isWoken = parkSync(this.#region.words, this.#gateWord, this, Math.min(timeoutMs, PROBE_MS))
    if (!isWoken && isGone()) this.end()
    return isWoken
  }

  close(): void {
    this.#onWake = undefined
    this.#stopHearing?.()
    this.#gate?.dispose()
    // The first last: from then on another may have both.
    this.#second.close()
    this.#first.close()
  }

  get #gateWord(): number {
    return readerGateOf(this.place * PLACES)
  }

  #read(held: Held, offset: number): void {
    const { view } = this.#span
    const { slotBytes } = this.#region
    const bytes = view.getUint32(offset + SLOT_LENGTH, true)
    if (bytes > slotBytes - SLOT_HEADER_BYTES)
      throw new RingCorruptError('LENGTH', bytes, held.version, `not 0 to ${slotBytes - SLOT_HEADER_BYTES}`, 'State')
    held.slot = offset / slotBytes
    held.offset = offset + SLOT_HEADER_BYTES
    held.end = held.offset + bytes
    held.version = view.getFloat64(offset + SLOT_VERSION, true)
    held.time = view.getFloat64(offset + SLOT_TIME, true)
    if (this.history !== undefined) held.count = view.getFloat64(offset + SLOT_COUNT, true)
  }
}

/** Gives the place of a reader that has died to the next. Throws `RangeError` for a number that no reader has. */
export function freePlace(memory: StateMemory, place: number): void {
  const region = openStateRegion(memory)
  requirePlace(region, place)
  freeReaderPlace(region, place * PLACES + 1)
  freeReaderPlace(region, place * PLACES)
}

/** Keeps the first place that is free for a reader that is told of it. Throws `HandshakeError` when there is none. */
export function reservePlace(memory: StateMemory): { readonly place: number; readonly reservation: Reservation } {
  const region = openStateRegion(memory)
  const reservation = newReservation()
  const places = region.readers / PLACES
  for (let place = 0; place < places; place++) {
    if (!reserveReaderPlace(region, place * PLACES, reservation)) continue
    // Both are free when the first is.
    reserveReaderPlace(region, place * PLACES + 1, reservation)
    return { place, reservation }
  }
  throw noPlace(places)
}

/** As `freePlace`, of a reserved one: only if its reader never came, or with `hasDied` is known to be dead. */
export function freeReserved(memory: StateMemory, place: number, reservation: Reservation, hasDied: boolean): void {
  endReservation(openStateRegion(memory), place * PLACES, PLACES, reservation, hasDied)
}

function firstOf(region: StateRegion, place: number, reservation: Reservation): PinReader {
  requirePlace(region, place)
  return new PinReader(region, place * PLACES, reservation)
}

function requirePlace({ readers }: StateRegion, place: number): void {
  const places = readers / PLACES
  if (!(Number.isInteger(place) && place >= 0 && place < places))
    throw new RangeError(`Cannot be reader ${place} of ${places}: use 0 to ${places - 1}`)
}

/** By trying: another reader may take a place that was free a moment ago. */
function firstFree(region: StateRegion): PinReader {
  const places = region.readers / PLACES
  for (let place = 0; place < places; place++) {
    try {
      return new PinReader(region, place * PLACES)
    } catch (error) {
      if (!isHandshakeError(error)) throw error
    }
  }
  throw noPlace(places)
}

function noPlace(places: number): HandshakeError {
  return new HandshakeError(
    `Cannot attach to this state: it has ${places} readers already, create it with { readers: ${places + 1} }`,
    places,
    places + 1,
  )
}
