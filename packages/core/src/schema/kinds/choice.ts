/** One of a few constants: its number, in as few bytes as numbers need. */
import { addressOf, type Emitter, type Place, quote } from '../emitter.ts'
import { kindOf, refuseBytes, refuseValue } from '../misfit.ts'
import { FIXED, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

/** The most names of enums. */
export const ENUMS_MAX = 0x10000
const COMPARED_MAX = 8
const NAMED_MAX = 6

/** Throws `TypeError`: an array of names, say, would be one name that no value is equal to; and for a name that is there twice. */
export function requireStrings(what: string, names: readonly unknown[]): void {
  const known = new Set<string>()
  for (const name of names) {
    if (typeof name !== 'string') throw new TypeError(`Cannot make ${what}: a name is a string, not ${kindOf(name)}`)
    if (known.has(name)) throw new TypeError(`Cannot make ${what} with ${quote(name)} twice: name each once`)
    known.add(name)
  }
}

export class EnumType extends Type {
  readonly name: string
  readonly layout: Layout
  readonly #names: readonly string[]
  readonly #numbers: ReadonlyMap<unknown, number>

  constructor(names: readonly string[]) {
    super()
    requireStrings('enums', names)
    if (names.length === 0 || names.length > ENUMS_MAX) {
      throw new TypeError(`Cannot make enums of ${names.length} names: 1 to ${ENUMS_MAX} are possible`)
    }
    this.#names = names
    this.#numbers = new Map(names.map((name, number) => [name, number]))
    this.name = listed(names)
    const bytes = names.length > 0x100 ? 2 : 1
    this.layout = { ...FIXED, bytes, align: bytes }
  }

  describe(): string {
    return `enums${JSON.stringify(this.#names)}`
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const number = emitter.local('n', this.#numberText(emitter, value))
    emitter.checkNot(`${number} < 0`)
    if (this.layout.bytes === 1) emitter.line(`bytes[${addressOf(place)}] = ${number}`)
    else emitter.line(`view.setUint16(${addressOf(place)}, ${number}, true)`)
  }

  emitRead(emitter: Emitter, place: Place): string {
    const address = addressOf(place)
    const number = this.layout.bytes === 1 ? `bytes[${address}]` : `view.getUint16(${address}, true)`
    const name = emitter.local('v', `${emitter.bindNew('names', this.#names)}[${number}]`)
    emitter.bind('refuseChoice', refuseChoice)
    emitter.line(`if (${name} === undefined) refuseChoice(${quote(this.name)}, ${address})`)
    return name
  }

  write(out: Output, value: unknown, at: number): void {
    const number = this.#numbers.get(value) ?? -1
    if (out.isChecked && number < 0) refuseValue(this.name, value)
    if (this.layout.bytes === 1) out.bytes[at] = number
    else out.view.setUint16(at, number, true)
  }

  read(input: Input, at: number): unknown {
    const number = this.layout.bytes === 1 ? input.bytes[at]! : input.view.getUint16(at, true)
    return this.#names[number] ?? refuseChoice(this.name, at)
  }

  // A few are compared with one after another, which the engine does by their addresses.
  #numberText(emitter: Emitter, value: string): string {
    if (this.#names.length > COMPARED_MAX) return `${emitter.bindNew('numbers', this.#numbers)}.get(${value}) ?? -1`
    const tests = this.#names.map((name, number) => `${value} === ${quote(name)} ? ${number} : `)
    return `${tests.join('')}-1`
  }
}

export type Constant = string | number | bigint | boolean | null | undefined

/** Takes no bytes: both sides know it. */
export class LiteralType extends Type {
  readonly name: string
  readonly layout: Layout = { ...FIXED, bytes: 0, align: 1 }
  readonly value: Constant

  constructor(value: Constant) {
    super()
    this.value = value
    this.name = constantText(value)
  }

  describe(): string {
    return `literal(${this.name})`
  }

  emitWrite(emitter: Emitter, value: string): void {
    emitter.bind('is', Object.is)
    emitter.checkNot(`!is(${value}, ${emitter.bindNew('constant', this.value)})`)
  }

  emitRead(emitter: Emitter): string {
    return emitter.bindNew('constant', this.value)
  }

  write(out: Output, value: unknown): void {
    if (out.isChecked && !Object.is(value, this.value)) refuseValue(this.name, value)
  }

  read(): unknown {
    return this.value
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map(quote).join(' | ')
  return names.length > NAMED_MAX ? `${shown} | … (${names.length} names)` : shown
}

function constantText(value: Constant): string {
  if (typeof value === 'string') return quote(value)
  if (Object.is(value, -0)) return '-0'
  return typeof value === 'bigint' ? `${value}n` : String(value)
}

function refuseChoice(expected: string, at: number): never {
  refuseBytes(`a number that none of ${expected} has`, at)
}
