/**
 * Shapes: the keys of objects that look alike, said once in a direction and then by number.
 *
 * The encoder guesses the shape of the next object from what followed the last one before, and checks the guess against
 * the object's own keys. In a direction a shape is defined the second time it is met, so that objects used as dictionaries
 * do not fill the table. Both sides number definitions in their order; when the table is full both start over.
 */

import type { Writer } from './writer.ts'
import { CodeBudget, type Coded } from './code-budget.ts'
import { KeyTree } from './key-tree.ts'
import { isOrdinary } from './property-key.ts'

/** Shapes a direction can have at a time, keys a shape can have. */
export const SHAPES_MAX = 1024
export const SHAPE_KEYS_MAX = 512
/** Characters in all keys of a shape: both sides remember them for long. */
export const SHAPE_TEXT_MAX = 8192

/**
 * Objects of so many keys are dictionaries to engines. Code made for them is no quicker than a loop, and of some hundreds of
 * keys too long for an engine to make it quick at all.
 */
export const WIDE = 128

/** Weight in the tree of keys of what was met and is not defined, beyond which no more is met. */
const MET_MAX = 6144
/** And of what is defined, beyond which both sides start over. */
const DEFINED_MAX = 8192
/** A shape takes as much memory as this many steps. */
const SHAPE_WEIGHT = 4
/** Keys for which there may be code at a time. */
const CODE_MAX = 448
/** Objects without a shape, one after the other, after which most are not remembered: remembering takes half of what else they do. */
const STRANGERS = 256
/** One of seven is, by a step that no traffic repeats: whatever comes again in it has its turn. */
const STEP = 0x9e37
const STEPS = 1 << 16
const REMEMBERED = STEPS / 7

const objectPrototype = Object.prototype
const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null

/** Writes the values of an object that has exactly the keys of a shape. */
export type WriteSlots = (out: Writer, value: object) => void

/** Whether an object, which must not be a proxy, is plain and has the keys of a shape. */
export type Matches = (value: object) => boolean

/**
 * Writes the run of objects of a shape that begins with `first`, at `start` of an array, and ends before `end`; returns how
 * many there are. The element that ended it, which must not be read again, is `out.ender`.
 */
export type WriteRows = (
  out: Writer,
  array: readonly unknown[],
  start: number,
  end: number,
  first: object,
  shape: Shape,
) => number

export class Shape implements Coded {
  readonly keys: readonly string[]
  /** Whether objects of these keys may be made by a literal, on the other side. */
  readonly isEligible: boolean
  /** Number that the decoder knows it by; -1 while it knows none. */
  id = -1
  sights = 0
  /** How often it was written while it is not compiled, and when last, by `ShapeTable.loops`. */
  uses = 0
  usedAt = 0
  matches: Matches
  write: WriteSlots | undefined = undefined
  writeRows: WriteRows | undefined = undefined
  /** Its definition in bytes, once it was written. */
  definition: Uint8Array | undefined = undefined
  /** The shape that came after this one last time. `alternative` is the different one before that. */
  successor: Shape | undefined = undefined
  alternative: Shape | undefined = undefined

  constructor(keys: readonly string[]) {
    this.keys = keys
    this.matches = matcherOf(keys)
    this.isEligible = keys.every(isOrdinary)
  }

  forgetCode(): void {
    this.matches = matcherOf(this.keys)
    this.write = undefined
    this.writeRows = undefined
    this.uses = 0
  }
}

/** The encoder's shapes of one direction. */
export class ShapeTable {
  /** Objects written of shapes that are not compiled. */
  loops = 0
  readonly code: CodeBudget = new CodeBudget(CODE_MAX)
  #mostWeight = MET_MAX
  #tree = new KeyTree<Shape>()
  readonly #defined: Shape[] = []
  #definedBefore = 0
  #previous = new Shape([])
  #isFull = false
  #mustReset = false
  #didReset = false
  /** Objects that were met for the first time, since one came again for the first time. */
  strangers = 0
  readonly #sightsToDefine: number

  /** With 1, what a message looks like depends on that message alone. */
  constructor(sightsToDefine: 1 | 2) {
    this.#sightsToDefine = sightsToDefine
  }

