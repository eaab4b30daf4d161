/// <reference lib="esnext.disposable" preserve="true" />

/**
 * Inputs: the way back from a reader of a state to its writer. They are a state of their own, with the newest value and the number of
 * times that each of its fields was pressed and released. So a writer that looks late still learns of each time.
 */

import { requireOptions, shown } from '../errors.ts'
import { columns, f64, struct, u32 } from '../schema/constructors.ts'
import { StructType } from '../schema/kinds/struct.ts'
import type { Schema } from '../schema/schema.ts'
import { localNow, sharedNow, toLocal } from './clock.ts'
import { attachState, createState, type StateOptions } from './create-state.ts'
import { requireSchema } from '../schema/require-schema.ts'
import { type StateOffer } from './offer.ts'
import type { PortState, PortStateOptions } from './port-state.ts'
import { type StateSchema, stateOf } from './state-schema.ts'
import type { StateReader } from './state-reader.ts'
import type { StateWriter } from './state-writer.ts'
import type { ChangedOptions } from './waiting.ts'

interface Edges<A> {
  readonly pressed: A
  readonly released: A
}

interface Sent<T> {
  time: number
  value: T
  edges: Edges<Uint32Array>
}

type SentView<V> = { readonly time: number; readonly value: V; readonly edges: Edges<Uint32Array> }

/** The part of a port that inputs use. */
interface HasStates {
  state<T, V>(schema: StateSchema<T, V>, options?: PortStateOptions): PortState<T, V>
}

/** Names of the fields that have edges: those of numbers and of booleans. */
type Pressed<T> = { [K in keyof T & string]: T[K] extends number | boolean ? K : never }[keyof T & string]

/**
 * Inputs with the fields of a struct, for both sides. A field is pressed when it becomes other than 0 or `false`, and released when
 * it becomes 0 or `false`.
 *
 * @throws TypeError when `schema` is no struct.
 */
export function inputs<T extends object, V>(schema: Schema<T, V>): Inputs<T, V> {
  requireSchema('make inputs', schema)
  return new Inputs<T, V>(schema)
}

export class Inputs<T extends object, V> {
  readonly #schema: StateSchema<Sent<T>, SentView<V>>
  readonly #names: readonly string[]

