/** Errors: the standard prototype by name, the own message, cause and stack; nothing else, as in structured clone. */
import { bare } from '../../bare.ts'
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { getterOf } from '../brand.ts'
import { defineOwn } from '../own-property.ts'
import { ERROR, ERROR_HAS_CAUSE, ERROR_HAS_MESSAGE, ERROR_KINDS, ERROR_KIND_MASK } from '../tags.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'
import { readText, writeString } from './string.ts'

declare const structuredClone: ((value: unknown) => unknown) | undefined

// Where it is an accessor of the prototype (Firefox), it tells what the engine keeps, and that is what structured clone
// takes; in V8 the stack is a property of each error.
const inheritedStack = getterOf(Error.prototype, 'stack')

const AGGREGATE = ERROR_KINDS.indexOf('AggregateError')

const constructors: readonly (ErrorConstructor | AggregateErrorConstructor)[] = [
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  AggregateError,
]

// In the order of the engine, since the reads can run getters: descriptors, name, message, then stack and cause.
export function writeError(out: Writer, value: object): void {
  const message = Object.getOwnPropertyDescriptor(value, 'message')
  const cause = Object.getOwnPropertyDescriptor(value, 'cause')
  const kind = kindOf(value, toText((value as Error).name))
  out.byte(ERROR)
  const flags = out.distance()
  out.byte(0)
  let parts = kind < 0 ? 0 : kind
  if (message !== undefined && Object.hasOwn(message, 'value')) {
    parts |= ERROR_HAS_MESSAGE
    writeString(out, toText(message.value))
  }
  const hasCause = cause !== undefined && Object.hasOwn(cause, 'value')
  const isStackRead = hasCause && readsStackFirst()
  const stack = isStackRead ? stackOf(value) : undefined
  if (hasCause) {
    parts |= ERROR_HAS_CAUSE
    writeValue(out, cause.value)
  }
  if (kind === AGGREGATE) writeValue(out, (value as AggregateError).errors)
  out.patchByte(flags, parts)
  writeValue(out, isStackRead ? stack : stackOf(value))
}

export function readError(input: Reader): Error {
  const parts = input.byte()
  const constructor = constructors[parts & ERROR_KIND_MASK]
  if (constructor === undefined || parts > (ERROR_HAS_MESSAGE | ERROR_HAS_CAUSE | ERROR_KIND_MASK)) {
    input.refuse(`error kind ${parts}`, ERROR)
  }
  const value = input.track(create(constructor, (parts & ERROR_HAS_MESSAGE) === 0 ? undefined : readText(input)))
  input.enter()
  if ((parts & ERROR_HAS_CAUSE) !== 0) {
    const cause = readValue(input)
    defineOwn(value, 'cause', cause, false)
  }
  if (constructor === AggregateError) {
    const errors = readValue(input)
    // After the cause, as in Firefox.
    Reflect.deleteProperty(value, 'errors')
    if (!Array.isArray(errors)) input.refuse('the errors of an AggregateError are no array', ERROR)
    defineOwn(value, 'errors', errors, false)
  }
  const stack = readValue(input)
  input.leave()
  if (typeof stack !== 'string' && stack !== undefined) input.refuse('the stack of an error is not a string', ERROR)
  setStack(value, stack as string)
  return value
}

function kindOf(value: object, name: string): number {
  const kind = ERROR_KINDS.indexOf(name)
  if (kind !== AGGREGATE) return kind
  const errors: unknown = Object.getOwnPropertyDescriptor(value, 'errors')?.value
  return Array.isArray(errors) && keepsAggregates() ? kind : -1
}

let aggregatesCross: boolean | undefined

// Firefox has it so; V8 makes an Error of it. Asked when the first one comes.
function keepsAggregates(): boolean {
  return (aggregatesCross ??=
    typeof structuredClone === 'function' && structuredClone(new AggregateError([])) instanceof AggregateError)
}

let stackIsFirst: boolean | undefined

// Younger V8 has it so, that of Node 20 reads the cause first. Asked when the first cause comes.
function readsStackFirst(): boolean {
  return (stackIsFirst ??= typeof structuredClone === 'function' && readsFirst(structuredClone))
}

function readsFirst(clone: (value: unknown) => unknown): boolean {
  let read = ''
  const cause = Object.defineProperty({}, 'a', bare({ get: () => (read += 'cause'), enumerable: true }))
  clone(Object.defineProperty(new Error('', { cause }), 'stack', bare({ get: () => (read += 'stack') })))
  return read.startsWith('stack')
}

/** Of errors that have come: what stands before the engine's own, should they be sent on. */
const setStacks = new WeakMap<object, string>()

function stackOf(value: object): string | undefined {
  const stack: unknown =
    inheritedStack === undefined ? (value as Error).stack : (setStacks.get(value) ?? inheritedStack.call(value))
  return typeof stack === 'string' ? stack : undefined
}

// Nobody can set the stack that the engine keeps: a property stands before it.
function setStack(value: Error, stack: string): void {
  if (inheritedStack === undefined) value.stack = stack
  else {
    defineOwn(value, 'stack', stack, false)
    setStacks.set(value, stack)
  }
}

// Not String(): that would name a symbol instead of refusing it.
function toText(value: unknown): string {
  return `${value as string}`
}

// The stack of the decoder is of no interest and takes most of the time.
function create(constructor: ErrorConstructor | AggregateErrorConstructor, message: string | undefined): Error {
  const engine = Error as { stackTraceLimit?: unknown }
  const limit = engine.stackTraceLimit
  // Reflect.set, since the property may be frozen.
  if (typeof limit === 'number') Reflect.set(engine, 'stackTraceLimit', 0)
  const value =
    constructor === AggregateError ? new AggregateError([], message) : new (constructor as ErrorConstructor)(message)
  if (typeof limit === 'number') Reflect.set(engine, 'stackTraceLimit', limit)
  return value
}
