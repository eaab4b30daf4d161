/// <reference lib="esnext.disposable" preserve="true" />

/** Plays the states of a recording. */

import { createSpan, freshSpan, type Span } from '../codec/span.ts'
import { DecodeError, requireOptions } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { headBytesOf } from '../schema/zero.ts'
import { sharedNow } from './clock.ts'
import { requireSchema } from '../schema/require-schema.ts'
import { offerOf, stateReaderOf } from './offer.ts'
import { CellUnpacker } from './packed-cells.ts'
import { cellCount, fromCells, type Lane } from './recorded-cells.ts'
import { checksumOf, partsOf, type RecordedHead, type RecordedState } from './recording-format.ts'
import { ReplaySource } from './replay-source.ts'
import { StateReader } from './state-reader.ts'

/** Options of a replay. */
export interface ReplayOptions {
  /** Bytes of the largest state, if its size varies. A recording of larger ones is refused. Default: 16 MiB. */
  readonly maxBytes?: number | undefined
}

const DEFAULT_MAX_BYTES = 1 << 24

interface Timers {
  setTimeout(callback: () => void, ms: number): unknown
}

/**
 * Plays a recording: `next` goes to its next state, and `reader` reads it as if a writer had published it. `play` does so at the
 * pace of the recording.
 *
 * @throws TypeError for a schema that is none, and for bytes that are no recording; DecodeError for a recording that is cut short or
 *   spoiled; HandshakeError for one of another schema, or of another version of the format.
 */
export function replay<T, V>(schema: Schema<T, V>, recording: Uint8Array, options: ReplayOptions = {}): Replay<V> {
  requireSchema('replay', schema)
  requireOptions('replay', options, '{ maxBytes: 1e6 }')
  const { head, states } = partsOf(recording)
  const own = stateReaderOf(schema, offerOf(head, '', undefined))
  const { isFixed, bytes: headBytes } = headBytesOf(own)
  const bytes = Math.max(headBytes, head.lanes.at(-1)?.end ?? 0)
  const most = isFixed ? headBytes : (options.maxBytes ?? DEFAULT_MAX_BYTES)
  states.forEach((state, index) => {
    if (state.bytes < bytes || state.bytes > most) throwSize(index, state, bytes, most)
  })
  return new Replay<V>(own, recording, states, head)
}

export class Replay<V> {
  /** Reads the state that was played last, as any other reader does. It is of mode `copied`, and its times are those of the recording. */
  readonly reader: StateReader<V>
  readonly #recording: Uint8Array
  readonly #recorded: readonly RecordedState[]
  readonly #lanes: readonly Lane[]
  readonly #source = new ReplaySource()
  readonly #unpacker = new CellUnpacker()
  #cells = new Int32Array(0)
  #played = 0

  constructor(schema: Schema<any, V>, recording: Uint8Array, states: readonly RecordedState[], head: RecordedHead) {
    this.#recording = recording
    this.#recorded = states
    this.#lanes = head.lanes
    this.reader = new StateReader<V>(schema, this.#source, 0, head)
  }

  /** How many states the recording has, and how many of them have been played. */
  get states(): number {
    return this.#recorded.length
  }

  get played(): number {
    return this.#played
  }

  /**
   * Goes to the next state, which `reader.latest()` then gives. False at the end: then the reader's state has ended.
   *
   * @throws DecodeError for bytes that were spoiled.
   */
  next(): boolean {
    return this.#next(0)
  }

  /**
   * Goes through all states that are left at the pace of the recording, `speed` times as fast, so that a page can draw them. The times
   * are those of the present.
   */
  async play(speed: number = 1): Promise<void> {
    if (!(speed > 0)) throw new RangeError(`Cannot play at speed ${speed}: use a number above 0`)
    const first = this.#recorded[this.#played]?.time ?? 0
    const start = sharedNow()
    for (;;) {
      const state = this.#recorded[this.#played]
      if (state === undefined || this.#source.isClosed) break
      const due = start + (state.time - first) / speed
      const ms = due - sharedNow()
      if (ms > 0) await new Promise<void>((resolve) => (globalThis as unknown as Timers).setTimeout(resolve, ms))
      this.#next(due - state.time)
    }
    this.#source.end()
  }

  [Symbol.dispose](): void {
    this.reader.close()
  }

  #next(later: number): boolean {
    const state = this.#recorded[this.#played]
    if (state === undefined || this.#source.isClosed) {
      this.#source.end()
      return false
    }
    const span = this.#unpack(state)
    this.#played++
    const { bytes, version, time } = state
    this.#source.show({ slot: 0, span, offset: 0, end: bytes, version, time: time + later, count: 0 })
    return true
  }

  #unpack({ start, end, bytes, checksum }: RecordedState): Span {
    const count = cellCount(this.#lanes, bytes)
    if (count > this.#cells.length) this.#cells = new Int32Array(count)
    this.#unpacker.unpack(this.#cells, count, this.#recording, start, end)
    const span = freshSpan(bytes)
    fromCells(this.#lanes, this.#cells, span.bytes)
    if (checksumOf(span.bytes, 0, bytes) !== checksum) this.#throwSpoiled(start)
    return createSpan(span.bytes.buffer, 0, bytes)
  }

  #throwSpoiled(offset: number): never {
    throw new DecodeError(
      `Cannot replay: the recording is spoiled, its state ${this.#played + 1} of ${this.states} is not the one that was recorded`,
      offset,
      -1,
    )
  }
}

function throwSize(index: number, { bytes, start }: RecordedState, least: number, most: number): never {
  throw new DecodeError(
    `Cannot replay: state ${index + 1} of the recording has ${bytes} bytes, not ${least} to ${most}: use a larger maxBytes, or another recording`,
    start,
    -1,
  )
}