  /** Starts a message; true when both sides forget their shapes before it. */
  start(): boolean {
    if (this.#isFull) this.#forget()
    else if (this.#tree.weight > this.#mostWeight) this.#prune()
    this.#definedBefore = this.#defined.length
    this.#didReset = this.#mustReset
    return this.#mustReset
  }

  /** The message is complete and will be sent, unless `undo` says otherwise. */
  finish(): void {
    this.#mustReset = false
  }

  /** The last message is not sent: the decoder knows none of its definitions, nor of its reset. */
  undo(): void {
    // A length that is set is a call out of compiled code, and gives the memory back.
    for (const defined = this.#defined; defined.length > this.#definedBefore; defined.pop()) defined.at(-1)!.id = -1
    if (this.#didReset) this.#mustReset = true
  }

  /** The shape that followed the last object before. */
  get expected(): Shape | undefined {
    return this.#previous.successor
  }

  /** It has again. */
  meet(expected: Shape): void {
    this.#previous = expected
  }

  /** The shape of `value` if a guess finds it; undefined is no proof that there is none. */
  guess(value: object): Shape | undefined {
    const previous = this.#previous
    const first = previous.successor
    if (first === undefined) return undefined
    if (first.matches(value)) return (this.#previous = first)
    const second = previous.alternative
    if (second === undefined || !second.matches(value)) return undefined
    previous.alternative = first
    previous.successor = second
    return (this.#previous = second)
  }

  /** The shape of an object with these keys, to use or define; undefined when it should have none for now. */
  find(keys: readonly string[]): Shape | undefined {
    const isTooWide = keys.length > SHAPE_KEYS_MAX || textLength(keys) > SHAPE_TEXT_MAX
    const end = isTooWide ? undefined : this.#tree.end(keys, this.#mostWeightNow())
    const shape = end && (end.known ?? (end.known = this.#meetNew(keys)))
    if (shape === undefined || ++shape.sights < this.#sightsToDefine) {
      this.strangers++
      return undefined
    }
    if (shape.sights === this.#sightsToDefine) this.strangers = 0
    if (!shape.isEligible) return undefined
    const previous = this.#previous
    previous.alternative = previous.successor
    previous.successor = shape
    return (this.#previous = shape)
  }

  #meetNew(keys: readonly string[]): Shape {
    this.#tree.weight += SHAPE_WEIGHT
    return new Shape([...keys])
  }

  /** Gives a shape its number. False when the table is full: the object is then written without. */
  define(shape: Shape): boolean {
    const id = this.#defined.length
    if (id >= SHAPES_MAX) {
      this.#isFull = true
      return false
    }
    // In this order: `undo` has to find it, should the stack be full in between.
    this.#defined.push(shape)
    shape.id = id
    return true
  }

  // In a direction unfinished business is bounded here; a lone message is bounded by its definitions.
  #mostWeightNow(): number {
    if (this.#isFull) return -1
    if (this.#sightsToDefine === 1) return Infinity
    return this.strangers < STRANGERS || (this.strangers * STEP) % STEPS < REMEMBERED ? this.#mostWeight : -1
  }

  /** Forgets what was met but not defined: objects used as dictionaries would soon fill any table. */
  #prune(): void {
    this.#tree = new KeyTree()
    for (const shape of this.#defined) this.#tree.end(shape.keys, Infinity)!.known = shape
    this.#tree.weight += this.#defined.length * SHAPE_WEIGHT
    if (this.#tree.weight > DEFINED_MAX) this.#forget()
    else this.#mostWeight = this.#tree.weight + MET_MAX
  }

  #forget(): void {
    if (this.#defined.length > 0) this.#mustReset = true
    this.#defined.length = 0
    this.#tree = new KeyTree()
    this.#mostWeight = MET_MAX
    this.#previous = new Shape([])
    this.#isFull = false
    this.code.forget()
  }
}

/** Characters in all of `keys`. */
export function textLength(keys: readonly string[]): number {
  let length = 0
  for (const key of keys) length += key.length
  return length
}

function matcherOf(keys: readonly string[]): Matches {
  return (value) => getPrototypeOf(value) === objectPrototype && hasKeys(value, keys)
}

// The engine keeps the enumerable keys of a hidden class ready for `for…in`; comparing them makes no garbage.
function hasKeys(value: object, keys: readonly string[]): boolean {
  let index = 0
  for (const key in value) {
    if (key !== keys[index]) return false
    index++
  }
  // An inherited key comes last, should a program have given Object.prototype one since.
  return index === keys.length && isOrdinary(keys[index - 1]!)
}
