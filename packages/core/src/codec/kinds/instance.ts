/** Instances of the program's own classes: the name of the class, and what its `to` gave. */
import { dataCloneError, InstanceError } from '../../errors.ts'
import type { Reader } from '../reader.ts'
import type { Writer } from '../writer.ts'
import { INSTANCE } from '../tags.ts'
import { readValue } from '../read.ts'
import type { OwnClass } from '../registry.ts'
import { writeValue } from '../write.ts'
import { readText, writeString } from './string.ts'

/** Writes `value` if its class is registered. */
export function writeInstance(out: Writer, value: object, prototype: object | null): boolean {
  const definition = out.registry!.ofPrototype(prototype)
  if (definition === undefined || out.platformObjects.isTransferred(value)) return false
  out.isUsual = false
  out.openInstances.push(value)
  const content = definition.to(value)
  out.byte(INSTANCE)
  writeString(out, definition.name)
  writeValue(out, content)
  out.openInstances.pop()
  return true
}

/** An instance cannot be made of itself: refuses a reference to one whose contents are being written. */
export function requireComplete(out: Writer, value: object): void {
  if (!out.openInstances.includes(value)) return
  const { name } = out.registry!.ofPrototype(Object.getPrototypeOf(value) as object | null) ?? {}
  throw dataCloneError(
    `An instance of "${name}" could not be cloned: what its to() returned leads back to it, and from() could not make it.`,
  )
}

export function readInstance(input: Reader): object {
  const name = readText(input)
  const number = input.trackLater()
  input.enterInstance()
  const content = readValue(input)
  input.leaveInstance()
  return input.trackNow(number, makeInstance(input, name, content))
}

// An instance that cannot be made does not stop the reading: later messages need the definitions of this one. An empty
// object stands for it in a value that nobody gets.
function makeInstance(input: Reader, name: string, content: unknown): object {
  if (input.failure !== undefined) return {}
  const definition = input.registry?.named(name)
  if (definition !== undefined) {
    const instance = construct(input, definition, content)
    if (typeof instance === 'function' || (typeof instance === 'object' && instance !== null)) return instance
    if (input.failure !== undefined) return {}
    fail(input, name, `its from() returned ${instance === null ? 'null' : typeof instance}, not an object`)
  } else fail(input, name, 'no class of that name is known here, register it in codec.classes on both sides')
  return {}
}

function construct(input: Reader, definition: OwnClass, content: unknown): unknown {
  try {
    return definition.from(content)
  } catch (cause) {
    return fail(
      input,
      definition.name,
      `its from() threw ${cause instanceof Error ? cause.message : `a ${typeof cause}`}`,
      { cause },
    )
  }
}

function fail(input: Reader, name: string, reason: string, options?: ErrorOptions): undefined {
  input.isUsual = false
  input.failure = new InstanceError(`Cannot make an instance of "${name}": ${reason}`, name, options)
}
