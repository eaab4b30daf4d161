/**
 * A type, as both back ends see it: a layout, code for each direction, and the same done at once.
 *
 * The bytes of a value are a head, whose size the type alone decides, and a tail, whose size the value decides:
 *
 *   +------------------------+--------+- - - - - - - - -
 *   | head: fixed fields,    | bits   | tail: characters,
 *   | lengths, counts        |        | elements, ...
 *   +------------------------+--------+- - - - - - - - -
 *
 * A container puts the heads of its parts side by side, largest alignment first, then their bits, then their tails. So what
 * is in a head is at a constant distance from the head of the message, and a tail is found by what the heads say.
 */

import type { Emitter, Place } from './emitter.ts'
import type { Input, Output } from './input-output.ts'
import type { RecordView } from './record-view.ts'

/** Values in values of recursive types, at most: what fits the stack of any thread on both sides. */
export const MAX_DEPTH = 500

export interface Layout {
  /** Bytes of the head. */
  readonly bytes: number
  readonly align: number
  /** Single bits of the head, which the container puts with those of others. */
  readonly bits: number
  /** There is never a tail. */
  readonly isFixed: boolean
  /** The tail's start should be a multiple of this. */
  readonly tailAlign: number
  /** The tail's length is a multiple of this. */
  readonly tailGrain: number
  /** How many texts are in the tail, apart from those in parts that may be of any number. */
  readonly texts: number
  /** All that is in the tail are such texts, of any characters, each with its head in this one. */
  readonly hasTextsOnly: boolean
  /** The most stack to the next recursive type inside, in steps of one struct. 0: there is none inside. */
  readonly steps: number
  /** How many locals code for a value has when all of it is in one function, about. */
  readonly locals: number
}

/** Of a container of these, into which it takes `own`. */
export function stepsTo(layouts: readonly Layout[], own: number = 1): number {
  const inside = Math.max(0, ...layouts.map(({ steps }) => steps))
  return inside === 0 ? 0 : inside + own
}

export const FIXED = {
  bits: 0,
  isFixed: true,
  tailAlign: 1,
  tailGrain: 8,
  texts: 0,
  hasTextsOnly: true,
  steps: 0,
  locals: 1,
} as const
export const VARIABLE = {
  bits: 0,
  isFixed: false,
  tailAlign: 1,
  tailGrain: 1,
  texts: 0,
  hasTextsOnly: false,
  steps: 0,
  locals: 3,
} as const

/** Puts other types into the text of one. */
export interface Describer {
  part(type: Type): string
  /** Of one that need not be made yet, and may be a type around. */
  mark(type: Type): string
}

/** `bit` counts from the first bit of the memory: eight times the index of its byte, and its place there. */
export abstract class Type {
  /** How errors call it. */
  abstract readonly name: string
  abstract readonly layout: Layout
  /** An absent key of a struct is a value of it. */
  readonly isOptional: boolean = false
  /** The container has written and checked it already. */
  readonly isImplied: boolean = false
  /** The writer does not know the field: no value has it. */
  readonly isMissing: boolean = false
  /** The kind of value that `readInto` fills again. Undefined: values are made anew. */
  readonly refilled: 'object' | 'array' | undefined = undefined

  /** All that decides about bytes and names, as text; other types in it as `describer` puts them. */
  abstract describe(describer: Describer): string

  abstract emitWrite(emitter: Emitter, value: string, place: Place): void
  /** Emits what reads the value, and returns an expression of it. */
  abstract emitRead(emitter: Emitter, place: Place): string

  /** Emits what reads the value into an object or array that there is. */
  emitReadInto(_emitter: Emitter, _place: Place, _target: string): void {
    throw new TypeError(`${this.name} is not filled again`)
  }

  /** As `emitRead`, for a view: what can be left in the memory is. */
  emitView(emitter: Emitter, place: Place): string {
    return this.emitRead(emitter, place)
  }

  /** Emits what steps over the tail of a value that is not read. */
  emitSkip(_emitter: Emitter, _place: Place): void {}

  abstract write(out: Output, value: unknown, at: number, bit: number): void
  abstract read(input: Input, at: number, bit: number): unknown
  readInto(_input: Input, _at: number, _target: object): void {
    throw new TypeError(`${this.name} is not filled again`)
  }

  /** An object to be filled and written again and again; undefined for values that are not filled. */
  draft(): object | undefined {
    return undefined
  }

  /** `slot`: which of the views in `owner` this may use again. */
  view(input: Input, at: number, bit: number, _owner: RecordView, _slot: number): unknown {
    return this.read(input, at, bit)
  }

  skip(_input: Input, _at: number, _bit: number): void {}
}

/** The result of generated code for a value that does not fit. -1 means no room. */
export const MISFIT = -2

/** Thrown by the interpreter where the room ends. */
export const NO_ROOM: Error = new Error('no room')

/** Claims the next `count` bytes of the tail. */
export function claim(out: Output, count: number): number {
  const at = out.tail
  if (count > out.end - at) throw NO_ROOM
  out.tail = at + count
  return at
}

export function roundUp(size: number, multiple: number): number {
  return Math.ceil(size / multiple) * multiple
}
