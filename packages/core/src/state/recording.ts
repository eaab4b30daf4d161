/// <reference lib="esnext.disposable" preserve="true" />

/** Records the states of a reader. */

import { headBytesOf } from '../schema/zero.ts'
import { CellPacker } from './packed-cells.ts'
import { FOR_RECORDING } from './past.ts'
import { cellCount, type Lane, lanesOf, toCells } from './recorded-cells.ts'
import { checksumOf, RecordedBytes } from './recording-format.ts'
import type { Held, StateSource } from './source.ts'
import { StateReader } from './state-reader.ts'

/**
 * Records every state that `reader` goes to from now on, and the one that it has. With a history it also records the states that the
 * reader skips, as far as they are kept. The reader is used as before: a recording takes nothing from it.
 *
 * @throws TypeError when the reader is recorded already; ClosedError when it is closed.
 */
export function record(reader: StateReader<any>): Recording {
  return new Recording(reader)
}

/** States that are being recorded: what has changed from each to the next. `replay` plays them. */
export class Recording {
  readonly #reader: StateReader<any>
  readonly #bytes: RecordedBytes
  readonly #lanes: readonly Lane[]
  readonly #packer = new CellPacker()
  #cells = new Int32Array(0)
  #version = 0
  #recorded = 0
  #hasEnded = false

  constructor(reader: StateReader<any>) {
    const schema = StateReader.schemaOf(reader)
    this.#reader = reader
    const { fingerprint, description } = schema
    this.#lanes = lanesOf(schema.type, headBytesOf(schema).bytes)
    this.#bytes = new RecordedBytes({ fingerprint, description, lanes: this.#lanes })
    StateReader.watch(reader, (source, current) => this.#take(source, current))
  }

  /** How many states it has. */
  get states(): number {
    return this.#bytes.states
  }

  /** How many bytes it has, and how many these states have. */
  get byteLength(): number {
    return this.#bytes.length
  }

  get recordedBytes(): number {
    return this.#recorded
  }

  /** All that has been recorded so far: one file. It goes on. */
  toBytes(): Uint8Array {
    return this.#bytes.toBytes()
  }

  /** Records no more. A second call does nothing. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    StateReader.unwatch(this.#reader)
  }

  [Symbol.dispose](): void {
    this.end()
  }

  #take(source: StateSource, current: Held): void {
    const { history } = source
    if (history !== undefined && this.#version > 0) {
      for (let version = this.#version + 1; version < current.version; version++) {
        const held = history.hold(FOR_RECORDING, version)
        if (held !== undefined) this.#add(held)
      }
      history.release(FOR_RECORDING)
    }
    this.#add(current)
  }

  #add({ span, offset, end, version, time }: Held): void {
    const bytes = end - offset
    const count = cellCount(this.#lanes, bytes)
    if (count > this.#cells.length) this.#cells = new Int32Array(Math.ceil(1.5 * count))
    toCells(this.#lanes, span.bytes, offset, end, this.#cells)
    const checksum = checksumOf(span.bytes, offset, end)
    this.#bytes.add({ bytes, version, time, checksum }, this.#packer.pack(this.#cells, count))
    this.#version = version
    this.#recorded += bytes
  }
}
