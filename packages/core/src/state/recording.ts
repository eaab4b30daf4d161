/// <reference lib="esnext.disposable" preserve="true" />

/** Records the states of a reader. */

import { headBytesOf } from '../schema/zero.ts'
import { CellPacker } from './packed-cells.ts'
import { FOR_RECORDING } from './past.ts'
import { cellCount, type Lane, lanesOf, toCells } from './recorded-cells.ts'
import { checksumOf, RecordedBytes } from './recording-format.ts'
import type { Held, ReadHistory, StateSource } from './source.ts'
import { StateReader } from './state-reader.ts'

/**
 * Records every state that `reader` goes to from now on, and the one that it has. With a history it also records the states that the
 * reader skips, as far as they are kept. After a rollback it goes on with the states that came in place of others: those that it has
 * stay in it. The reader is used as before: a recording takes nothing from it.
 *
 * @throws TypeError when the reader is recorded already; ClosedError when it is closed.
 */
export function record(reader: StateReader<any>): Recording {
  return new Recording(reader)
}

/** The bytes that a recording writes to, and how it takes a state as numbers. */
interface Begun {
  readonly bytes: RecordedBytes
  readonly lanes: readonly Lane[]
}

function beginOf(reader: StateReader<any>): Begun {
  const schema = StateReader.schemaOf(reader)
  const { fingerprint, description } = StateReader.writtenOf(reader)
  const lanes = lanesOf(schema.type, headBytesOf(schema).bytes)
  return { bytes: new RecordedBytes({ fingerprint, description, lanes }), lanes }
}

/** States that are being recorded: what has changed from each to the next. `replay` plays them. */
export class Recording {
  readonly #reader: StateReader<any>
  readonly #packer = new CellPacker()
  #begun: Begun
  #cells = new Int32Array(0)
  /** Of the state that was recorded last; see `Held`. */
  #count = 0
  #recorded = 0
  #hasEnded = false

  constructor(reader: StateReader<any>) {
    this.#reader = reader
    this.#begun = beginOf(reader)
    StateReader.watch(reader, (source, current) => this.#take(source, current))
  }

  /** How many states it has. */
  get states(): number {
    return this.#begun.bytes.states
  }

  /** How many bytes it has, and how many these states have. */
  get byteLength(): number {
    return this.#begun.bytes.length
  }

  get recordedBytes(): number {
    return this.#recorded
  }

  /** All that has been recorded so far: one file. It goes on. */
  toBytes(): Uint8Array {
    return this.#begun.bytes.toBytes()
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
    // The writer of a port is known only now, and may have another schema.
    if (this.states === 0) this.#begun = beginOf(this.#reader)
    else if (history !== undefined) this.#addSkipped(history, current)
    this.#add(current)
  }

  /** The version does not tell whether a state is new: after a rollback it comes once more. The count does. */
  #addSkipped(history: ReadHistory, current: Held): void {
    const had = this.#count
    let first = current.version
    for (let version = history.before(first); ; version = history.before(version)) {
      const held = history.hold(FOR_RECORDING, version)
      if (held === undefined || held.count <= had) break
      first = version
    }
    for (let version = first; version < current.version; version++) {
      const held = history.hold(FOR_RECORDING, version)
      // The writer may have gone back once more by now: what came after `current` is for the next time.
      if (held !== undefined && held.count > had && held.count < current.count) this.#add(held)
    }
    history.release(FOR_RECORDING)
  }

  #add({ span, offset, end, version, time, count }: Held): void {
    const { bytes: recorded, lanes } = this.#begun
    const bytes = end - offset
    const cells = cellCount(lanes, bytes)
    if (cells > this.#cells.length) this.#cells = new Int32Array(Math.ceil(1.5 * cells))
    toCells(lanes, span.bytes, offset, end, this.#cells)
    const checksum = checksumOf(span.bytes, offset, end)
    recorded.add({ bytes, version, time, checksum }, this.#packer.pack(this.#cells, cells))
    this.#count = count
    this.#recorded += bytes
  }
}
