/** What `Type.describe` writes, taken apart: for a side that has another schema, to say where the two differ. */

/** A part of a type: a field, a variant, or `[]` for elements. */
interface DescribedPart {
  readonly name: string
  readonly described: Described
}

export interface Described {
  /** Such as `struct`, `list` or `f64`. */
  readonly kind: string
  /** All of it. */
  readonly text: string
  /** Strings, numbers and constants in it, in order; those that are no strings as they are written. */
  readonly constants: readonly (string | Constant)[]
  readonly parts: readonly DescribedPart[]
}

/** A number, or what stands for a constant that JSON has no text for. */
interface Constant {
  readonly text: string
}

const MAX_DEPTH = 64
const WORD = /-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?n?|-Infinity|\^?[A-Za-z0-9_]+/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Throws `SyntaxError` for what is no description. */
export function parseDescription(text: string): Described {
  const parser = new Parser(text)
  const described = parser.type(0)
  parser.requireEnd()
  return described
}

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  type(depth: number): Described {
    if (depth > MAX_DEPTH) this.#fail(`more than ${MAX_DEPTH} types in one another`)
    const start = this.#at
    const kind = this.#take(WORD)
    const constants: (string | Constant)[] = []
    const parts: DescribedPart[] = []
    for (let open = this.#text[this.#at]; open !== undefined && open in CLOSING; open = this.#text[this.#at]) {
      this.#at++
      const isLiteral = kind === 'literal' || kind === 'enums' || kind === 'flags'
      while (this.#text[this.#at] !== CLOSING[open]) {
        this.#item(depth, isLiteral, constants, parts)
        if (this.#text[this.#at] === ',') this.#at++
        else if (this.#text[this.#at] !== CLOSING[open]) this.#fail(`no "${CLOSING[open]}"`)
      }
      this.#at++
    }
    return { kind, text: this.#text.slice(start, this.#at), constants, parts }
  }

  requireEnd(): void {
    if (this.#at !== this.#text.length) this.#fail('something after the end')
  }

  #item(depth: number, isLiteral: boolean, constants: (string | Constant)[], parts: DescribedPart[]): void {
    const next = this.#text[this.#at]
    if (next === '"') {
      const name = JSON.parse(this.#take(STRING)) as string
      if (this.#text[this.#at] !== ':') return void constants.push(name)
      this.#at++
      parts.push({ name, described: this.type(depth + 1) })
    } else if (isLiteral || (next !== undefined && /[-0-9]/.test(next))) constants.push({ text: this.#take(WORD) })
    else {
      const described = this.type(depth + 1)
      // The name of elements: typed arrays name theirs, and have no others.
      parts.push({ name: '[]', described })
    }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? this.#fail('no type')
    this.#at += found.length
    return found
  }

  #fail(reason: string): never {
    throw new SyntaxError(`Cannot read a description of a schema at ${this.#at}: ${reason}`)
  }
}
