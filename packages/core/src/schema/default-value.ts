/** The value of `withDefault`: as it comes back from its bytes, where an f32 is rounded, and made anew each time. */
import { type Span, spanOver } from '../codec/span.ts'
import { readerProgram } from './compile.ts'
import type { Program } from './program.ts'
import { SchemaError } from '../errors.ts'
import type { Type } from './type.ts'

/** The parts of a schema that make its values. */
interface Maker {
  readonly type: Type
  with(options: { readonly codegen: 'auto' | 'never' }): Maker
  encode(value: unknown): Uint8Array
  decode(span: Span): unknown
  view(span: Span): unknown
}

/** Makes the value, and views of it. */
interface Making {
  readonly make: () => unknown
  readonly view: () => unknown
}

export class DefaultValue {
  readonly #schema: Maker
  readonly #value: unknown
  #isPreparing = false
  #makings: { readonly generated: Making; readonly walked: Making } | undefined

  /** Throws `SchemaError` for a value that does not fit. */
  constructor(schema: Maker, value: unknown) {
    this.#schema = schema
    this.#value = value
    try {
      this.#prepared()
    } catch (error) {
      // Within what contains itself: that is no more than a name yet.
      if (!(error instanceof ReferenceError)) throw error
    }
  }

  /** For generated code. */
  get generated(): Making {
    return this.#prepared().generated
  }

  /** For the interpreter, which may be there because no code is to be generated. */
  get walked(): Making {
    return this.#prepared().walked
  }

  /** The code that makes it: none for a constant. */
  programs(): readonly Program[] {
    const { generated, walked } = this.#prepared()
    return generated === walked ? [] : [readerProgram(this.#schema.type)]
  }

  #prepared(): { readonly generated: Making; readonly walked: Making } {
    if (this.#makings !== undefined) return this.#makings
    if (this.#isPreparing) throwEndless()
    this.#isPreparing = true
    try {
      return (this.#makings = this.#prepare())
    } finally {
      this.#isPreparing = false
    }
  }

  #prepare(): { readonly generated: Making; readonly walked: Making } {
    // Nor is any generated where a schema is only made.
    const walked = this.#schema.with({ codegen: 'never' })
    const message = walked.encode(this.#value)
    const decoded: unknown = walked.decode(spanOver(message))
    if (typeof decoded === 'object' && decoded !== null) {
      const generated = makingOf(this.#schema.with({ codegen: 'auto' }), message)
      return { generated, walked: makingOf(walked, message) }
    }
    const constant = (): unknown => decoded
    const making = { make: constant, view: constant }
    return { generated: making, walked: making }
  }
}

function throwEndless(): never {
  throw new SchemaError(
    'the default',
    'a value with an end',
    'one that leaves out a field with this very default: give it that field',
    'make',
  )
}

function makingOf(schema: Maker, message: Uint8Array): Making {
  // Read in place: an array would be copied to where the message around it is being read.
  const span = spanOver(message)
  return {
    make: () => schema.decode(span),
    // A view of its own bytes: a write into an array of the view must not change the default.
    view: () => schema.view(spanOver(message.slice())),
  }
}
