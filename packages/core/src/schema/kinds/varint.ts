/** An integer from 0 to `2^53 - 1`, seven bits a byte, lowest first: small ones take one byte. All of it is tail. */
import { type Emitter } from '../emitter.ts'
import { refuse, refuseBytes, refuseLimits, refuseTruncated } from '../misfit.ts'
import { type Layout, NO_ROOM, Type, VARIABLE } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

export class VarintType extends Type {
  readonly name = 'varint'
  readonly layout: Layout = { ...VARIABLE, bytes: 0, align: 1 }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string): void {
    emitter.bind('isVarint', isVarint)
    emitter.bind('writeVarint', writeVarint)
    emitter.checkNot(`!isVarint(${value})`)
    emitter.line(`if (${value} <= 0x7f && tail < end) bytes[tail++] = ${value}`)
    emitter.line(`else if ((tail = writeVarint(${value}, bytes, tail, end)) < 0) return -1`)
  }

  emitRead(emitter: Emitter): string {
    const byteLength = emitBytes(emitter)
    emitter.bind('readVarint', readVarint)
    const value = emitter.local('v', `readVarint(bytes, tail, ${byteLength})`)
    emitter.line(`tail += ${byteLength}`)
    return value
  }

  override emitSkip(emitter: Emitter): void {
    emitter.line(`tail += ${emitBytes(emitter)}`)
  }

  write(out: Output, value: unknown): void {
    if (out.isChecked && !isVarint(value)) {
      if (typeof value === 'number') refuseLimits(this.name, '0 to 2^53 - 1', value)
      refuse(this.name, value)
    }
    const tail = writeVarint(value as number, out.bytes, out.tail, out.end)
    if (tail < 0) throw NO_ROOM
    out.tail = tail
  }

  read(input: Input): unknown {
    const byteLength = varintBytes(input.bytes, input.tail, input.end)
    const value = readVarint(input.bytes, input.tail, byteLength)
    input.tail += byteLength
    return value
  }

  override skip(input: Input): void {
    input.tail += varintBytes(input.bytes, input.tail, input.end)
  }
}

function emitBytes(emitter: Emitter): string {
  emitter.bind('varintBytes', varintBytes)
  return emitter.local('n', 'varintBytes(bytes, tail, end)')
}

function isVarint(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value
}

function writeVarint(value: number, bytes: Uint8Array, tail: number, end: number): number {
  let at = tail
  // Where values are not checked: what remains of Infinity is Infinity, for ever.
  let rest = Math.min(value, Number.MAX_SAFE_INTEGER)
  while (rest > 0x7f) {
    if (at >= end) return -1
    bytes[at++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  if (at >= end) return -1
  bytes[at] = rest
  return at + 1
}

/** How many bytes an integer takes that starts at `tail`. */
function varintBytes(bytes: Uint8Array, tail: number, end: number): number {
  for (let at = tail; at < end; at++) {
    if (bytes[at]! <= 0x7f) return at - tail + 1
    if (at - tail === 7) refuseBytes('an integer exceeds 2^53 - 1', tail)
  }
  return refuseTruncated(end - tail + 1, tail, end)
}

function readVarint(bytes: Uint8Array, tail: number, byteLength: number): number {
  let value = 0
  for (let index = byteLength - 1; index >= 0; index--) value = value * 0x80 + (bytes[tail + index]! & 0x7f)
  if (value > Number.MAX_SAFE_INTEGER) refuseBytes('an integer exceeds 2^53 - 1', tail)
  return value
}
