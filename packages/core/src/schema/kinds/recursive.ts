/** A type that contains itself: all of it in the tail, by a function of its own. */
import { Cell } from '../cell.ts'
import { claim, type Describer, type Layout, MAX_DEPTH, MISFIT, Type, VARIABLE } from '../type.ts'
import type { Input, Output } from '../input-output.ts'
import type { Emitter } from '../emitter.ts'
import { refuse, refuseBytes, refuseTruncated } from '../misfit.ts'
import type { RecordView } from '../record-view.ts'

/** This many steps count as one level, or a level could take any amount of stack. A list in a struct of a union is one level. */
const STEPS_A_LEVEL = 4

export class RecursiveType extends Type {
  readonly name = 'recursive'
  readonly layout: Layout = { ...VARIABLE, bytes: 0, align: 1, steps: 1, locals: 1 }
  readonly #resolve: () => Type
  #cell: Cell | undefined
  #counted = 0

  constructor(resolve: () => Type) {
    super()
    this.#resolve = resolve
  }

  // Not when it is made: what it refers to is being made then.
  get cell(): Cell {
    return (this.#cell ??= new Cell(this.#resolve(), 1))
  }

  /** How many levels of `MAX_DEPTH` a value is. */
  get #levels(): number {
    return (this.#counted ||= Math.max(1, Math.ceil((this.cell.type.layout.steps - 1) / STEPS_A_LEVEL)))
  }

  describe(describer: Describer): string {
    return `recursive(${describer.mark(this.cell.type)})`
  }

  emitWrite(emitter: Emitter, value: string): void {
    const name = emitter.functionFor(this.cell.type, 'write', (own) => this.#writerText(emitter, own))
    emitter.writeTail(`${name}(${value}, bytes, view, tail, end, depth + ${this.#levels})`)
  }

  emitRead(emitter: Emitter): string {
    const name = emitter.functionFor(this.cell.type, 'read', (own) => this.#readerText(emitter, own))
    const value = emitter.local('v', `${name}(bytes, view, tail, end, depth + ${this.#levels})`)
    emitter.line('tail = reached')
    return value
  }

  override emitView(emitter: Emitter): string {
    const { bytes, type } = this.cell
    if (!isViewable(type)) return this.emitRead(emitter)
    emitter.bind('refuseTruncated', refuseTruncated)
    emitter.line(`if (${bytes} > end - tail) refuseTruncated(${bytes}, tail, end)`)
    const base = emitter.local('base', 'tail')
    emitter.line(`tail += ${bytes}`)
    emitter.bind('refuseDepth', refuseDepth)
    emitter.levels += this.#levels
    emitter.line(`if (depth > ${MAX_DEPTH - emitter.levels}) refuseDepth(${base})`)
    const value = type.emitView(emitter, { base, offset: 0, bits: [], bit: 0 })
    emitter.levels -= this.#levels
    return value
  }

  override view(input: Input, _at: number, _bit: number, owner: RecordView, slot: number): unknown {
    if (!isViewable(this.cell.type)) return this.read(input)
    const value = this.cell.type.view(input, this.#open(input), 0, owner, slot)
    input.depth -= this.#levels
    return value
  }

  override emitSkip(emitter: Emitter): void {
    const name = emitter.functionFor(this.cell.type, 'skipRecursive', (own) => this.#skipperText(emitter, own))
    emitter.line(`tail = ${name}(bytes, view, tail, end, depth + ${this.#levels})`)
  }

  write(out: Output, value: unknown): void {
    const levels = this.#levels
    if ((out.depth += levels) > MAX_DEPTH) refuse(tooDeep(levels), value)
    const base = claim(out, this.cell.bytes)
    this.cell.write(out, value, base)
    out.depth -= levels
  }

  read(input: Input): unknown {
    const value = this.cell.read(input, this.#open(input))
    input.depth -= this.#levels
    return value
  }

  override skip(input: Input): void {
    this.cell.skip(input, this.#open(input))
    input.depth -= this.#levels
  }

  #open(input: Input): number {
    if ((input.depth += this.#levels) > MAX_DEPTH) refuseDepth(input.tail)
    const base = input.tail
    if (this.cell.bytes > input.end - base) refuseTruncated(this.cell.bytes, base, input.end)
    input.tail = base + this.cell.bytes
    return base
  }

  #writerText(emitter: Emitter, name: string): string {
    this.#enter(emitter)
    const body = emitter.capture(() => this.cell.emitWrite(emitter, 'value', 'head'))
    return `const ${name} = (value, bytes, view, head, end, depth) => {
misfit: {
if (depth > ${MAX_DEPTH}) break misfit
let tail = head + ${this.cell.bytes}
if (tail > end) return -1
${body}
return tail
}
return ${MISFIT}
}`
  }

  #readerText(emitter: Emitter, name: string): string {
    this.#enter(emitter)
    let value = ''
    const body = emitter.capture(() => {
      value = this.cell.emitRead(emitter, 'head')
    })
    return `${this.#readerHead(emitter, name)}
${body}
const value = ${value}
reached = tail
return value
}`
  }

  #skipperText(emitter: Emitter, name: string): string {
    this.#enter(emitter)
    const body = emitter.capture(() => this.cell.emitSkip(emitter, 'head'))
    return `${this.#readerHead(emitter, name)}
${body}
return tail
}`
  }

  #enter(emitter: Emitter): void {
    emitter.isNested = true
    emitter.whole = this.cell.type
  }

  #readerHead(emitter: Emitter, name: string): string {
    emitter.bind('refuseDepth', refuseDepth)
    emitter.bind('refuseTruncated', refuseTruncated)
    return `const ${name} = (bytes, view, head, end, depth) => {
if (depth > ${MAX_DEPTH}) refuseDepth(head)
let tail = head + ${this.cell.bytes}
if (tail > end) refuseTruncated(${this.cell.bytes}, head, end)`
  }
}

// A type with bits of its own, or one that contains itself directly, is read as a whole.
function isViewable(type: Type): boolean {
  return type.layout.bits === 0 && !(type instanceof RecursiveType)
}

function tooDeep(levels: number): string {
  return `at most ${Math.floor(MAX_DEPTH / levels)} values inside one another`
}

function refuseDepth(at: number): never {
  refuseBytes(`values are nested deeper than ${MAX_DEPTH}`, at)
}
