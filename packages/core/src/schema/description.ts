/**
 * Writes a type as text, and reads such a text to say where the schemas of two sides differ. A type that occurs more than once,
 * or contains itself, is written once. Later places refer to it by its number, such as `=0`. So the text grows with the number
 * of types, not with the number of paths to them.
 */
import {
  classesOf,
  type Constant,
  type Described,
  type DescribedPart,
  isShort,
  MARK,
  MARKED,
  type Node,
  shapeOf,
} from './equal-types.ts'

/** The number in a description: a length. */
export function numberIn({ constants: [first] }: Described): number {
  return typeof first === 'object' ? Number(first.text) : NaN
}

/** All that decides about bytes and names, the same for equal types: those in more than one place, and last the whole. */
export function descriptionOf(root: Node): string {
  const classes = classesOf([root])
  const classOf = (node: Node): number => classes.get(node)!
  const first = new Map<number, Node>()
  const uses = new Map<number, number>()
  const complete: number[] = []
  const visit = (node: Node): void => {
    const own = classOf(node)
    if (first.has(own)) return
    first.set(own, node)
    for (const child of shapeOf(node).children) {
      uses.set(classOf(child), (uses.get(classOf(child)) ?? 0) + 1)
      visit(child)
    }
    complete.push(own)
  }
  visit(root)
  const whole = classOf(root)
  const written = [...complete.filter((own) => own !== whole && uses.get(own)! > 1), whole]
  const places = new Map(written.map((own, place) => [own, place]))
  const textOf = (own: number): string => {
    const { text, children } = shapeOf(first.get(own)!)
    return text.replace(MARKED, (_, index: string) => {
      const child = classOf(children[Number(index)]!)
      const place = places.get(child)
      return place === undefined ? textOf(child) : `=${place}`
    })
  }
  return written.map(textOf).join(';')
}

const MAX_DEPTH = 256
/** Those that are not short: to compare more of them may take more than a second. */
const MAX_TYPES = 1024
const WORD = /-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?n?|-Infinity|[A-Za-z0-9_]+/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const PLACE = /=[0-9]+/y
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Throws `SyntaxError` for what is no description. */
export function parseDescription(text: string): Described {
  return new Parser(text).all()
}

/** A type that is read in part. */
interface Draft {
  readonly kind: string
  /** Where types are as `Type.describe` has them. */
  text: string
  readonly constants: (string | Constant)[]
  readonly parts: DescribedPart[]
  readonly children: Described[]
}

class Parser {
  readonly #text: string
  #at = 0
  #count = 0
  readonly #written: Described[] = []
  /** Steps that wait until all referenced types have been read. */
  readonly #references: (() => void)[] = []

  constructor(text: string) {
    this.#text = text
  }

  all(): Described {
    for (;;) {
      const described = this.#type(1)
      this.#written.push(described)
      if (this.#at === this.#text.length) {
        for (const refer of this.#references) refer()
        return described
      }
      if (this.#text[this.#at] !== ';') this.#fail('something after the end')
      this.#at++
    }
  }

  #type(depth: number): Described {
    if (depth > MAX_DEPTH) this.#fail(`more than ${MAX_DEPTH} types in one another`)
    const kind = this.#take(WORD)
    const draft: Draft = { kind, text: kind, constants: [], parts: [], children: [] }
    for (let open = this.#text[this.#at]; open !== undefined && open in CLOSING; open = this.#text[this.#at]) {
      const closing = CLOSING[open]!
      this.#symbol(draft, open)
      while (this.#text[this.#at] !== closing) {
        this.#item(draft, depth)
        if (this.#text[this.#at] === ',') this.#symbol(draft, ',')
        else if (this.#text[this.#at] !== closing) this.#fail(`no "${closing}"`)
      }
      this.#symbol(draft, closing)
    }
    const { text, constants, parts, children } = draft
    const shape = { text, children }
    if (!isShort(shape) && ++this.#count > MAX_TYPES) this.#fail(`more than ${MAX_TYPES} types`)
    return { kind, shape, constants, parts }
  }

  #symbol(draft: Draft, symbol: string): void {
    this.#at++
    draft.text += symbol
  }

  #item(draft: Draft, depth: number): void {
    const { kind, constants } = draft
    const isLiteral = kind === 'literal' || kind === 'enums' || kind === 'flags'
    const next = this.#text[this.#at]
    if (next === '"') {
      const quoted = this.#take(STRING)
      const name = JSON.parse(quoted) as string
      draft.text += quoted
      if (this.#text[this.#at] !== ':') return void constants.push(name)
      this.#symbol(draft, ':')
      this.#part(draft, name, depth)
    } else if (isLiteral || (next !== undefined && /[-0-9]/.test(next))) {
      const text = this.#take(WORD)
      draft.text += text
      constants.push({ text })
    } else {
      // The name of elements: typed arrays name theirs, and have no others.
      this.#part(draft, '[]', depth)
    }
  }

  #part(draft: Draft, name: string, depth: number): void {
    if (this.#text[this.#at] === '=') return this.#reference(draft, name)
    const described = this.#type(depth + 1)
    draft.parts.push({ name, described })
    if (draft.kind !== 'recursive' && isShort(described.shape)) draft.text += described.shape.text
    else draft.text += `${MARK}${draft.children.push(described) - 1}${MARK}`
  }

  // The type that it refers to may not be there yet.
  #reference(draft: Draft, name: string): void {
    const { parts, children } = draft
    const place = Number(this.#take(PLACE).slice(1))
    const index = parts.length++
    const child = children.length++
    draft.text += `${MARK}${child}${MARK}`
    this.#references.push(() => {
      const described = this.#written[place] ?? this.#fail('no type')
      parts[index] = { name, described }
      children[child] = described
    })
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
