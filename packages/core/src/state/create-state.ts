/** A state, from both sides: the thread that writes it creates it, and the other threads attach. */

import { requireOptions, shown } from '../errors.ts'
import { historySlotsFor, historyWordsFor, MAX_HISTORY } from '../memory/history-layout.ts'
import { createStateRegion, openStateRegion, stateRegionBytes } from '../memory/state-region.ts'
import { controlWordsFor, MAX_SLOTS_BYTES, slotsFor } from '../memory/state-layout.ts'
import { SLOT_HEADER_BYTES, slotBytesFor } from '../memory/state-slot.ts'
import { requireSchema } from '../schema/require-schema.ts'
import type { Schema } from '../schema/schema.ts'
import { headBytesOf, mostBytesOf } from '../schema/zero.ts'
import { CopiedSink, CopiedSource, endCopied } from './copied.ts'
import { OwnHistory, SharedWrittenHistory } from './history.ts'
import { HistorySink } from './history-sink.ts'
import { offerOf, stateReaderOf, requireOffer, type StateOffer } from './offer.ts'
import { freePlace, type PlaceOptions, PLACES, SharedSource } from './shared-source.ts'
import { SharedSink } from './shared-sink.ts'
import { type Attached, StateReader } from './state-reader.ts'
import { StateWriter } from './state-writer.ts'
import { closeForDeadWriter } from './writer-state.ts'

/** Options of a state. */
export interface StateOptions {
  /** How many readers there may be at a time, from 1 to 14. Default: 1. */
  readonly readers?: number | undefined
  /**
   * Bytes of the largest state, if its size varies: with lists, texts and the like, not with tables that grow alone. Default: 16 MiB,
   * or less if there is no room for that many readers in 1 GiB. Memory that no state has needed yet is only reserved.
   */
  readonly maxBytes?: number | undefined
  /**
   * How many states are kept for `reader.at` and `writer.rollback`, up to 4096. Each takes the memory of a state: `stateBytes`
   * tells how much that is in all. Default: none.
   */
  readonly history?: number | undefined
  /** `copied`: states go by messages, though there is shared memory. Default: shared memory, if the platform has it. */
  readonly mode?: 'copied' | undefined
  /**
   * The place of the state: a part of your own shared memory, such as that of a WebAssembly program. It starts at a multiple of
   * 64 bytes and has at least `stateBytes` bytes. They are set to 0, and only the state may use them from then on. A state whose
   * size varies may take as many bytes as there is room for. Default: memory of its own.
   */
  readonly memory?: Uint8Array | undefined
}

const MOST_READERS = 14
const DEFAULT_MAX_BYTES = 1 << 24

/**
 * Makes a state that this thread writes. Send its offer to each reader, by any `postMessage` or as `workerData`.
 *
 * @throws TypeError when `schema` is no schema, `options` is no object, or `memory` is not shared; RangeError for a number of
 *   readers or bytes outside the limits, and for `memory` that is too small or does not start at a multiple of 64.
 */
export function createState<T, V>(
  schema: Schema<T, V>,
  options: StateOptions = {},
): { readonly writer: StateWriter<T, V>; readonly offer: StateOffer } {
  requireSchema('create a state', schema)
  requireOptions('create a state', options, '{ readers: 2 }')
  const { memory } = options
  const counts = requireCounts(options)
  const maxBytes = maxBytesOf(schema, counts, options.maxBytes ?? roomIn(memory, counts))
  const { readers, history } = counts
  const name = newName()
  if (isCopied(options.mode)) {
    if (memory !== undefined) throwNotShared()
    const copied = new CopiedSink(name, maxBytes, history)
    const sink = history === 0 ? copied : new HistorySink(copied, new OwnHistory(history))
    return { writer: new StateWriter<T, V>(schema, sink, maxBytes), offer: offerOf(schema, name, undefined) }
  }
  const region = createStateRegion({ readers: readers * PLACES, slotBytes: slotBytesFor(maxBytes), history, memory })
  const shared = new SharedSink(region, name)
  const sink = region.history === undefined ? shared : new HistorySink(shared, new SharedWrittenHistory(region.history))
  const writer = new StateWriter<T, V>(schema, sink, maxBytes)
  return { writer, offer: offerOf(schema, name, region.memory) }
}

/**
 * Bytes that a state needs, in `memory` or elsewhere.
 *
 * @throws as `createState`.
 */
export function stateBytes(
  schema: Schema<any, any>,
  options: Pick<StateOptions, 'readers' | 'maxBytes' | 'history'> = {},
): number {
  requireSchema('measure a state', schema)
  requireOptions('measure a state', options, '{ readers: 2 }')
  const counts = requireCounts(options)
  const slotBytes = slotBytesFor(maxBytesOf(schema, counts, options.maxBytes))
  return stateRegionBytes(counts.readers * PLACES, slotBytes, counts.history)
}

/** Options of a reader. */
export interface AttachOptions {
  /** Which of the readers it is, from 0. Default: the first that is free. */
  readonly place?: number | undefined
}

