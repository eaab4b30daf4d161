/**
 * An `any`, or a table that grows, in a field that only the other side knows: it is skipped by the length in its head, and never read.
 * So a program whose schemas have none need not load the structured codec, or the code of tables.
 */
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuseTruncated } from '../misfit.ts'
import { type Layout, Type, VARIABLE } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

const LENGTH_BYTES = 4

export class UnreadTailType extends Type {
  readonly name: string
  readonly layout: Layout

  /** `grain`: what the length is a multiple of, and the place in the tail, too. */
  constructor(name = 'any', grain = 1) {
    super()
    this.name = name
    this.layout = { ...VARIABLE, bytes: LENGTH_BYTES, align: LENGTH_BYTES, tailAlign: grain, tailGrain: grain }
  }

  describe(): string {
    return this.name
  }

  emitWrite(_emitter: Emitter, _value: string, _place: Place): void {
    throwUnread()
  }

  emitRead(emitter: Emitter, place: Place): string {
    this.emitSkip(emitter, place)
    return 'undefined'
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitter.line(`tail += ${this.emitLength(emitter, place)}`)
  }

  protected emitLength(emitter: Emitter, place: Place): string {
    emitter.bind('lengthAt', lengthAt)
    return emitter.local('n', `lengthAt(view, ${addressOf(place)}, tail, end)`)
  }

  write(_out: Output, _value: unknown, _at: number): void {
    throwUnread()
  }

  read(input: Input, at: number): unknown {
    return this.skip(input, at)
  }

  override skip(input: Input, at: number): void {
    input.tail += lengthAt(input.view, at, input.tail, input.end)
  }
}

function lengthAt(view: DataView, at: number, tail: number, end: number): number {
  const byteLength = view.getUint32(at, true)
  if (byteLength > end - tail) refuseTruncated(byteLength, tail, end)
  return byteLength
}

/** Only what was written by others has such a field. */
function throwUnread(): never {
  throw new TypeError('Cannot write a field of a newer schema: this side does not know it')
}
