/** The error classes of Slipring. Expected outcomes (full, empty, does not fit) are values, not errors. */

/** Why a port ended. */
export type CloseReason = 'closed' | 'peer-closed' | 'peer-died' | 'corrupt' | 'stack-overflow' | 'peer-stack-overflow'

// By code, not by class: two copies of the package in one program recognise each other's errors.
function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === code
}

/** A port, channel or ring was used after it ended, or ended while somebody waited on it. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError'
  readonly code = 'ERR_SLIPRING_CLOSED'
  readonly reason: CloseReason
  constructor(message: string, reason: CloseReason, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A message was refused because too much is buffered already. Nothing was sent, nothing is lost. */
export class BufferFullError extends Error {
  override readonly name = 'BufferFullError'
  readonly code = 'ERR_SLIPRING_BUFFER_FULL'
  /** Bytes of the message's encoding. */
  readonly bytes: number
  /** Bytes that the other side had not taken when it was posted. */
  readonly bufferedAmount: number
  /** The limit that it would have exceeded, in bytes. */
  readonly limit: number
  constructor(message: string, bytes: number, bufferedAmount: number, limit: number) {
    super(message)
    this.bytes = bytes
    this.bufferedAmount = bufferedAmount
    this.limit = limit
  }
}

/** The bytes given to a decoder do not come from an encoder. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly code = 'ERR_SLIPRING_DECODE'
  /** Byte offset in the decoded span at which the decoder stopped. */
  readonly offset: number
  /** The tag byte that was being decoded, or -1 if there is none. */
  readonly tag: number
  constructor(message: string, offset: number, tag: number) {
    super(message)
    this.offset = offset
    this.tag = tag
  }
}

/**
 * A message holds an instance that could not be made here. Its class is not registered, or its `from` threw the `cause`. That
 * message is lost, and the port goes on with the next.
 */
export class InstanceError extends Error {
  override readonly name = 'InstanceError'
  readonly code = 'ERR_SLIPRING_INSTANCE'
  /** The name of the class, as registered on the other side. */
  readonly className: string
  constructor(message: string, className: string, options?: ErrorOptions) {
    super(message, options)
    this.className = className
  }
}

/** A control block or a record breaks the format: the peer is broken or hostile. The ring or state cannot be used any more. */
export class RingCorruptError extends Error {
  override readonly name = 'RingCorruptError'
  readonly code = 'ERR_SLIPRING_CORRUPT'
  /** The field that is wrong, by its name in the layout. */
  readonly field: string
  readonly value: number
  /** Ring position at which it was found, in bytes (a wrapping int32). In a state, how many values this side had written or read. */
  readonly position: number
  constructor(field: string, value: number, position: number, rule: string, what = 'Ring') {
    super(`${what} is corrupt at position ${position}: ${field} is ${value}, ${rule}`)
    this.field = field
    this.value = value
    this.position = position
  }
}

/** The two sides do not fit: a foreign offer, another version of the protocol, or a ring that is already taken. */
export class HandshakeError extends Error {
  override readonly name = 'HandshakeError'
  readonly code = 'ERR_SLIPRING_HANDSHAKE'
  readonly ours: number
  readonly theirs: number
  constructor(message: string, ours: number, theirs: number) {
    super(message)
    this.ours = ours
    this.theirs = theirs
  }
}

/** A value does not fit its schema, or a schema cannot be made. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly code = 'ERR_SLIPRING_SCHEMA'
  /** The place in the value, such as `orders[3].qty`, or in a JSON Schema, such as `/properties/qty`. Empty for the whole. */
  readonly path: string
  /** The type of the schema there, such as `f64`. For an integer that is out of range it includes the limits. */
  readonly expected: string
  /** The kind of the value that was found. The value itself if it is of the right kind but out of bounds. */
  readonly got: string
  constructor(path: string, expected: string, got: string, doing = 'encode') {
    super(`Cannot ${doing} ${path === '' ? 'the value' : shownPath(path)}: expected ${expected}, got ${got}`)
    this.path = path
    this.expected = expected
    this.got = got
  }
}

const SHOWN_PATH = 200

/** Shows only both ends of a very long path, as of values that are nested too deeply. */
function shownPath(path: string): string {
  return path.length > SHOWN_PATH ? `${path.slice(0, SHOWN_PATH / 2)}…${path.slice(-SHOWN_PATH / 2)}` : path
}

