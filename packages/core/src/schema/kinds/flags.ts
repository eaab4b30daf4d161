/** Named booleans: an integer with one bit for each. */
import { addressOf, type Emitter, type Place, quoteKey } from '../emitter.ts'
import { refuse } from '../misfit.ts'
import { defineField, propertyOf, propertyText } from '../property.ts'
import { FIXED, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import { requireStrings } from './choice.ts'

export class FlagsType extends Type {
  readonly name = 'flags'
  readonly layout: Layout
  readonly #names: readonly string[]
  readonly #store: 'Uint8' | 'Uint16' | 'Uint32'

  constructor(names: readonly string[]) {
    super()
    requireStrings('flags', names)
    if (names.length > 32) {
      throw new TypeError(`Cannot make flags of ${names.length} names: up to 32 are possible`)
    }
    this.#names = names
    const bytes = names.length > 16 ? 4 : names.length > 8 ? 2 : 1
    this.#store = bytes === 4 ? 'Uint32' : bytes === 2 ? 'Uint16' : 'Uint8'
    this.layout = { ...FIXED, bytes, align: bytes, locals: names.length + 1 }
  }

  describe(): string {
    return `flags${JSON.stringify(this.#names)}`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    emitter.checkNot(`typeof ${value} !== 'object' || ${value} === null`)
    const number = emitter.fresh('n')
    emitter.line(`let ${number} = 0`)
    this.#names.forEach((name, index) => {
      const flag = emitter.local('v', propertyText(emitter, value, name))
      emitter.bit(flag, `${number} |= ${1 << index}`)
    })
    if (this.#store === 'Uint8') emitter.line(`bytes[${addressOf(place)}] = ${number}`)
    else emitter.line(`view.set${this.#store}(${addressOf(place)}, ${number}, true)`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    const number = emitter.local('n', `view.get${this.#store}(${addressOf(place)}, true)`)
    return `{ ${this.#names.map((name, index) => `${quoteKey(name)}: (${number} & ${1 << index}) !== 0`).join(', ')} }`
  }

  override draft(): object {
    return {}
  }

  write(out: Output, value: unknown, at: number): void {
    if (out.isChecked && (typeof value !== 'object' || value === null)) refuse(this.name, value)
    let number = 0
    this.#names.forEach((name, index) => {
      const flag = propertyOf(value as object, name)
      if (out.isChecked && typeof flag !== 'boolean') refuse('bool', flag, name)
      if (flag) number |= 1 << index
    })
    out.view[`set${this.#store}`](at, number, true)
  }

  read(input: Input, at: number): unknown {
    const number = input.view[`get${this.#store}`](at, true)
    const flags = {}
    this.#names.forEach((name, index) => defineField(flags, name, (number & (1 << index)) !== 0))
    return flags
  }
}
