/** Collects the text of generated functions. Names of the user enter it only through `quote`. */

import type { Programmed } from './program.ts'

/** Where the generated code finds the bytes of a value: at a constant offset from a position, and single bits in locals. */
export interface Place {
  /** The local with the position of the head. */
  readonly base: string
  readonly offset: number
  /** The locals with the bits, eight in each. */
  readonly bits: readonly string[]
  /** Number of the first bit. */
  readonly bit: number
}

/** Functions of which each is made while another is, at most: each takes a part of the stack. */
const OPEN_MAX = 32

/** State of the generated code for texts while they are gathered. */
export interface Gathering {
  /** The local with the texts so far. */
  readonly texts: string
  /** The local with the length of the longest text to be gathered; -1 while each is written by itself. */
  readonly longest: string
  /** Arguments of `writeGathered` that tell where the heads are. */
  readonly heads: string
  /** Where the heads of texts are in an element, in the order in which they are written. */
  readonly offsets: number[]
}

export class Emitter {
  readonly isChecked: boolean
  readonly bindings: Record<string, unknown> = {}
  /** Those that the generated code makes, by code of their own. */
  readonly defaults: Programmed[] = []
  #lines: string[] = []
  readonly #functions: string[] = []
  readonly #names: Map<string, Map<object, string>> = new Map()
  /** Functions that are being made, each asked for by the one before. */
  #open = 0
  /** Makes those that would be too many of them for the stack. */
  readonly #waiting: (() => void)[] = []
  readonly #met: Set<object> = new Set()
  #count = 0
  #slots = 0
  /** The local with the `TextStretch` of the texts that are being read, if there is one. */
  stretch: string | undefined
  /** The texts of a list that are being written together, if there are any. */
  gathering: Gathering | undefined
  /** Views know how many recursive types they are in. */
  hasDepth = false
  /** How many there are between the view whose class is being made and what it gives out. */
  levels = 0
  /** The function at hand may call itself. */
  isNested = false
  /** The type whose code is all of the function at hand, if there is one. */
  whole: object | undefined

  constructor(isChecked: boolean) {
    this.isChecked = isChecked
  }

  line(text: string): void {
    this.#lines.push(text)
  }

  /** A new name for a local. */
  fresh(prefix: string): string {
    return `${prefix}${this.#count++}`
  }

  /** Declares a local that keeps its value, and returns its name. */
  local(prefix: string, expression: string): string {
    const name = this.fresh(prefix)
    this.line(`const ${name} = ${expression}`)
    return name
  }

  /** Makes a value of this program known to the generated code under `name`. */
  bind(name: string, value: unknown): string {
    this.bindings[name] = value
    return name
  }

  /** Makes a value known under a new name. */
  bindNew(prefix: string, value: unknown): string {
    return this.bind(this.fresh(prefix), value)
  }

  /** In checked code: leaves it where `condition` holds, since a value does not fit. */
  checkNot(condition: string): void {
    if (this.isChecked) this.leaveIf(condition)
  }

  /** As `checkNot`, also where values are not checked: there are no bytes for such a value. */
  leaveIf(condition: string): void {
    this.line(`if (${condition}) break misfit`)
  }

  /** Runs `set` where a boolean is true. To compare with both is quicker than to ask what kind of value it is. */
  bit(value: string, set: string): void {
    if (!this.isChecked) return this.line(`if (${value}) ${set}`)
    this.line(`if (${value} === true) ${set}\nelse if (${value} !== false) break misfit`)
  }

  /** Calls what writes a part of the tail and answers where that ends, -1 or `MISFIT`. */
  writeTail(call: string): void {
    this.line(`tail = ${call}\nif (tail < 0) {\nif (tail === -1) return -1\nbreak misfit\n}`)
  }

  /** The function or class of a kind made for `key`, made by `build` when it is first asked for. It may ask for itself. */
  functionFor(key: object, prefix: string, build: (name: string) => string): string {
    const names = this.#names.get(prefix) ?? new Map<object, string>()
    this.#names.set(prefix, names)
    const known = names.get(key)
    if (known !== undefined) return known
    const name = this.fresh(prefix)
    names.set(key, name)
    if (this.#open === OPEN_MAX) this.#waiting.push(() => this.#build(name, build))
    else this.#build(name, build)
    return name
  }

  /** Whether code for a type has been asked for before. */
  meets(type: object): boolean {
    if (this.#met.has(type)) return true
    this.#met.add(type)
    return false
  }

  /** A number for a view inside the view whose class is being made. */
  nextSlot(): number {
    return this.#slots++
  }

  /** How many views there are in it so far. */
  get slots(): number {
    return this.#slots
  }

  /** The lines that `emit` writes. */
  capture(emit: () => void): string {
    const outer = this.#lines
    this.#lines = []
    emit()
    const text = this.#lines.join('\n')
    this.#lines = outer
    return text
  }

  #build(name: string, build: (name: string) => string): void {
    const { stretch, gathering, levels, isNested, whole } = this
    const slots = this.#slots
    this.#slots = 0
    this.stretch = undefined
    this.gathering = undefined
    this.levels = 0
    this.isNested = false
    this.whole = undefined
    this.#open++
    this.#functions.push(build(name))
    this.#open--
    this.#slots = slots
    this.stretch = stretch
    this.gathering = gathering
    this.levels = levels
    this.isNested = isNested
    this.whole = whole
  }

  /** All functions made with `functionFor`. */
  functions(): string {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next()
    return this.#functions.join('\n')
  }
}

/** A string of the user as a literal. */
export function quote(text: string): string {
  return JSON.stringify(text)
}

/** A key of an object literal: one that is defined, whatever it means to an assignment. */
export function quoteKey(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : quote(name)
}

export function addressOf({ base, offset }: Place, more = 0): string {
  return sum(base, offset + more)
}

export function sum(base: string, offset: number): string {
  return offset === 0 ? base : `${base} + ${offset}`
}

/** Whether the bit of a place is set. */
export function bitTest({ bits, bit }: Place): string {
  return `(${bits[bit >> 3]} & ${1 << (bit & 7)}) !== 0`
}

export function setBit({ bits, bit }: Place): string {
  return `${bits[bit >> 3]} |= ${1 << (bit & 7)}`
}
