/** An error deep inside a value or a message, told at the top. */
import { DecodeError, isDecodeError, SchemaError } from '../errors.ts'

export type Step = string | number

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
const SHOWN_CHARACTERS = 40

/** A value that does not fit its type. Each caller that passes it on puts its part of the path in front. */
class Misfit extends Error {
  readonly expected: string
  readonly got: string
  readonly path: Step[]
  constructor(expected: string, got: string, path: Step[]) {
    super(`expected ${expected}, got ${got}`)
    this.expected = expected
    this.got = got
    this.path = path
  }
}

/** Refuses a value of another kind than the type's. */
export function refuse(expected: string, value: unknown, ...path: Step[]): never {
  throw new Misfit(expected, kindOf(value), path)
}

/** As `refuse`, for a value of the right kind that is not among those allowed. */
export function refuseValue(expected: string, value: unknown, ...path: Step[]): never {
  throw new Misfit(expected, shown(value), path)
}

/** Refuses a number of the right kind that is no integer, or too large or too small. */
export function refuseLimits(type: string, limits: string, value: unknown): never {
  refuseValue(`${type} (integers from ${limits})`, value)
}

/** Refuses a value for how many `things` it has. */
export function refuseLength(expected: string, length: number, things: string, ...path: Step[]): never {
  throw new Misfit(expected, `${length} ${things}`, path)
}

/** Refuses a typed array that has no memory any more. */
export function refuseGone(expected: string): never {
  throw new Misfit(expected, 'an array whose buffer was transferred or has shrunk', [])
}

/** The same error, with the way to where it came from in front. */
export function within(error: unknown, ...path: Step[]): unknown {
  if (error instanceof Misfit) error.path.unshift(...path)
  return error
}

/** The same error, where the value itself might also have been missing. */
export function orExpected(error: unknown, missing: string): unknown {
  if (!(error instanceof Misfit) || error.path.length !== 0) return error
  return new Misfit(`${error.expected} | ${missing}`, error.got, [])
}

/** The error of the encoder that the caller of a schema sees. */
export function asSchemaError(error: unknown): unknown {
  if (!(error instanceof Misfit)) return error
  return new SchemaError(pathText(error.path), error.expected, error.got)
}

/** The caller's error for one of the decoder, which read the bytes `moved` before their place. */
export function asDecodeError(cause: unknown, moved = 0): unknown {
  if (isDecodeError(cause)) {
    const offset = cause.offset + moved
    return moved === 0
      ? cause
      : new DecodeError(cause.message.replace(/at byte \d+/, `at byte ${offset}`), offset, cause.tag)
  }
  // The engine itself refuses a stack that is already nearly full, an array too large for the memory there is.
  const error = new DecodeError(
    `Cannot decode: ${cause instanceof Error ? cause.message : 'the engine refused'}`,
    0,
    -1,
  )
  error.cause = cause
  return error
}

export function refuseBytes(reason: string, at: number): never {
  throw new DecodeError(`Cannot decode at byte ${at}: ${reason}`, at, -1)
}

/** `needed` more bytes are claimed at `at`, and the message ends at `end`. */
export function refuseTruncated(needed: number, at: number, end: number): never {
  refuseBytes(`${needed} more bytes expected, ${Math.max(0, end - at)} left`, at)
}

export function refuseLeftOver(tail: number, end: number): never {
  refuseBytes(`${end - tail} bytes left over`, tail)
}

function pathText(path: readonly Step[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!IDENTIFIER.test(step)) text += `[${JSON.stringify(step)}]`
    else text += text === '' ? step : `.${step}`
  }
  return text
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value !== 'string') return kindOf(value)
  return JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value)
}
