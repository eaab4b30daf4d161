/** A world, from all sides: any thread creates it, each writer joins with its part, and readers attach. */

import { HandshakeError, isHandshakeError, requireOptions, shown } from '../errors.ts'
import {
  MAX_PARTS_BYTES,
  MOST_PLACES,
  MOST_WRITERS,
  placesFor,
  READER_PLACES,
  sparesFor,
} from '../memory/world-layout.ts'
import { createWorldRegion, openWorldRegion, type WorldRegion } from '../memory/world-region.ts'
import { SLOT_HEADER_BYTES, slotBytesFor } from '../memory/state-slot.ts'
import { headBytesOf, mostBytesOf } from '../schema/zero.ts'
import { requireSchema } from '../schema/require-schema.ts'
import {
  offerOf,
  readersOf,
  requireOffer,
  requireOwnSchema,
  type WorldFrame,
  type WorldOffer,
  type WorldParts,
  writerOf,
} from './offer.ts'
import {
  closeWorld,
  freeDeadWriterPlace,
  haveAllLeft,
  isWorldClosed,
  takeWorldReaderPlace,
  takeWorldWriterPlace,
  wakeAllBlindly,
} from './places.ts'
import { freeBothPlaces, WorldReader } from './world-reader.ts'
import { WorldWriter } from './world-writer.ts'

/** Options of a world. */
export interface WorldOptions {
  /** How many readers there may be at a time: from 1 to 14 less half of the writers. Default: 1. */
  readonly readers?: number | undefined
  /** A writer that has not ended its tick so many milliseconds after another one is late. Default: 1000. `Infinity`: never. */
  readonly patienceMs?: number | undefined
  /**
   * `go-on`, the default: frames have the last part of a writer that is late or has died, and name it as `late`. `wait`: no frame
   * comes until it is back, or another has joined in its place.
   */
  readonly whenLate?: 'go-on' | 'wait' | undefined
  /**
   * Bytes of the largest part, of those whose size varies: with lists, texts and the like. Default: 16 MiB, or less if there is no
   * room for so many in 1 GiB. Memory that no part has needed yet is only reserved.
   */
  readonly maxBytes?: number | undefined
}

/** Options of a reader. */
export interface AttachWorldOptions {
  /** Which of the readers it is, from 0. Default: the first that is free. */
  readonly place?: number | undefined
}

const DEFAULT_MAX_BYTES = 1 << 24
const DEFAULT_PATIENCE_MS = 1000
const EXAMPLE = '{ readers: 2 }'

/**
 * Makes a world. `parts` has the schema of each writer's part, by the writer's name. Send the offer to each thread, by any
 * `postMessage` or as `workerData`.
 *
 * @throws TypeError when `parts` has no schemas, `options` is no object, or there is no shared memory; RangeError for numbers of
 *   writers, readers, milliseconds or bytes outside the limits.
 */
export function createWorld(parts: WorldParts, options: WorldOptions = {}): { readonly offer: WorldOffer } {
  const names = requireParts('create a world', parts)
  requireOptions('create a world', options, EXAMPLE)
  const { patienceMs = DEFAULT_PATIENCE_MS, whenLate = 'go-on' } = options
  if (whenLate !== 'go-on' && whenLate !== 'wait')
    throw new TypeError(`Cannot create a world with whenLate ${shown(whenLate)}: use "go-on" or "wait"`)
  if (!(patienceMs >= 0))
    throw new RangeError(`Cannot create a world with patienceMs ${shown(patienceMs)}: use 0 to Infinity`)
  const readers = requireReaders(names.length, options.readers ?? 1)
  const slotBytes = slotBytesOf(parts, names, readers, options.maxBytes)
  const region = createWorldRegion(
    { writers: names.length, readers, slotBytes },
    { goesOn: whenLate === 'go-on', patienceMs },
  )
  return { offer: offerOf(parts, newName(), region.buffer) }
}

/**
 * Writes the part `name` of a world. It begins with the last part of a writer that had this name before.
 *
 * @throws TypeError when `parts` has no schemas, or `offer` is none; HandshakeError for a part that has a writer, or that the world
 *   does not have, for schemas that do not fit, and for a world that has ended.
 */
export function joinWorld<P extends WorldParts, Name extends keyof P & string>(
  parts: P,
  offer: WorldOffer,
  name: Name,
): WorldWriter<P, Name> {
  requireParts('join a world', parts)
  const { name: channel, memory, parts: offered } = requireOffer(offer)
  const writer = writerOf(offer, name)
  const schemas = readersOf(parts, offer)
  const schema = parts[name]!
  requireOwnSchema(offer, writer, schema)
  const region = openFitting(memory, offered.length)
  if (isWorldClosed(region.words)) throw new HandshakeError(`Cannot write "${name}": this world has ended`, 0, 1)
  if (!takeWorldWriterPlace(region, writer))
    throw new HandshakeError(
      `Cannot write "${name}": this part has a writer already, call freeWorldWriter(offer, "${name}") when its thread has died`,
      0,
      1,
    )
  const names = offered.map((part) => part.name)
  const maxBytes = region.slotBytes[writer]! - SLOT_HEADER_BYTES
  return new WorldWriter<P, Name>({ region, name: channel, names, schemas }, writer, schema, maxBytes)
}

/**
 * Reads a world. The schemas may be of another version of the program, as for a state.
 *
 * @throws TypeError when `parts` has no schemas, or `offer` is none; HandshakeError for schemas that do not fit, and when all places
 *   are taken; RangeError for a place that does not exist.
 */
