/** Errors: the standard prototype by name, the own message, cause and stack; nothing else, as in structured clone. */
import { distance, patchByte, writeByte } from '../writer.ts'
import { enter, leave, readByte, throwMalformed } from '../reader.ts'
import { track } from '../identity.ts'
import { ERROR, ERROR_HAS_CAUSE, ERROR_HAS_MESSAGE, ERROR_KINDS, ERROR_KIND_MASK } from '../tags.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'
import { readText, writeString } from './string.ts'

const constructors: readonly ErrorConstructor[] = [
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
]

// In the order of V8, since the reads can run getters: descriptors, name, then message, cause and last the stack.
export function writeError(value: object): void {
  const message = Object.getOwnPropertyDescriptor(value, 'message')
  const cause = Object.getOwnPropertyDescriptor(value, 'cause')
  const kind = ERROR_KINDS.indexOf(toText((value as Error).name))
  writeByte(ERROR)
  const flags = distance()
  writeByte(0)
  let parts = kind < 0 ? 0 : kind
  if (message !== undefined && 'value' in message) {
    parts |= ERROR_HAS_MESSAGE
    writeString(toText(message.value))
  }
  if (cause !== undefined && 'value' in cause) {
    parts |= ERROR_HAS_CAUSE
    writeValue(cause.value)
  }
  patchByte(flags, parts)
  writeValue(readStack(value))
}

export function readError(): Error {
  const parts = readByte()
  const constructor = constructors[parts & ERROR_KIND_MASK]
  if (constructor === undefined || parts > (ERROR_HAS_MESSAGE | ERROR_HAS_CAUSE | ERROR_KIND_MASK)) {
    throwMalformed(`error kind ${parts}`, ERROR)
  }
  const value = track((parts & ERROR_HAS_MESSAGE) === 0 ? new constructor() : new constructor(readText()))
  enter()
  if ((parts & ERROR_HAS_CAUSE) !== 0) {
    const cause = readValue()
    Object.defineProperty(value, 'cause', { value: cause, writable: true, enumerable: false, configurable: true })
  }
  const stack = readValue()
  leave()
  if (typeof stack !== 'string' && stack !== undefined) throwMalformed('the stack of an error is not a string', ERROR)
  value.stack = stack as string
  return value
}

function readStack(value: object): string | undefined {
  const stack: unknown = (value as Error).stack
  return typeof stack === 'string' ? stack : undefined
}

// Not String(): that would name a symbol instead of refusing it.
function toText(value: unknown): string {
  return `${value as string}`
}
