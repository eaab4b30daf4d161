/** The decoder's side of shapes: what each number makes. */
import type { Reader } from './reader.ts'
import { CodeBudget, type Coded } from './second-gear/code-budget.ts'
import { SHAPES_MAX, SHAPE_KEYS_MAX, SHAPE_TEXT_MAX, textLength } from './shapes.ts'
import { SHAPE_DEFINITION } from './tags.ts'

const WEIGHT_MAX = 1 << 14
/** Of more keys than these, an object is made step by step: engines do not copy it in one piece. */
const COPIED_MAX = 32
/** Keys for which there may be code at a time, in this thread. */
const CODE_MAX = 1024
/**
 * Generated code has all values of an object in its frame at once. Of more keys than these, objects inside so many others
 * that the two numbers make more than `KEYS_BY_DEPTH` are read in a loop, which takes the same stack for any number.
 */
const NARROW_KEYS = 16
const KEYS_BY_DEPTH = 4096
const NO_TEMPLATE: Readonly<Record<string, unknown>> = {}

export type Make = (input: Reader) => object
/** Puts the next `count` objects into an array, from `index` on. */
export type MakeRows = (input: Reader, array: unknown[], index: number, count: number) => void

/** One shape, as the decoder knows it. */
export class Constructor implements Coded {
  readonly keys: readonly string[]
  /** One object was made. */
  isKnown = false
  /** The next objects are copies of `template`. */
  isPrepared = false
  /** An object of these keys. */
  template: Readonly<Record<string, unknown>> = NO_TEMPLATE
  /** How often it was read by the loop. */
  uses = 0
  /** How often a run of its objects could have begun, had there been code for it. */
  runs = 0
  /** The `typeof` of what each slot held. It is noted after `USES_TO_SHIFT` uses. */
  held: readonly string[] | undefined = undefined
  /** Second gear: code that was generated for these keys, for a message in which no slot is missing and nobody refers back. */
  make: Make | undefined = undefined
  makeRows: MakeRows | undefined = undefined
  /** Inside more containers than these, that code would take too much of the stack. */
  readonly depthMax: number
  /** The bytes after the tag of its definition. */
  definition: Uint8Array | undefined = undefined
  successor: Constructor | undefined = undefined

  constructor(keys: readonly string[]) {
    this.keys = keys
    this.depthMax = keys.length > NARROW_KEYS ? KEYS_BY_DEPTH / keys.length : Infinity
  }

  forgetCode(): void {
    this.make = undefined
    this.makeRows = undefined
    this.uses = 0
    this.runs = 0
  }

  /** Call with its first object, which may be the only one. */
  prepare(): void {
    if (this.isKnown && this.keys.length <= COPIED_MAX) {
      this.template = Object.fromEntries(this.keys.map((key) => [key, undefined]))
      this.isPrepared = true
    }
    this.isKnown = true
  }
}

/** A step for each key. */
class KeyStep {
  readonly next: Map<string, KeyStep> = new Map()
  known: Constructor | undefined = undefined
}

let root = new KeyStep()
/** Steps under `root`; of a long key as many as take the memory of one. */
let weight = 0
/** All under `root`. */
let interned: Constructor[] = []
let previous = new Constructor([])

/** Second gear, as the reader knows it. */
export interface ReaderGear {
  /** Call with each use of a shape that has been used `USES_TO_SHIFT` times and has no code, and with the object that was made. */
  shift(constructor: Constructor, value: object): void
  /** The same for a run of objects of the shape, and the first of them. */
  shiftRows(constructor: Constructor, first: object): void
}

/** For the shapes of all decoders of this thread. */
export const code: CodeBudget = new CodeBudget(CODE_MAX)

/** The shapes that one decoder knows, by number. */
export class ConstructorTable {
  readonly known: Constructor[] = []
  /** How many there were before the message. */
  knownBefore = 0

  /** Forgets what the last message has defined; after one that made both sides start over, the next does so again. */
  undo(): void {
    if (this.known.length > this.knownBefore) this.known.length = this.knownBefore
  }

  /** The one for a list of keys. */
  intern(input: Reader, keys: readonly string[]): Constructor {
    // Without keys, any number of objects would take no bytes.
    if (keys.length === 0 || keys.length > SHAPE_KEYS_MAX) {
      input.refuse(`a shape of ${keys.length} keys`, SHAPE_DEFINITION)
    }
    if (textLength(keys) > SHAPE_TEXT_MAX) input.refuse('a shape of too long keys', SHAPE_DEFINITION)
    return intern(keys)
  }

  /** Gives the next number to a shape. */
  define(input: Reader, constructor: Constructor): Constructor {
    if (this.known.length >= SHAPES_MAX) input.refuse('too many shapes', SHAPE_DEFINITION)
    this.known.push(constructor)
    previous.successor = constructor
    previous = constructor
    return constructor
  }

  /** The shape that was defined next, the last time, if it is again; the cursor then is past its definition. */
  expected(input: Reader): Constructor | undefined {
    const { successor } = previous
    const definition = successor?.definition
    if (definition === undefined || !startsWith(input, definition)) return undefined
    input.take(definition.length)
    return successor
  }

  at(id: number): Constructor | undefined {
    return id < this.known.length ? this.known[id] : undefined
  }

  forget(): void {
    while (this.known.length > 0) this.known.pop()
  }
}

// One for each list of keys in this thread, whoever defines it: a decoder that begins anew finds it prepared.
function intern(keys: readonly string[]): Constructor {
  if (weight > WEIGHT_MAX) startOver()
  let end = root
  for (const key of keys) {
    let next = end.next.get(key)
    if (next === undefined) {
      weight += 1 + (key.length >> 5)
      end.next.set(key, (next = new KeyStep()))
    }
    end = next
  }
  if (end.known === undefined) interned.push((end.known = new Constructor(keys)))
  return end.known
}

// An idle decoder may know one of them for ever: it must not lead from each to its successor, and so to all that come later.
function startOver(): void {
  for (const constructor of interned) constructor.successor = undefined
  interned = []
  previous = new Constructor([])
  root = new KeyStep()
  weight = 0
}

function startsWith(input: Reader, definition: Uint8Array): boolean {
  const { bytes, position } = input
  if (definition.length > input.end - position) return false
  for (let index = 0; index < definition.length; index++) {
    if (bytes[position + index] !== definition[index]) return false
  }
  return true
}