  constructor(schema: Schema<T, V>) {
    if (!(schema.type instanceof StructType))
      throw new TypeError(`Cannot make inputs of a ${schema.type.name}: use a struct of numbers and booleans`)
    this.#names = schema.type.plan.declared.map(({ name }) => name)
    const edges = columns(struct({ pressed: u32, released: u32 }), this.#names.length)
    this.#schema = stateOf(struct({ time: f64, value: schema, edges })) as unknown as StateSchema<Sent<T>, SentView<V>>
  }

  /** For a side that has the input. Send the offer to each thread that asks for it. Throws as `createState`. */
  create(options: Pick<StateOptions, 'readers' | 'mode'> = {}): {
    readonly input: InputWriter<T>
    readonly offer: StateOffer
  } {
    requireOptions('create inputs', options, '{ readers: 2 }')
    const { readers, mode } = options
    const { writer, offer } = createState(this.#schema, { readers, mode })
    return { input: new InputWriter<T>(writer, this.#names), offer }
  }

  /** For a side that asks for the input. Throws as `attachState`. */
  attach(offer: StateOffer): InputReader<T, V> {
    return new InputReader<T, V>(attachState(this.#schema, offer), this.#names)
  }

  /** The same on a port, where no offer has to be sent. The name is that of a state of the port. */
  writeOn(port: HasStates, options: Pick<PortStateOptions, 'name'> = {}): InputWriter<T> {
    return new InputWriter<T>(port.state(this.#schema, options).writer, this.#names)
  }

  readOn(port: HasStates, options: Pick<PortStateOptions, 'name'> = {}): InputReader<T, V> {
    return new InputReader<T, V>(port.state(this.#schema, options).reader, this.#names)
  }
}

/** Has the input, and tells of it. */
export class InputWriter<T extends object> {
  readonly #writer: StateWriter<Sent<T>>
  readonly #names: readonly string[]
  #changes: Partial<T> = {}
  #time = 0
  readonly #fill = (sent: Sent<T>): void => this.#put(sent)

  constructor(writer: StateWriter<Sent<T>>, names: readonly string[]) {
    this.#writer = writer
    this.#names = names
  }

  /**
   * Sets some of the fields; the others stay. `time` is when that happened, as `event.timeStamp` and `performance.now()` tell it.
   *
   * @throws TypeError for a name that is no field; SchemaError when a value does not fit; ClosedError after `close`.
   */
  set(changes: Partial<T>, time: number = localNow()): void {
    for (const name of Object.keys(changes)) if (!this.#names.includes(name)) throwNoField(name, this.#names)
    this.#changes = changes
    this.#time = time + sharedNow() - localNow()
    this.#writer.update(this.#fill)
  }

  /** No input comes any more. */
  close(): void {
    this.#writer.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #put(sent: Sent<T>): void {
    const { pressed, released } = sent.edges
    const value = sent.value as Record<string, unknown>
    const changes = this.#changes as Record<string, unknown>
    sent.time = this.#time
    for (let index = 0; index < this.#names.length; index++) {
      const name = this.#names[index]!
      if (!Object.hasOwn(changes, name)) continue
      const [before, after] = [value[name], changes[name]]
      if (!isDown(before) && isDown(after)) pressed[index]!++
      if (isDown(before) && !isDown(after)) released[index]!++
      value[name] = after
    }
  }
}

/** Asks for the input, such as once in a step of a simulation. */
export class InputReader<T extends object, V> {
  readonly #reader: StateReader<SentView<V>>
  readonly #names: readonly string[]
  /** The counts at the `take` before the last, and at the last. */
  readonly #before: Edges<Uint32Array>
  readonly #now: Edges<Uint32Array>
  #shown: SentView<V> | undefined

  constructor(reader: StateReader<SentView<V>>, names: readonly string[]) {
    this.#reader = reader
    this.#names = names
    const counts = (): Edges<Uint32Array> => ({
      pressed: new Uint32Array(names.length),
      released: new Uint32Array(names.length),
    })
    this.#before = counts()
    this.#now = counts()
  }

  /**
   * Takes what there is: `value`, `pressed` and `released` tell of it until the next call. True if there is anything new.
   *
   * @throws as `latest` of a reader of a state.
   */
  take(): boolean {
    const [before, now] = [this.#before, this.#now]
    before.pressed.set(now.pressed)
    before.released.set(now.released)
    const { version } = this.#reader
    const view = (this.#shown = this.#reader.latest())
    // Not by a look before: another input may come between the two.
    if (view === undefined || this.#reader.version === version) return false
    now.pressed.set(view.edges.pressed)
    now.released.set(view.edges.released)
    return true
  }

  /** The newest value; undefined before the first. */
  get value(): V | undefined {
    return this.#shown?.value
  }

  /** When the input of that value happened, in milliseconds of this thread's `performance.now()`. */
  get time(): number {
    return toLocal(this.#shown?.time ?? 0)
  }

  /** When `set` was called for it, on the same clock. */
  get setTime(): number {
    return this.#reader.time
  }

  /** How often a field was pressed between the last two calls of `take`. Throws `TypeError` for a name that is no field. */
  pressed(name: Pressed<T>): number {
    return this.#count('pressed', name)
  }

  /** The same for its releases. */
  released(name: Pressed<T>): number {
    return this.#count('released', name)
  }

  /** There is input that `take` has not taken. */
  get hasNewer(): boolean {
    return this.#reader.hasNewer
  }

  /** Waits for input, as `changed` of a reader of a state. */
  changed(options: ChangedOptions = {}): Promise<boolean> {
    return this.#reader.changed(options)
  }

  close(): void {
    this.#reader.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #count(edge: keyof Edges<unknown>, name: string): number {
    const index = this.#names.indexOf(name)
    if (index === -1) throwNoField(name, this.#names)
    return (this.#now[edge][index]! - this.#before[edge][index]!) >>> 0
  }
}

function isDown(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'boolean') && Boolean(value)
}

function throwNoField(name: unknown, names: readonly string[]): never {
  throw new TypeError(`Cannot use input ${shown(name)}: these inputs have ${names.join(', ')}`)
}
