/** A value on its own, with its bits in bytes of its own: a whole message, an element, an entry. */
import { emitBitsRead, emitBitsWritten, emitZeros } from './bits.ts'
import type { Emitter } from './emitter.ts'
import type { RecordView } from './record-view.ts'
import { roundUp, type Type } from './type.ts'
import type { Input, Output } from './input-output.ts'

export class Cell {
  readonly type: Type
  /** Bytes of the head, bits included. */
  readonly bytes: number
  readonly #bitsAt: number

  /** The size of the head is a multiple of `multiple` and not below `fewest`. */
  constructor(type: Type, multiple: number, fewest = 0) {
    const { bytes, bits } = type.layout
    this.type = type
    this.#bitsAt = bytes
    this.bytes = roundUp(Math.max(fewest, bytes + ((bits + 7) >> 3)), multiple)
  }

  emitWrite(emitter: Emitter, value: string, base: string): void {
    const { bits } = this.type.layout
    emitBitsWritten(emitter, base, this.#bitsAt, bits, (names) =>
      this.type.emitWrite(emitter, value, { base, offset: 0, bits: names, bit: 0 }),
    )
    const used = this.#bitsAt + ((bits + 7) >> 3)
    emitZeros(emitter, { base, offset: used, bits: [], bit: 0 }, this.bytes - used)
  }

  emitRead(emitter: Emitter, base: string): string {
    const bits = emitBitsRead(emitter, base, this.#bitsAt, this.type.layout.bits)
    return this.type.emitRead(emitter, { base, offset: 0, bits, bit: 0 })
  }

  emitView(emitter: Emitter, base: string): string {
    const bits = emitBitsRead(emitter, base, this.#bitsAt, this.type.layout.bits)
    return this.type.emitView(emitter, { base, offset: 0, bits, bit: 0 })
  }

  emitReadInto(emitter: Emitter, base: string, target: string): void {
    this.type.emitReadInto(emitter, { base, offset: 0, bits: [], bit: 0 }, target)
  }

  emitSkip(emitter: Emitter, base: string): void {
    const bits = emitBitsRead(emitter, base, this.#bitsAt, this.type.layout.bits)
    this.type.emitSkip(emitter, { base, offset: 0, bits, bit: 0 })
  }

  write(out: Output, value: unknown, at: number): void {
    out.bytes.fill(0, at + this.#bitsAt, at + this.bytes)
    this.type.write(out, value, at, (at + this.#bitsAt) * 8)
  }

  read(input: Input, at: number): unknown {
    return this.type.read(input, at, (at + this.#bitsAt) * 8)
  }

  view(input: Input, at: number, owner: RecordView, slot: number): unknown {
    return this.type.view(input, at, (at + this.#bitsAt) * 8, owner, slot)
  }

  skip(input: Input, at: number): void {
    this.type.skip(input, at, (at + this.#bitsAt) * 8)
  }
}

/** A whole message: its tail starts where the tail wants to. */
export function messageCell(type: Type): Cell {
  return new Cell(type, type.layout.tailAlign)
}

/** An element takes at least one byte, so that no count can claim more elements than there are bytes. */
export function elementCell(type: Type): Cell {
  return new Cell(type, type.layout.align, 1)
}
