/** The decoder's side of shapes: what each number makes. */
import { generate } from './codegen.ts'
import type { Reader } from './reader.ts'
import { isOrdinary } from './property-key.ts'
import { SHAPES_MAX, SHAPE_KEYS_MAX, SHAPE_TEXT_MAX, textLength } from './shapes.ts'
import { SHAPE_DEFINITION } from './tags.ts'

type ReadSlot = (input: Reader) => unknown

// Compiling costs some tens of microseconds; a shape seen less often than this is better read in a loop.
const USES_TO_COMPILE = 16
const NODES_MAX = 1 << 14

/** One shape, as the decoder knows it. */
export class Constructor {
  readonly keys: readonly string[]
  /** Reads the values of one object and makes it, when none of them is missing and nobody refers to it. */
  make: ((input: Reader) => object) | undefined = undefined
  uses = 0
  /** What follows the tag of its definition. */
  definition: Uint8Array | undefined = undefined
  successor: Constructor | undefined = undefined

  constructor(keys: readonly string[]) {
    this.keys = keys
  }
}

class Node {
  readonly children: Map<string, Node> = new Map()
  constructed: Constructor | undefined = undefined
}

let root = new Node()
let previous = new Constructor([])
let nodes = 0

/** The shapes that one decoder knows, by number. */
export class ConstructorTable {
  readonly #known: Constructor[] = []

  /** The one for a list of keys. */
  intern(input: Reader, keys: readonly string[]): Constructor {
    if (keys.length > SHAPE_KEYS_MAX) input.refuse(`a shape of ${keys.length} keys`, SHAPE_DEFINITION)
    if (textLength(keys) > SHAPE_TEXT_MAX) input.refuse('a shape of too long keys', SHAPE_DEFINITION)
    return intern(keys)
  }

  /** Gives the next number to a shape. */
  define(input: Reader, constructor: Constructor): Constructor {
    if (this.#known.length >= SHAPES_MAX) input.refuse('too many shapes', SHAPE_DEFINITION)
    this.#known.push(constructor)
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
    return id < this.#known.length ? this.#known[id] : undefined
  }

  forget(): void {
    this.#known.length = 0
  }
}

// One for each list of keys in this thread, whoever defines it: what was compiled stays compiled.
function intern(keys: readonly string[]): Constructor {
  let node = root
  for (const key of keys) {
    let child = node.children.get(key)
    if (child === undefined) {
      if (++nodes > NODES_MAX) {
        root = new Node()
        nodes = 0
        return new Constructor(keys)
      }
      child = new Node()
      node.children.set(key, child)
    }
    node = child
  }
  return (node.constructed ??= new Constructor(keys))
}

/** Makes the next object of a shape, compiling how to do so when that pays. */
export function construct(input: Reader, constructor: Constructor, readSlot: ReadSlot): object {
  const { make } = constructor
  if (make !== undefined) return make(input)
  if (++constructor.uses >= USES_TO_COMPILE) constructor.make = compile(constructor.keys, readSlot)
  return fill(input, constructor.keys, readSlot)
}

function startsWith(input: Reader, definition: Uint8Array): boolean {
  const { bytes, position } = input
  if (definition.length > input.end - position) return false
  for (let index = 0; index < definition.length; index++) {
    if (bytes[position + index] !== definition[index]) return false
  }
  return true
}

function compile(keys: readonly string[], readSlot: ReadSlot): (input: Reader) => object {
  const interpreted = (input: Reader): object => fill(input, keys, readSlot)
  // The sender's and our Object.prototype may differ, and a hostile sender may name `__proto__`.
  if (!keys.every(isOrdinary)) return interpreted
  const slots = keys.map((key) => `${JSON.stringify(key)}: read(input)`)
  return generate(`return (input) => ({ ${slots.join(', ')} })`, { read: readSlot }) ?? interpreted
}

function fill(input: Reader, keys: readonly string[], readSlot: ReadSlot): object {
  const value = {}
  for (const key of keys) defineProperty(value, key, readSlot(input))
  return value
}

/** Makes an own property, whatever the prototypes have under that name (`__proto__`, a setter, something frozen). */
export function defineProperty(target: object, key: string, value: unknown): void {
  if (key in target) {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else (target as Record<string, unknown>)[key] = value
}
