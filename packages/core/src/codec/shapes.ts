/**
 * Shapes: the keys of objects that look alike, said once in a direction and then by number.
 *
 * The keys of an object lead through a tree, a step for each. In a direction the first shapes are defined at once, and any
 * other the second time it is met, so that objects used as dictionaries do not fill the table. Both sides number definitions
 * in their order; when the table is full both start over.
 */

import type { Writer } from './writer.ts'
import { CodeBudget, type Coded } from './second-gear/code-budget.ts'
import { isIndex, isOrdinary } from './property-key.ts'

/** Shapes a direction can have at a time, keys a shape can have. */
export const SHAPES_MAX = 1024
export const SHAPE_KEYS_MAX = 512
/** Characters in all keys of a shape: both sides remember them for long. */
export const SHAPE_TEXT_MAX = 8192

/** Objects of so many keys are dictionaries to engines. Code made for them is no quicker than a loop. */
export const WIDE = 128

/** Weight in the tree of keys of what was met and is not defined, beyond which no more is met. */
const MET_MAX = 6144
/** And of what is defined, beyond which both sides start over. */
const DEFINED_MAX = 8192
/** A shape takes as much memory as this many steps. */
const SHAPE_WEIGHT = 4
/** Objects without a shape, one after the other, after which most are not remembered: remembering takes half of what else they do. */
const STRANGERS = 256
/** One of seven is, by a step that no traffic repeats: whatever comes again in it has its turn. */
const STEP = 0x9e37
const STEPS = 1 << 16
const REMEMBERED = STEPS / 7

/** So many are defined the first time: few programs have more, and a thread that is young writes its objects in one way. */
const FIRST_SHAPES = 64

/** Uses of a shape, by the loop, from which on functions generated for it pay. */
export const USES_TO_SHIFT = 2000
/** Keys for which there may be code at a time. */
const CODE_MAX = 448

/** Writes the values of an object that has exactly the keys of a shape. */
export type WriteSlots = (out: Writer, value: object) => void

/**
 * Writes the run of objects of a shape that begins with `first`, at `start` of an array, and ends before `end`; returns how
 * many there are. The element that ended it, which must not be read again, is `out.ender`.
 */
export type WriteRows = (
  out: Writer,
  array: readonly unknown[],
  start: number,
  end: number,
  length: number,
  first: object,
) => number

export class Shape implements Coded {
  readonly keys: readonly string[]
  /** The last of the keys. */
  readonly lastKey: string
  /** Number that the decoder knows it by; -1 while it knows none. */
  id = -1
  /** How often it was written by the loop. */
  uses = 0
  /** How often a run of its objects could have begun, had there been code for it. */
  runs = 0
  /** The `typeof` of what each slot held when the loop wrote it last. It is noted after `USES_TO_SHIFT` uses. */
  held: readonly string[] | undefined = undefined
  /** Second gear: code that was generated for these keys. */
  write: WriteSlots | undefined = undefined
  writeRows: WriteRows | undefined = undefined

  constructor(keys: readonly string[]) {
    this.keys = keys
    this.lastKey = keys.at(-1)!
  }

  forgetCode(): void {
    this.write = undefined
    this.writeRows = undefined
    this.uses = 0
    this.runs = 0
  }
}

/** Second gear, as the writer knows it. */
export interface WriterGear {
  /**
   * Call with each use of a shape that has been used `USES_TO_SHIFT` times and has no code. `held` is the `typeof` of what
   * its slots held.
   */
  shift(shapes: ShapeTable, shape: Shape, held: readonly string[]): void
  /** The same for a run of objects of the shape. */
  shiftRows(shapes: ShapeTable, shape: Shape): void
}

/** The keys of an object as far as one of them. Most steps are followed by no other than one: those need no Map. */
export class Step {
  readonly before: Step | undefined
  readonly key: string
  readonly count: number
  /** Characters in all keys so far. */
  readonly characters: number
  nextKey: string | undefined = undefined
  next: Step | undefined = undefined
  others: Map<string, Step> | undefined = undefined
  /** How often the keys of an object have ended here. */
  sights = 0
  shape: Shape | undefined = undefined

  constructor(before: Step | undefined, key: string) {
    this.before = before
    this.key = key
    this.count = before === undefined ? 0 : before.count + 1
    this.characters = before === undefined ? 0 : before.characters + key.length
  }
}

/** The step that a key leads to, if one has come before. */
export function followed(from: Step, key: string): Step | undefined {
  return from.nextKey === key ? from.next : from.others?.get(key)
}

/** Where objects end that have no shape: their further keys lead nowhere else. */
const NOWHERE = new Step(undefined, '')