export function attachWorld<P extends WorldParts>(
  parts: P,
  offer: WorldOffer,
  options: AttachWorldOptions = {},
): WorldReader<WorldFrame<P>> {
  requireParts('attach to a world', parts)
  requireOptions('attach to a world', options, '{ place: 1 }')
  const { name, memory, parts: offered } = requireOffer(offer)
  const schemas = readersOf(parts, offer)
  const region = openFitting(memory, offered.length)
  const place = options.place ?? firstFree(region)
  requirePlace(region, place)
  if (options.place !== undefined) takePlace(region, place)
  return new WorldReader({ region, name, names: offered.map((part) => part.name), schemas }, place)
}

/**
 * Call it when the thread of a writer has died: frames go on without it, and another may join in its place. If all others have closed
 * or died, and one of them has closed, the world ends. A writer that had closed stays closed.
 */
export function freeWorldWriter(offer: WorldOffer, name: string): void {
  const region = openWorldRegion(requireOffer(offer).memory)
  freeDeadWriterPlace(region, writerOf(offer, name))
  if (haveAllLeft(region)) closeWorld(region)
  wakeAllBlindly(region)
}

/** Call it when the thread of a reader has died: another reader may take its `place` from now on. */
export function freeWorldReader(offer: WorldOffer, place: number): void {
  const region = openWorldRegion(requireOffer(offer).memory)
  requirePlace(region, place)
  freeBothPlaces(region, place)
}

/** Ends the world for all: no frame comes any more. For a thread that knows that no writer will close it. */
export function endWorld(offer: WorldOffer): void {
  const region = openWorldRegion(requireOffer(offer).memory)
  closeWorld(region)
  wakeAllBlindly(region)
}

/** The names of the parts. */
function requireParts(act: string, parts: unknown): readonly string[] {
  const names = typeof parts === 'object' && parts !== null ? Object.keys(parts) : []
  for (const name of names) requireSchema(`${act} with part "${name}"`, (parts as WorldParts)[name])
  if (names.length === 0)
    throw new TypeError(
      `Cannot ${act}: its first argument has no schema by a writer's name, as in { physics: struct({}) }`,
    )
  if (names.length > MOST_WRITERS)
    throw new RangeError(`Cannot ${act} of ${names.length} parts: use 1 to ${MOST_WRITERS}`)
  return names
}

function requireReaders(writers: number, readers: number): number {
  const most = Math.floor((MOST_PLACES - writers) / READER_PLACES)
  if (!(Number.isInteger(readers) && readers >= 1 && readers <= most))
    throw new RangeError(`Cannot create a world for ${readers} readers: with ${writers} writers use 1 to ${most}`)
  return readers
}

/** Parts of one size first: those whose size varies share what is left. */
function slotBytesOf(
  parts: WorldParts,
  names: readonly string[],
  readers: number,
  maxBytes: number | undefined,
): readonly number[] {
  const spares = sparesFor(placesFor(names.length, readers))
  const heads = names.map((name) => headBytesOf(parts[name]!))
  const known = names.map((name) => mostBytesOf(parts[name]!))
  const fixed = known.reduce((sum, bytes) => sum + (bytes === Infinity ? 0 : slotBytesFor(bytes)), 0)
  const varying = heads.filter((_, index) => known[index] === Infinity)
  const least = Math.max(0, ...varying.map(({ bytes }) => bytes))
  const room = (MAX_PARTS_BYTES / spares - fixed) / Math.max(1, varying.length)
  const most = Math.floor(room / 64) * 64 - SLOT_HEADER_BYTES
  const wanted = maxBytes ?? Math.max(least, Math.min(most, DEFAULT_MAX_BYTES))
  if (most < 0) throw new RangeError(`Cannot create a world: ${spares} slots of each part have more than 1 GiB`)
  if (varying.length > 0 && !(Number.isInteger(wanted) && wanted >= least && wanted <= most))
    throw new RangeError(`Cannot create a world with parts of ${wanted} bytes: use ${least} to ${most}, a whole number`)
  return known.map((bytes) => slotBytesFor(bytes === Infinity ? wanted : bytes))
}

/** The offer and the memory tell of the same parts. */
function openFitting(memory: unknown, writers: number): WorldRegion {
  const region = openWorldRegion(memory)
  if (region.writers !== writers)
    throw new HandshakeError(
      `Cannot open a world: it has ${region.writers} parts, its offer ${writers}`,
      writers,
      region.writers,
    )
  return region
}

function requirePlace({ readers }: WorldRegion, place: number): void {
  if (!(Number.isInteger(place) && place >= 0 && place < readers))
    throw new RangeError(`Cannot be reader ${place} of ${readers}: use 0 to ${readers - 1}`)
}

/** A reader takes its first place before the second, and frees it after that, so it has both or none. */
function takePlace(region: WorldRegion, place: number): void {
  const first = region.writers + place * READER_PLACES
  takeWorldReaderPlace(region, first)
  takeWorldReaderPlace(region, first + 1)
}

/** By trying: another reader may take a place that was free a moment ago. */
function firstFree(region: WorldRegion): number {
  const { readers } = region
  for (let place = 0; place < readers; place++) {
    try {
      takePlace(region, place)
      return place
    } catch (error) {
      if (!isHandshakeError(error)) throw error
    }
  }
  throw new HandshakeError(
    `Cannot attach to this world: it has ${readers} readers already, create it with { readers: ${readers + 1} }`,
    readers,
    readers + 1,
  )
}

function newName(): string {
  return `slipring-world-${Math.floor(Math.random() * 2 ** 52).toString(36)}`
}
