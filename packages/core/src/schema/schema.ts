/** A schema: a type with its functions, each made when it is first needed. */
import { compile, readerProgram, refillerProgram, writerProgram } from './compile.ts'
import type { Program, Read, ReadInto, Write } from './program.ts'
import { descriptionOf } from './description.ts'
import { fingerprintOf } from './fingerprint.ts'
import { interpretRead, interpretReadInto, interpretWrite } from './interpret.ts'
import { isRange, lengthOf, type Memory, readable, spanOf, throwOutside, writeNew } from './memory.ts'
import { asDecodeError, asSchemaError } from './misfit.ts'
import { copyOf } from './record-view.ts'
import type { Type } from './type.ts'
import { messageViewProgram } from './view-classes.ts'
import { type MessageViewClass, viewClassOf, Viewer } from './viewer.ts'

/** Options of `with()`. */
export interface SchemaOptions {
  /**
   * Whether values are checked when they are encoded. Default: true. Without checks, a value that does not fit gives a wrong
   * message, a `SchemaError` or a `TypeError`. Bytes outside the range are never touched.
   */
  readonly checked?: boolean | undefined
  /** `auto`, the default: generates code where the page allows it. `never`: does not try. */
  readonly codegen?: 'auto' | 'never' | undefined
}

/** `SchemaOptions` with the defaults filled in. */
interface Settings {
  readonly checked: boolean
  readonly codegen: 'auto' | 'never'
}

/** The value type of a schema. */
export type Infer<S> = S extends Schema<infer T, unknown> ? T : never

/** The type of a schema's views. */
export type InferView<S> = S extends Schema<unknown, infer V> ? V : never

/**
 * The layout of values of type `T` as bytes, and of views `V` that read them in place. Functions such as `struct` and `list` make
 * schemas. The code of a schema is made when it is first used.
 */
export class Schema<T, V = unknown> {
  /** Its type. */
  readonly type: Type
  /** The options that `with()` sets. */
  readonly settings: Settings
  #write: Write | undefined
  #read: Read | undefined
  #readInto: ReadInto | undefined
  #ViewClass: MessageViewClass | undefined
  #fingerprint = -1
  /** Exists only for the compiler, which learns V by it. */
  declare readonly viewType?: V

  constructor(type: Type, options: Settings = { checked: true, codegen: 'auto' }) {
    this.type = type
    this.settings = options
  }

  /**
   * The same schema with other options. An option that is undefined stays as it is. Options of the schemas inside do not count.
   *
   * @throws TypeError for a value that an option cannot have.
   */
  with({ checked = this.settings.checked, codegen = this.settings.codegen }: SchemaOptions): this {
    if (typeof checked !== 'boolean') throw new TypeError(`Cannot use checked "${String(checked)}": use true or false`)
    if (codegen !== 'auto' && codegen !== 'never')
      throw new TypeError(`Cannot use codegen "${String(codegen)}": use "auto" or "never"`)
    // Its type may say more than the class does, of the same schema: that it is optional, or which fields it has.
    return new Schema<T, V>(this.type, { checked, codegen }) as this
  }