/** The encoder's shapes of one direction. */
export class ShapeTable {
  root: Step = new Step(undefined, '')
  readonly code: CodeBudget = new CodeBudget(CODE_MAX)
  readonly gear: WriterGear | undefined
  /** There is code for some shape, and messages may look otherwise because of it: arrays may have rows. */
  hasRows = false
  /** Steps of the tree; of a long key as many as take the memory of one. */
  #weight = 0
  #mostWeight = MET_MAX
  readonly #defined: Shape[] = []
  #definedBefore = 0
  #isFull = false
  #mustReset = false
  #didReset = false
  /** Since the last message began: its tables are looked at before the next. */
  hasChanged = true
  /** Objects that were met for the first time, since one came again for the first time. */
  #strangers = 0
  readonly sightsToDefine: number

  /** With 1, what a message looks like depends on that message alone. */
  constructor(sightsToDefine: 1 | 2, gear?: WriterGear) {
    this.sightsToDefine = sightsToDefine
    this.gear = gear
  }

  /** Starts a message; true when both sides forget their shapes before it. */
  start(): boolean {
    if (this.#isFull) this.#forget()
    else if (this.#weight > this.#mostWeight) this.#prune()
    this.#definedBefore = this.#defined.length
    this.#didReset = this.hasChanged = this.#mustReset
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
    if (this.#didReset) this.#mustReset = this.hasChanged = true
  }

  /** The step that a key leads to, where it is not the one that most lead to. */
  step(from: Step, key: string): Step {
    return from.others?.get(key) ?? this.#grow(from, key, this.#mostWeightNow())
  }

  /** The shape of an object with these keys, as `meet`. */
  find(keys: readonly string[]): Shape | undefined {
    let end = this.root
    for (const key of keys) end = end.nextKey === key ? end.next! : this.step(end, key)
    return this.meet(end)
  }

  /** The shape of an object whose keys end here, to use or define; undefined when it should have none for now. */
  meet(end: Step): Shape | undefined {
    if (end.shape !== undefined) return end.shape
    // An object without keys: no stranger, and no shape.
    if (end === this.root) return undefined
    if (end.count === 0 || (++end.sights < this.sightsToDefine && this.#defined.length >= FIRST_SHAPES)) {
      this.#strangers++
      return undefined
    }
    this.#strangers = 0
    this.hasChanged = true
    this.#weight += SHAPE_WEIGHT
    return (end.shape = new Shape(keysTo(end)))
  }

  /** Gives a shape its number. False when the table is full: the object is then written without. */
  define(shape: Shape): boolean {
    const id = this.#defined.length
    this.hasChanged = true
    if (id >= SHAPES_MAX) {
      this.#isFull = true
      return false
    }
    // In this order: `undo` has to find it, should the stack be full in between.
    this.#defined.push(shape)
    shape.id = id
    return true
  }

  #grow(from: Step, key: string, mostWeight: number): Step {
    if (from === NOWHERE || this.#weight > mostWeight) return NOWHERE
    // Objects whose keys are indices are dictionaries.
    if (!isOrdinary(key) || (from.count === 0 && isIndex(key))) return NOWHERE
    const step = new Step(from, key)
    if (step.count > SHAPE_KEYS_MAX || step.characters > SHAPE_TEXT_MAX) return NOWHERE
    this.#weight += 1 + (key.length >> 5)
    this.hasChanged = true
    if (from.next === undefined) {
      from.nextKey = key
      from.next = step
    } else (from.others ??= new Map()).set(key, step)
    return step
  }

  // In a direction unfinished business is bounded here; a lone message is bounded by its definitions.
  #mostWeightNow(): number {
    if (this.#isFull) return -1
    if (this.sightsToDefine === 1) return Infinity
    return this.#strangers < STRANGERS || (this.#strangers * STEP) % STEPS < REMEMBERED ? this.#mostWeight : -1
  }

  /** Forgets what was met but not defined: objects used as dictionaries would soon fill any table. */
  #prune(): void {
    this.root = new Step(undefined, '')
    this.#weight = 0
    for (const shape of this.#defined) {
      let end = this.root
      for (const key of shape.keys) end = followed(end, key) ?? this.#grow(end, key, Infinity)
      // Nowhere if a program has given Object.prototype one of its keys since.
      if (end !== NOWHERE) end.shape = shape
    }
    this.#weight += this.#defined.length * SHAPE_WEIGHT
    if (this.#weight > DEFINED_MAX) this.#forget()
    else this.#mostWeight = this.#weight + MET_MAX
  }

  #forget(): void {
    if (this.#defined.length > 0) this.#mustReset = true
    this.#defined.length = 0
    this.root = new Step(undefined, '')
    this.#weight = 0
    this.#mostWeight = MET_MAX
    this.#isFull = false
    this.code.forget()
  }
}

function keysTo(end: Step): string[] {
  const keys: string[] = []
  for (let step = end; step.before !== undefined; step = step.before) keys.unshift(step.key)
  return keys
}

/** Characters in all of `keys`. */
export function textLength(keys: readonly string[]): number {
  let length = 0
  for (const key of keys) length += key.length
  return length
}
