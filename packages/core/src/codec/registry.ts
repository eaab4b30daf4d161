/**
 * Values that a codec carries beyond structured clone: instances of classes of the program, which keep their class, and Node's
 * `Buffer`. Both sides register the same classes. A message names a class.
 */
import { bufferPrototype } from './engine.ts'
import { isOfLanguage } from './prototype.ts'

/** Characters in the name of a class, which every instance carries. */
const NAME_MAX = 128

/** One class of the program whose instances can be sent. `ownClass` makes it with all types inferred. */
export interface OwnClass {
  /** The name of the class in messages, the same on both sides: 1 to 128 characters. */
  readonly name: string
  /** The class. Instances of a subclass arrive as by structured clone, unless the subclass is registered as well. */
  readonly type: { readonly prototype: object }
  /** Returns the value that is sent for an instance. Anything that can be sent will do, except the instance itself. */
  to(instance: any): unknown
  /** Makes an instance from the value of `to`. Objects further out in the message may not be complete yet. */
  from(value: any): object
}

/** Options of a codec, for values beyond structured clone. They are the same on both sides. */
export interface CodecOptions {
  /** Classes whose instances arrive as instances. The other side needs the same. */
  readonly classes?: readonly OwnClass[] | undefined
  /** `keep`: a `Buffer` arrives as a `Buffer`, if both sides set this and have `Buffer`. Default: it arrives as a `Uint8Array`. */
  readonly buffers?: 'keep' | undefined
}

/** A type that is inferred elsewhere: `NoInfer`, which TypeScript below 5.4 does not have. */
export type Inferred<Type> = [Type][Type extends unknown ? 0 : never]

/**
 * Defines a class whose instances can be sent, with the types of `to` and `from` inferred. Throws `TypeError` for a class of the
 * language, a class of functions or buffers, and a value without a prototype. Throws `RangeError` for a name that is too long.
 */
export function ownClass<Instance extends object, Value>(definition: {
  readonly name: string
  readonly type: { readonly prototype: Instance }
  readonly to: (instance: Instance) => Value
  readonly from: (value: Inferred<Value>) => Inferred<Instance>
}): OwnClass {
  requireOwnClass(definition)
  return definition
}

/** The classes of one codec: by their prototypes for the encoder, by their names for the decoder. */
export class Registry {
  readonly keepsBuffers: boolean
  readonly #byPrototype: Map<object | null, OwnClass> = new Map()
  readonly #byName: Map<string, OwnClass> = new Map()

  /** Throws `TypeError` or `RangeError` for options that are not valid. */
  constructor({ classes = [], buffers }: CodecOptions) {
    if (buffers !== undefined && buffers !== 'keep')
      throw new TypeError(`Cannot use codec.buffers "${String(buffers)}": use "keep", or leave it out`)
    if (!Array.isArray(classes))
      throw new TypeError(`Cannot use codec.classes ${String(classes)}: use an array of what ownClass() gives`)
    this.keepsBuffers = buffers === 'keep'
    for (const definition of classes) this.#add(definition)
  }

  ofPrototype(prototype: object | null): OwnClass | undefined {
    return this.#byPrototype.get(prototype)
  }

  named(name: string): OwnClass | undefined {
    return this.#byName.get(name)
  }

  #add(definition: OwnClass): void {
    requireOwnClass(definition)
    const { name, type } = definition
    if (this.#byName.has(name)) throw new TypeError(`Cannot register two classes under the name "${name}"`)
    const other = this.#byPrototype.get(type.prototype)
    if (other !== undefined) throw new TypeError(`Cannot register one class twice, as "${other.name}" and as "${name}"`)
    this.#byName.set(name, definition)
    this.#byPrototype.set(type.prototype, definition)
  }
}

/** Undefined for options that choose nothing. Throws `TypeError` or `RangeError` for options that are not valid. */
export function registryOf(options: CodecOptions | undefined): Registry | undefined {
  if (options === undefined) return undefined
  requireCodecOptions(options)
  const registry = new Registry(options)
  return registry.keepsBuffers || (options.classes?.length ?? 0) > 0 ? registry : undefined
}

function requireCodecOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return
  const kind = options === null ? 'null' : Array.isArray(options) ? 'an array' : `a ${typeof options}`
  throw new TypeError(`Cannot use a codec that is ${kind}: use an object of classes and buffers`)
}

function requireOwnClass(own: OwnClass): void {
  if (typeof own !== 'object' || own === null)
    throw new TypeError(
      `Cannot register a class by ${own === null ? 'null' : `a ${typeof own}`}: use ownClass({ name, type, to, from })`,
    )
  const { name, type, to, from } = own
  if (typeof name !== 'string')
    throw new TypeError(`Cannot register a class under a name of type ${typeof name}: use a string`)
  if (name.length === 0 || name.length > NAME_MAX)
    throw new RangeError(`Cannot register a class under a name of ${name.length} characters: use 1 to ${NAME_MAX}`)
  if (typeof to !== 'function' || typeof from !== 'function')
    throw new TypeError(`Cannot register "${name}": to and from must be functions`)
  const prototype: unknown = typeof type === 'function' ? (type as { prototype?: unknown }).prototype : undefined
  if (typeof prototype !== 'object' || prototype === null)
    throw new TypeError(`Cannot register "${name}": its type must be a class, with a prototype`)
  requireOwn(name, prototype)
}

// The codec knows instances of these prototypes before it looks for a registered class, or sends them as a part of a view.
function requireOwn(name: string, prototype: object): void {
  if (prototype === bufferPrototype)
    throw new TypeError(`Cannot register Buffer as "${name}": use codec.buffers "keep"`)
  if (isOfLanguage(prototype))
    throw new TypeError(`Cannot register a class of the language as "${name}": register a subclass of it`)
  if (Function.prototype.isPrototypeOf(prototype))
    throw new TypeError(`Cannot register "${name}": its instances are functions, which cannot be sent`)
  if (ArrayBuffer.prototype.isPrototypeOf(prototype) || isSharedBuffer(prototype))
    throw new TypeError(`Cannot register "${name}": buffers belong to the views over them, register a class of those`)
}

function isSharedBuffer(prototype: object): boolean {
  return typeof SharedArrayBuffer === 'function' && SharedArrayBuffer.prototype.isPrototypeOf(prototype)
}