// Each also recognises errors of other realms and of other copies of the package, which `instanceof` does not.

/** Whether it is a `ClosedError`. Pending promises reject with one when a port ends. */
export const isClosedError = (error: unknown): error is ClosedError => hasCode(error, 'ERR_SLIPRING_CLOSED')
/** Whether it is a `BufferFullError`: too much was buffered for a message, and nothing was sent. */
export const isBufferFullError = (error: unknown): error is BufferFullError =>
  hasCode(error, 'ERR_SLIPRING_BUFFER_FULL')
/** Whether it is a `DecodeError`: bytes were no message. */
export const isDecodeError = (error: unknown): error is DecodeError => hasCode(error, 'ERR_SLIPRING_DECODE')
/** Whether it is an `InstanceError`: the receiver could not make an instance of a class. */
export const isInstanceError = (error: unknown): error is InstanceError => hasCode(error, 'ERR_SLIPRING_INSTANCE')
/** Whether it is a `RingCorruptError`: shared memory broke the format. */
export const isRingCorruptError = (error: unknown): error is RingCorruptError => hasCode(error, 'ERR_SLIPRING_CORRUPT')
/** Whether it is a `HandshakeError`: two sides do not fit, or an offer is taken. */
export const isHandshakeError = (error: unknown): error is HandshakeError => hasCode(error, 'ERR_SLIPRING_HANDSHAKE')
/** Whether it is a `SchemaError`: a value does not fit its schema, or a schema cannot be made. */
export const isSchemaError = (error: unknown): error is SchemaError => hasCode(error, 'ERR_SLIPRING_SCHEMA')

/** The platform's own refusal: a `DOMException` named `DataCloneError` (code 25), as `postMessage` throws. */
export function dataCloneError(message: string): Error {
  const error = platformError(message, 'DataCloneError')
  deep.add(error)
  return error
}

/** Errors that were made deep in a value. All of the ten stack frames that engines keep are our own there. */
const deep = new WeakSet<Error>()

interface Capturing {
  /** In V8 and newer Firefox: takes the stack as it is now, without the calls that `entry` made. */
  captureStackTrace?(error: unknown, entry: Function): void
}

/** Lets the stack of such an error begin with the caller of `entry`. Works once: the innermost `entry` knows best. */
export function beginStack(error: unknown, entry: Function): void {
  if (deep.delete(error as Error)) (Error as Capturing).captureStackTrace?.(error, entry)
}

/** The error for `options` that are no object: a number or a text would pass for `{}`. `example` is a right value. */
export function optionsError(act: string, options: unknown, example: string): TypeError | undefined {
  if (typeof options === 'object' && options !== null) return undefined
  return new TypeError(`Cannot ${act} with ${shown(options)}: use options, such as ${example}`)
}

export function requireOptions(act: string, options: unknown, example: string): void {
  const error = optionsError(act, options, example)
  if (error !== undefined) throw error
}

/** A value as text for an error message. A string is shown in quotes. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** Refuses a time limit that is no number: a text compares as NaN, and would never end. `act` is the caller's wish. */
export function requireTimeout(ms: unknown, act: 'block' | 'wait'): void {
  if (typeof ms !== 'number') throw new TypeError(`Cannot ${act} for ${shown(ms)}: timeout is a number of milliseconds`)
  if (Number.isNaN(ms)) throw new RangeError(`Cannot ${act} for NaN ms: timeout is a number, Infinity for ever`)
}

/**
 * A `DOMException` named `TimeoutError`, as `AbortSignal.timeout` gives. `what` names the thing that did not come; `since` the
 * moment that the time counts from, where there are several.
 */
export function timeoutError(ms: number, what = 'message', since = ''): Error {
  return platformError(`No ${what} within ${ms} ms${since}`, 'TimeoutError')
}

/** A `DOMException` named `AbortError`, as of a signal that is aborted without a reason. */
export function abortError(message: string): Error {
  return platformError(message, 'AbortError')
}

/** A `DOMException`, where there is such a class. */
export function platformError(message: string, name: string): Error {
  const { DOMException } = globalThis as { DOMException?: new (message: string, name: string) => Error }
  if (DOMException !== undefined) return new DOMException(message, name)
  const error = new Error(message)
  error.name = name
  return error
}
