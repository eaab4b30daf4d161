/** A string with a limit of Latin-1 characters: its head has a length, and a place for all characters. */
import { readCharacters } from '../../codec/latin1.ts'
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuse, refuseBytes, refuseValue } from '../misfit.ts'
import { FIXED, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

const LENGTH_MAX = 0xffff

export class FixedStringType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly #length: number
  readonly #lengthBytes: number

  constructor(length: number) {
    super()
    if (!(Number.isInteger(length) && length >= 0 && length <= LENGTH_MAX)) {
      throw new RangeError(`Cannot make a fixedString of ${length} characters: 0 to ${LENGTH_MAX} are possible`)
    }
    this.name = `fixedString(${length})`
    this.#length = length
    this.#lengthBytes = length > 0xff ? 2 : 1
    this.layout = { ...FIXED, bytes: length + this.#lengthBytes, align: this.#lengthBytes }
  }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    // Also where values are not checked: what another thing calls its length may lead before the place.
    emitter.leaveIf(`typeof ${value} !== 'string'`)
    emitter.bind('writeFixedString', writeFixedString)
    const { bytes } = this.layout
    emitter.leaveIf(`!writeFixedString(${value}, bytes, ${addressOf(place)}, ${this.#lengthBytes}, ${bytes})`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    emitter.bind('readFixedString', readFixedString)
    return emitter.local(
      'v',
      `readFixedString(bytes, ${addressOf(place)}, ${this.#lengthBytes}, ${this.layout.bytes - this.#lengthBytes})`,
    )
  }

  write(out: Output, value: unknown, at: number): void {
    if (typeof value !== 'string') refuse(this.name, value)
    const isWritten = writeFixedString(value, out.bytes, at, this.#lengthBytes, this.layout.bytes)
    if (!isWritten) refuseValue(this.name, value)
  }

  read(input: Input, at: number): unknown {
    return readFixedString(input.bytes, at, this.#lengthBytes, this.#length)
  }
}

/** False for a text that is too long or not of Latin-1. The rest of the `byteLength` bytes becomes zero. */
function writeFixedString(
  text: string,
  bytes: Uint8Array,
  at: number,
  lengthBytes: number,
  byteLength: number,
): boolean {
  const length = text.length
  if (length > byteLength - lengthBytes) return false
  bytes[at] = length
  if (lengthBytes === 2) bytes[at + 1] = length >> 8
  const start = at + lengthBytes
  let seen = 0
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    seen |= code
    bytes[start + index] = code
  }
  for (let index = start + length; index < at + byteLength; index++) bytes[index] = 0
  return seen <= 0xff
}

function readFixedString(bytes: Uint8Array, at: number, lengthBytes: number, most: number): string {
  const length = lengthBytes === 2 ? bytes[at]! | (bytes[at + 1]! << 8) : bytes[at]!
  if (length > most) refuseBytes(`${length} characters where ${most} have a place`, at)
  return readCharacters(bytes, at + lengthBytes, length)
}
