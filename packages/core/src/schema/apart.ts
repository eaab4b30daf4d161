/**
 * Functions of their own for parts of a value, where most code is in place.
 *
 * Types that contain themselves have functions that call themselves, and engines keep all locals of a function on
 * the stack as long as it runs, also those of ways that were not taken. So there large parts are apart: only the way to the
 * value at hand is on the stack. Elsewhere a large type is apart from the second place on: in place everywhere, the code for
 * types that share types would double with each level.
 */
import { addressOf, type Emitter, type Place } from './emitter.ts'
import { type Layout, MISFIT, type Type } from './type.ts'

/** Locals of a function that may call itself: so `MAX_DEPTH` levels fit any stack (docs/decisions/0012). */
export const FRAME_LOCALS = 48
/** Code with more of them is not repeated. With fewer a call would be felt. */
const REPEATED_LOCALS = 64

const HEAD: Place = { base: 'head', offset: 0, bits: [], bit: 0 }

/** A function that is part of the code for a type. */
export interface Part {
  readonly key: object
  readonly prefix: string
  /** The type of which it has all. */
  readonly whole?: Type | undefined
  readonly isRecursive: boolean
}

export function partOf(whole: Type, prefix: string, key: object = whole): Part {
  return { key, prefix, whole, isRecursive: whole.layout.steps !== 0 }
}

/** Whether a type whose code is needed here is by a function. */
export function isApart(emitter: Emitter, type: Type): boolean {
  const { locals } = type.layout
  const isMet = emitter.meets(type)
  // Gathered texts are in locals of the function around.
  if (emitter.whole === type || emitter.gathering !== undefined) return false
  return isSplit(emitter, type.layout) || (isMet && locals > REPEATED_LOCALS)
}

/** Whether the code for a value is too much for the function at hand. */
export function isSplit({ isNested }: Emitter, { locals }: Layout): boolean {
  return isNested && locals > FRAME_LOCALS
}

/** Emits a call of the function that writes a part of the value, whose text `emit` makes. */
export function emitWrittenApart(
  emitter: Emitter,
  part: Part,
  value: string,
  place: Place,
  emit: (value: string, place: Place) => void,
): void {
  const name = functionOf(
    emitter,
    part,
    'value, bytes',
    () => emit('value', HEAD),
    (body) => `misfit: {\n${body}\nreturn tail\n}\nreturn ${MISFIT}`,
  )
  emitter.writeTail(`${name}(${value}, bytes, view, ${addressOf(place)}, tail, end, depth)`)
}

/** Returns a call of the function that reads a part; the tail is at `reached` after it. */
export function readApart(emitter: Emitter, part: Part, place: Place, emit: (place: Place) => string): string {
  let value = ''
  const name = functionOf(
    emitter,
    part,
    'bytes',
    () => {
      value = emit(HEAD)
    },
    (body) => `${body}\nconst value = ${value}\nreached = tail\nreturn value`,
  )
  return `${name}(bytes, view, ${addressOf(place)}, tail, end, depth)`
}

/** Emits a call of the function that reads a part into `target`. */
export function emitFilledApart(
  emitter: Emitter,
  part: Part,
  target: string,
  place: Place,
  emit: (target: string, place: Place) => void,
): void {
  const name = functionOf(emitter, part, 'target, bytes', () => emit('target', HEAD), returningTail)
  emitter.line(`tail = ${name}(${target}, bytes, view, ${addressOf(place)}, tail, end, depth)`)
}

/** Emits a call of the function that steps over the tail of a part. */
export function emitSkippedApart(emitter: Emitter, part: Part, place: Place, emit: (place: Place) => void): void {
  const name = functionOf(emitter, part, 'bytes', () => emit(HEAD), returningTail)
  emitter.line(`tail = ${name}(bytes, view, ${addressOf(place)}, tail, end, depth)`)
}

function functionOf(
  emitter: Emitter,
  { key, prefix, whole, isRecursive }: Part,
  parameters: string,
  emit: () => void,
  textOf: (body: string) => string,
): string {
  return emitter.functionFor(key, prefix, (own) => {
    emitter.isNested = isRecursive
    emitter.whole = whole
    const body = emitter.capture(emit)
    return `const ${own} = (${parameters}, view, head, tail, end, depth) => {\n${textOf(body)}\n}`
  })
}

function returningTail(body: string): string {
  return `${body}\nreturn tail`
}
