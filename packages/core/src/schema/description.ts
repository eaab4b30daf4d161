/**
 * A type as text: written by `Type.describe`, and taken apart for a side that has another schema, to say where the two differ.
 * What is in a type more than once is written once, in front, and referred to by its number, such as `=0`; so the text grows
 * with the number of types, not with the number of ways to them.
 */
import type { Type } from './type.ts'

/** A part of a type: a field, a variant, or `[]` for elements. */
interface DescribedPart {
  readonly name: string
  readonly described: Described
}

export interface Described {
  /** Such as `struct`, `list` or `f64`. */
  readonly kind: string
  /** All of it, as `Describer.part` gives it. */
  readonly part: string
  /** Strings, numbers and constants in it, in order; those that are no strings as they are written. */
  readonly constants: readonly (string | Constant)[]
  readonly parts: readonly DescribedPart[]
  /** How many types there are in one another, itself included. */
  readonly height: number
  /** Whether the whole type is in it once more. */
  readonly refersToRoot: boolean
}

/** A number, or what stands for a constant that JSON has no text for. */
interface Constant {
  readonly text: string
}

/** What is as short as that is written where it is. */
const SHORT = 32
/** Around the number of what is longer, inside. It is in no text of a type: JSON escapes it. */
const MARK = '\n'
const MARKED = /\n([0-9]+)\n/g

/** All that decides about bytes and names, as text that is the same for equal types. */
export function descriptionOf(type: Type): string {
  const describer = new Describer(type)
  return describer.whole(describer.part(type))
}

/** The texts of types in one another, each of them once. Equal types have equal parts. */
export class Describer {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  /** The recursive types around, and the whole one: `^0` is that. */
  readonly #open: Type[]
  /** The parts that types have here: within another recursive type they may have others. */
  #known = new Map<Type, string>()

  constructor(root: Type) {
    this.#open = [root]
  }

  /** What stands for a type in the text of another. */
  part(type: Type): string {
    let part = this.#known.get(type)
    if (part === undefined) {
      part = this.partFor(type.describe(this))
      this.#known.set(type, part)
    }
    return part
  }

  /** The text of a type that may contain itself. */
  recursive(type: Type): string {
    const level = this.#open.indexOf(type)
    if (level !== -1) return `^${level}`
    const known = this.#known
    this.#known = new Map()
    this.#open.push(type)
    const text = `recursive(${this.part(type)})`
    this.#open.pop()
    this.#known = known
    return text
  }

  /** The part that such a text is, of which the types in it are parts. */
  partFor(text: string): string {
    if (text.length <= SHORT && !text.includes(MARK)) return text
    const number = this.#numbers.get(text) ?? this.#texts.push(text) - 1
    this.#numbers.set(text, number)
    return `${MARK}${number}${MARK}`
  }

  /** All that a part stands for. */
  whole(part: string): string {
    const uses = new Map<number, number>()
    const count = (text: string): void => {
      for (const [, digits] of text.matchAll(MARKED)) uses.set(Number(digits), (uses.get(Number(digits)) ?? 0) + 1)
    }
    count(part)
    // Each text is after those in it.
    for (let number = this.#texts.length - 1; number >= 0; number--) if (uses.has(number)) count(this.#texts[number]!)
    const shared = [...uses.keys()].filter((number) => uses.get(number)! > 1).toSorted((a, b) => a - b)
    const places = new Map(shared.map((number, place) => [number, place]))
    const filled = (text: string): string =>
      text.replace(MARKED, (_, digits: string) => {
        const place = places.get(Number(digits))
        return place === undefined ? filled(this.#texts[Number(digits)]!) : `=${place}`
      })
    return [...shared.map((number) => this.#texts[number]!), part].map(filled).join(';')
  }
}

const MAX_DEPTH = 64
const WORD = /-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?n?|-Infinity|\^?[A-Za-z0-9_]+/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const NUMBER = /=([0-9]+)/y
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Throws `SyntaxError` for what is no description. */
export function parseDescription(text: string, describer: Describer): Described {
  return new Parser(text, describer).all()
}

class Parser {
  readonly #text: string
  readonly #describer: Describer
  readonly #shared: Described[] = []
  #at = 0

  constructor(text: string, describer: Describer) {
    this.#text = text
    this.#describer = describer
  }

  all(): Described {
    for (;;) {
      const described = this.#type(1)
      if (this.#at === this.#text.length) return described
      if (this.#text[this.#at] !== ';') this.#fail('something after the end')
      this.#at++
      this.#shared.push(described)
    }
  }

  #type(depth: number): Described {
    if (depth > MAX_DEPTH) this.#failTooDeep()
    if (this.#text[this.#at] === '=') return this.#shared[Number(this.#take(NUMBER).slice(1))] ?? this.#fail('no type')
    const kind = this.#take(WORD)
    const constants: (string | Constant)[] = []
    const parts: DescribedPart[] = []
    let text = kind
    for (let open = this.#text[this.#at]; open !== undefined && open in CLOSING; open = this.#text[this.#at]) {
      this.#at++
      text += open
      const isLiteral = kind === 'literal' || kind === 'enums' || kind === 'flags'
      while (this.#text[this.#at] !== CLOSING[open]) {
        text += this.#item(depth, isLiteral, constants, parts)
        if (this.#text[this.#at] === ',') {
          this.#at++
          text += ','
        } else if (this.#text[this.#at] !== CLOSING[open]) this.#fail(`no "${CLOSING[open]}"`)
      }
      this.#at++
      text += CLOSING[open]
    }
    const height = 1 + Math.max(0, ...parts.map(({ described }) => described.height))
    if (height > MAX_DEPTH) this.#failTooDeep()
    const refersToRoot = kind === '^0' || parts.some(({ described }) => described.refersToRoot)
    return { kind, part: this.#describer.partFor(text), constants, parts, height, refersToRoot }
  }

  /** Returns its text, where types are as parts. */
  #item(depth: number, isLiteral: boolean, constants: (string | Constant)[], parts: DescribedPart[]): string {
    const next = this.#text[this.#at]
    if (next === '"') {
      const quoted = this.#take(STRING)
      const name = JSON.parse(quoted) as string
      if (this.#text[this.#at] !== ':') {
        constants.push(name)
        return quoted
      }
      this.#at++
      const described = this.#type(depth + 1)
      parts.push({ name, described })
      return `${quoted}:${described.part}`
    }
    if (isLiteral || (next !== undefined && /[-0-9]/.test(next))) {
      const text = this.#take(WORD)
      constants.push({ text })
      return text
    }
    const described = this.#type(depth + 1)
    // The name of elements: typed arrays name theirs, and have no others.
    parts.push({ name: '[]', described })
    return described.part
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? this.#fail('no type')
    this.#at += found.length
    return found
  }

  #failTooDeep(): never {
    this.#fail(`more than ${MAX_DEPTH} types in one another`)
  }

  #fail(reason: string): never {
    throw new SyntaxError(`Cannot read a description of a schema at ${this.#at}: ${reason}`)
  }
}