  /** An integer below 2^53 that is the same for schemas with the same bytes and names. */
  get fingerprint(): number {
    if (this.#fingerprint < 0) this.#fingerprint = fingerprintOf(this.type)
    return this.#fingerprint
  }

  /** The schema as text, the same for schemas with the same bytes and names. */
  get description(): string {
    return descriptionOf(this.type)
  }

  /**
   * Encodes a value. A value of more than 4 KiB may be read more than once.
   *
   * @throws SchemaError when the value does not fit the type; RangeError when it takes more than 1 GiB.
   */
  encode(value: T): Uint8Array {
    try {
      return writeNew(this.#write ?? this.#makeWrite(), value)
    } catch (error) {
      throw asSchemaError(error)
    }
  }

  /**
   * Encodes a value into bytes `[offset, limit)` of `target` and returns the offset past its last byte, or -1 when it does not fit.
   * Bytes outside the range are never touched. After -1 or an exception the bytes from `offset` on mean nothing.
   *
   * @throws SchemaError when the value does not fit the type; RangeError when there is no such range in `target`.
   */
  encodeInto(value: T, target: Memory, offset: number, limit?: number): number {
    // Not left to spanOf: that call is a fifth of what a small message takes.
    const span = 'view' in target ? target : spanOf(target)
    const end = limit ?? span.bytes.length
    if (!isRange(offset, end, span.bytes.length)) throwOutside('encode', offset, end, span.bytes.length)
    try {
      return (this.#write ?? this.#makeWrite())(value, span.bytes, span.view, offset, end)
    } catch (error) {
      throw asSchemaError(error)
    }
  }

  /**
   * Decodes the value that fills bytes `[offset, end)` of `source`. The value shares no memory with them.
   *
   * @throws DecodeError when the bytes are no value of the type; RangeError when there is no such range in `source`.
   */
  decode(source: Memory, offset = 0, end: number = lengthOf(source)): T {
    if (!('view' in source)) return this.#decodeArray(source, offset, end)
    const { bytes, view } = source
    if (!isRange(offset, end, bytes.length)) throwOutside('decode', offset, end, bytes.length)
    try {
      return (this.#read ?? this.#makeRead())(bytes, view, offset, end) as T
    } catch (error) {
      throw asDecodeError(error)
    }
  }

  /**
   * Decodes the value that starts at `offset` into an existing object or array, and returns the offset past its last byte. Objects
   * and arrays inside are filled again, too. An optional value that is absent becomes undefined. After an exception the object may
   * have some new values.
   *
   * @throws TypeError when the schema is neither a struct nor a list of any length, when `object` is no object, no array for a
   *   list, or cannot be written to; DecodeError and RangeError as `decode`.
   */
  decodeInto(object: T & object, source: Memory, offset = 0, end: number = lengthOf(source)): number {
    if (!isRange(offset, end, lengthOf(source))) throwOutside('decode', offset, end, lengthOf(source))
    const span = spanOf(source)
    const readInto = this.#readInto ?? this.#makeReadInto()
    // Or the bytes would be blamed.
    const isTarget = typeof object === 'object' && object !== null
    if (!isTarget || (this.type.refilled === 'array' && !Array.isArray(object))) throwNoTarget(object, this.type)
    try {
      return readInto(object, span.bytes, span.view, offset, end)
    } catch (error) {
      // No bytes lead to one: it cannot be written to.
      throw error instanceof TypeError ? error : asDecodeError(error)
    }
  }

  /**
   * A view of the value that fills bytes `[offset, end)` of `source`. Its properties read the bytes in place, and only those that
   * are asked for. A change of the bytes changes the view. `copy()` makes a value to keep.
   *
   * Properties throw `DecodeError` when their bytes are no value.
   *
   * @throws DecodeError when there are too few bytes; RangeError when there is no such range in `source`.
   */
  view(source: Memory, offset = 0, end: number = lengthOf(source)): V {
    return this.viewer().at(source, offset, end)
  }

  /** The present contents of a view of this schema, as a value to keep. Works as `copy()` of the view, even if a field is `copy`. */
  copyOf(view: V): T {
    return copyOf(view) as T
  }

  /**
   * An empty object to be filled and encoded again and again. It has such objects for the structs and flags inside, empty
   * tables, and the defaults that are objects.
   *
   * @throws TypeError when the schema is no struct.
   */
  draft(): T {
    const { type } = this
    return (type.draft() ?? throwNotFilled(type)) as T
  }

  /** A view that can be moved from one message to the next, for many messages. */
  viewer(): Viewer<V> {
    this.#ViewClass ??= viewClassOf(this.type, this.settings.codegen === 'auto')
    return new Viewer<V>(this.#ViewClass)
  }

  #decodeArray(source: Uint8Array, offset: number, end: number): T {
    if (!isRange(offset, end, lengthOf(source))) throwOutside('decode', offset, end, lengthOf(source))
    const { span, offset: at } = readable(source, offset, end)
    try {
      return (this.#read ?? this.#makeRead())(span.bytes, span.view, at, at + end - offset) as T
    } catch (error) {
      throw asDecodeError(error, offset - at)
    }
  }

  /** Everything that may be generated for it. */
  programs(): readonly Program[] {
    const { type } = this
    const programs = [writerProgram(type, this.settings.checked), readerProgram(type), messageViewProgram(type)]
    if (type.refilled !== undefined) programs.push(refillerProgram(type))
    return programs.flatMap((program) => [program, ...program.defaults.flatMap((value) => value.programs())])
  }

  #makeWrite(): Write {
    const { checked, codegen } = this.settings
    const compiled = codegen === 'never' ? undefined : compile<Write>(writerProgram(this.type, checked))
    return (this.#write = compiled ?? interpretWrite(this.type, checked))
  }

  #makeRead(): Read {
    const compiled = this.settings.codegen === 'never' ? undefined : compile<Read>(readerProgram(this.type))
    return (this.#read = compiled ?? interpretRead(this.type))
  }

  #makeReadInto(): ReadInto {
    const { type } = this
    if (type.refilled === undefined)
      throw new TypeError(`Cannot decode into an object: ${type.name} is no struct and no list of any length`)
    const compiled = this.settings.codegen === 'never' ? undefined : compile<ReadInto>(refillerProgram(type))
    return (this.#readInto = compiled ?? interpretReadInto(type))
  }
}

function throwNotFilled({ name }: Type): never {
  throw new TypeError(`Cannot fill ${name}: only structs are filled, send() a value`)
}

function throwNoTarget(target: unknown, { name, refilled }: Type): never {
  const shown = target === null ? 'null' : typeof target === 'object' ? 'an object' : `a ${typeof target}`
  throw new TypeError(`Cannot decode a ${name} into ${shown}: use an ${refilled}`)
}