/**
 * Reads a state that another thread writes. The schema may be of another version of the program, as for typed channels.
 *
 * @throws TypeError when `schema` is no schema or `offer` no offer; HandshakeError for a schema that does not fit, for an offer
 *   of another version, and when all places are taken; RangeError for a place that does not exist.
 */
export function attachState<T, V>(
  schema: Schema<T, V>,
  offer: StateOffer,
  options: AttachOptions = {},
): StateReader<V> {
  requireSchema('attach to a state', schema)
  requireOptions('attach to a state', options, '{ place: 1 }')
  requireOffer(offer)
  const attached = attachedTo(schema, offer, { place: options.place })
  return new StateReader<V>(attached.schema, attached.source, attached.place, attached.written)
}

/** The parts of a reader. Throws as `attachState` does for an offer. */
export function attachedTo<T, V>(schema: Schema<T, V>, offer: StateOffer, options: PlaceOptions): Attached<V> {
  const { name, memory } = offer
  const reader = stateReaderOf(schema, offer)
  if (memory === undefined)
    return { schema: reader, written: offer, source: new CopiedSource(name), place: options.place ?? 0 }
  const source = new SharedSource(memory, name, options)
  return { schema: reader, written: offer, source, place: source.place }
}

/** Call it when the thread of a reader has died: another reader may take its `place` from now on. */
export function freeReader(offer: StateOffer, place: number): void {
  const { memory } = requireOffer(offer)
  if (memory !== undefined) freePlace(memory, place)
}

/** Call it when the thread of the writer has died: it ends the state and tells the readers. */
export function endForDeadWriter(offer: StateOffer): void {
  const { memory, name } = requireOffer(offer)
  if (memory === undefined) endCopied(name)
  else closeForDeadWriter(openStateRegion(memory))
}

function isCopied(mode: unknown): boolean {
  if (mode !== undefined && mode !== 'copied')
    throw new TypeError(`Cannot create a state in mode ${shown(mode)}: use "copied", or leave it out`)
  return mode === 'copied' || typeof SharedArrayBuffer !== 'function'
}

function requireReaders(readers: number): number {
  if (!(Number.isInteger(readers) && readers >= 1 && readers <= MOST_READERS))
    throw new RangeError(`Cannot create a state for ${readers} readers: use 1 to ${MOST_READERS}`)
  return readers
}

interface Counts {
  readonly readers: number
  readonly history: number
}

function requireCounts({ readers = 1, history = 0 }: StateOptions): Counts {
  if (!(Number.isInteger(history) && history >= 0 && history <= MAX_HISTORY))
    throw new RangeError(`Cannot keep a history of ${history} states: use 0 to ${MAX_HISTORY}`)
  return { readers: requireReaders(readers), history }
}

function slotsOf({ readers, history }: Counts): number {
  return slotsFor(readers * PLACES) + historySlotsFor(history, readers * PLACES)
}

/** Bytes of the largest state that there is room for; undefined for memory of its own. */
function roomIn(memory: Uint8Array | undefined, counts: Counts): number | undefined {
  if (memory === undefined) return undefined
  const readers = counts.readers * PLACES
  const words = controlWordsFor(readers) + historyWordsFor(counts.history, readers)
  return Math.floor((memory.byteLength - 4 * words) / slotsOf(counts) / 64) * 64 - SLOT_HEADER_BYTES
}

function throwNotShared(): never {
  throw new TypeError(
    'Cannot place a state in given memory in mode "copied": its readers could not see it. A page needs two headers for shared memory',
  )
}

function maxBytesOf(schema: Schema<unknown, unknown>, counts: Counts, chosen: number | undefined): number {
  const known = mostBytesOf(schema)
  const least = known === Infinity ? headBytesOf(schema).bytes : known
  const slots = slotsOf(counts)
  const most = Math.floor(MAX_SLOTS_BYTES / slots / 64) * 64 - SLOT_HEADER_BYTES
  const wanted = known === Infinity ? (chosen ?? Math.min(most, Math.max(DEFAULT_MAX_BYTES, least))) : known
  if (Number.isInteger(wanted) && wanted >= least && wanted <= most) return wanted
  throwNoRoom(wanted, least, most, counts)
}

function throwNoRoom(wanted: number, least: number, most: number, counts: Counts): never {
  const { readers, history } = counts
  const all = slotsOf(counts) * slotBytesFor(wanted)
  const kept = history === 0 ? '' : ` and a history of ${history}: it takes ${all} of ${MAX_SLOTS_BYTES} bytes`
  const remedy = most < least ? 'keep fewer states, or smaller ones' : `use ${least} to ${most}, a whole number`
  throw new RangeError(`Cannot create a state of ${wanted} bytes for ${readers} readers${kept}: ${remedy}`)
}

function newName(): string {
  return `slipring-state-${randomPart()}${randomPart()}`
}

function randomPart(): string {
  return Math.floor(Math.random() * 2 ** 52).toString(36)
}
