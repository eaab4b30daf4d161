/** A boolean: one bit. */
import { isBitSetAt, setBitAt } from '../bits.ts'
import { bitTest, type Emitter, type Place, setBit } from '../emitter.ts'
import { refuse } from '../misfit.ts'
import { FIXED, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

export class BoolType extends Type {
  readonly name = 'bool'
  readonly layout: Layout = { ...FIXED, bytes: 0, align: 1, bits: 1 }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.bit(value, setBit(place))
  }

  emitRead(_: Emitter, place: Place): string {
    return `${bitTest(place)}`
  }

  write(out: Output, value: unknown, _: number, bit: number): void {
    if (out.isChecked && typeof value !== 'boolean') refuse(this.name, value)
    if (value) setBitAt(out.bytes, bit)
  }

  read(input: Input, _: number, bit: number): unknown {
    return isBitSetAt(input.bytes, bit)
  }
}
